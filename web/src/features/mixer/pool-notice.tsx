import { useTranslations } from "use-intl";
import { formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { Warning } from "./warning";

/** Said before the order exists: the pool cannot pay this amount with coins of others. */
export function PoolNotice({ amount, symbol }: { amount: string; symbol: string }) {
  const t = useTranslations("mixer");
  const { language } = usePage();
  return (
    <Warning
      title={t("poolTitle")}
      text={t("poolText", { amount: formatDecimal(amount, language), symbol })}
    />
  );
}
