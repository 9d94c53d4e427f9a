import { useTranslations } from "use-intl";
import { settle } from "../../../lib/api-calls";
import { formatDecimal } from "../../../lib/decimal";
import { usePage } from "../../../lib/page-context";
import { CoinIcon } from "../../../ui/coin-icon";
import { CopyButton } from "../../../ui/copy-button";
import { Icon } from "../../../ui/icon";
import { OnChain } from "../../../ui/on-chain";
import { Figure } from "../figure";
import { Answer, Mark, Part, Table } from "../part";
import { useAdminQuery } from "../use-console";

/** Both walk the whole books. */
const BOOKS_EVERY_MS = 60_000;

/** The books: what must hold in them, what lies in the wallets, and every account. */
export function BooksTab() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <Invariants />
      <Wallets />
      <TrialBalance />
    </div>
  );
}

/** The invariants of the books as last checked; one that does not hold is red. */
function Invariants() {
  const t = useTranslations("adminOverview");
  const { result } = useAdminQuery(["invariants"], (client) => settle(client.GET("/api/admin/invariants")), {
    everyMs: BOOKS_EVERY_MS,
  });
  return (
    <Part id="invariants" title={t("invariantsTitle")} lead={t("invariantsLead")}>
      <Answer result={result}>
        {(invariants) => (
          <ol className="grid border-b lg:grid-cols-2 lg:gap-x-12" lang="en">
            {invariants.map(({ id, name, violations }) => (
              <li key={id} className="flex items-baseline justify-between gap-5 border-t py-2 text-sm">
                <span className={violations === 0 ? "" : "font-semibold text-bad"}>{name}</span>
                <span lang={undefined} className="shrink-0">
                  <Mark isGood={violations === 0}>
                    {violations === 0 ? t("holds") : t("violations", { count: violations })}
                  </Mark>
                </span>
              </li>
            ))}
          </ol>
        )}
      </Answer>
    </Part>
  );
}

/** What lies in the hot wallets, and what of it is promised. */
function Wallets() {
  const t = useTranslations("adminOverview");
  const { result } = useAdminQuery(["wallets"], (client) => settle(client.GET("/api/admin/wallets")));
  return (
    <Part id="wallets" title={t("walletsTitle")} lead={t("walletsLead")}>
      <Answer result={result}>
        {(wallets) => (
          <Table
            label={t("walletsTitle")}
            heads={[
              t("currency"),
              { name: t("available"), isFigure: true },
              { name: t("owed"), isFigure: true },
              { name: t("balance"), isFigure: true },
              t("address"),
            ]}
          >
            {wallets.map(({ currency, address, balance, owed, available }) => (
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
                <td className="figure">
                  <Figure value={balance} />
                </td>
                <td className="min-w-64">
                  <span className="-my-2.5 flex items-center justify-between gap-2">
                    <OnChain
                      kind="address"
                      value={address}
                      className="break-address text-[0.8125rem] text-soft"
                    />
                    <CopyButton value={address} label={t("copyAddress", { currency })} what={t("address")} />
                  </span>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Answer>
    </Part>
  );
}

/** The sums per asset, zero in sound books; each opens to its accounts. */
function TrialBalance() {
  const t = useTranslations("adminOverview");
  const { language } = usePage();
  const { result } = useAdminQuery(
    ["trial-balance"],
    (client) => settle(client.GET("/api/admin/trial-balance")),
    { everyMs: BOOKS_EVERY_MS },
  );
  return (
    <Part id="trial-balance" title={t("trialTitle")} lead={t("trialLead")}>
      <Answer result={result}>
        {(assets) => (
          <div className="border-t">
            {assets.map(({ asset, sum, accounts }) => (
              <details key={asset} className="group border-b">
                <summary className="grid min-h-12 grid-cols-[1fr_auto_auto] items-center gap-x-4 hover:bg-well sm:px-2">
                  <h3 className="flex items-center gap-2 text-sm font-medium">
                    <CoinIcon code={asset} className="size-5" />
                    {asset}
                  </h3>
                  <span className="text-sm">
                    <Mark isGood={isZero(sum)}>{t("sum", { sum: formatDecimal(sum, language) })}</Mark>
                  </span>
                  <Icon name="chevron" className="size-4 text-soft group-open:rotate-180" />
                </summary>
                <div className="pb-5 sm:px-2">
                  <Table
                    label={t("accountsOf", { asset })}
                    heads={[t("account"), { name: t("balance"), isFigure: true }]}
                  >
                    {accounts.map(({ account, balance }) => (
                      <tr key={account}>
                        <th scope="row" translate="no" className="font-mono text-[0.8125rem]">
                          {account}
                        </th>
                        <td className="figure">
                          <Figure value={balance} />
                        </td>
                      </tr>
                    ))}
                  </Table>
                </div>
              </details>
            ))}
          </div>
        )}
      </Answer>
    </Part>
  );
}

function isZero(sum: string): boolean {
  return /^-?0(\.0+)?$/.test(sum);
}
