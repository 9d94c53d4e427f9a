import { useTranslations } from "use-intl";
import { formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";

/** Said before the order exists: the pool cannot pay this amount with coins of others. */
export function PoolNotice({ amount, symbol }: { amount: string; symbol: string }) {
  const t = useTranslations("mixer");
  const { language } = usePage();
  return (
    <div role="status" className="my-3 rounded-md border border-warn p-3 text-sm">
      <p className="font-semibold text-warn">{t("poolTitle")}</p>
      <p className="mt-1">{t("poolText", { amount: formatDecimal(amount, language), symbol })}</p>
    </div>
  );
}
