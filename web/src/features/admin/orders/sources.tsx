import { useTranslations } from "use-intl";
import { formatDecimal } from "../../../lib/decimal";
import { usePage } from "../../../lib/page-context";
import { OnChain } from "../../../ui/on-chain";
import type { AdminOrder } from "../types";

/** The deposits whose sources a decision about the order clears; nothing without any. */
export function Sources({ sources }: { sources: AdminOrder["sourcesForReview"] }) {
  const t = useTranslations("adminOrders");
  const { language } = usePage();
  if (sources.length === 0) return null;
  return (
    <div className="mt-2 text-sm">
      <p>{t("sources")}</p>
      <ul className="mt-1 grid gap-1 text-soft">
        {sources.map(({ no, amount, currency, txHash, found }) => (
          <li key={no} className="wrap-anywhere">
            {t(`source.${found}`, { amount: formatDecimal(amount, language), currency })}{" "}
            {txHash === null ? null : <OnChain kind="tx" value={txHash} />}
          </li>
        ))}
      </ul>
    </div>
  );
}
