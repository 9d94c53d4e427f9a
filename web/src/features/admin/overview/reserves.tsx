import { useLocale, useTranslations } from "use-intl";
import { CoinIcon } from "../../../ui/coin-icon";
import { Figure } from "../figure";
import { Part, Table } from "../part";
import type { Overview } from "../types";
import { Bar } from "./bar";

/** From this share of a balance on, what is owed is worth a look. */
const OWED_SHARE_WARM = 0.8;

/** What lies in reserve of each asset, and how much of it is promised. */
export function Reserves({ reserves }: { reserves: Overview["reserves"] }) {
  const t = useTranslations("adminOverview");
  const percent = new Intl.NumberFormat(useLocale(), { style: "percent", maximumFractionDigits: 1 });
  return (
    <Part id="reserves" title={t("reservesTitle")} lead={t("reservesLead")}>
      <Table
        label={t("reservesTitle")}
        heads={[
          t("currency"),
          { name: t("available"), isFigure: true },
          { name: t("owed"), isFigure: true },
          t("owedShare"),
          { name: t("balance"), isFigure: true },
          { name: t("unswept"), isFigure: true },
        ]}
      >
        {reserves.map(({ currency, balance, unswept, owed, available }) => {
          const share = shareOf(owed, balance);
          return (
            <tr key={currency}>
              <th scope="row">
                <span className="flex items-center gap-2 font-medium whitespace-nowrap">
                  <CoinIcon code={currency} className="size-5" />
                  {currency}
                </span>
              </th>
              <td className="figure font-semibold">
                <Figure value={available} />
              </td>
              <td className="figure">
                <Figure value={owed} />
              </td>
              <td className="sm:w-1/4 sm:min-w-28">
                <span className="flex items-center gap-2.5 pt-0.5">
                  <span className="grow max-sm:hidden">
                    <Bar share={share} isWarm={share >= OWED_SHARE_WARM} />
                  </span>
                  <span className="w-11 shrink-0 text-right text-xs text-soft">{percent.format(share)}</span>
                </span>
              </td>
              <td className="figure">
                <Figure value={balance} />
              </td>
              <td className="figure text-soft">
                <Figure value={unswept} />
              </td>
            </tr>
          );
        })}
      </Table>
    </Part>
  );
}

/** Used only for a bar's length; figures stay decimal strings. */
function shareOf(part: string, whole: string): number {
  const total = Number(whole);
  return total > 0 ? Number(part) / total : Number(part) > 0 ? 1 : 0;
}
