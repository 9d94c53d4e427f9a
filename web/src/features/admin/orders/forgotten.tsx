import { useTranslations } from "use-intl";
import { usePage } from "../../../lib/page-context";

/** An order that is gone is gone here too; that is a promise kept, and no error. */
export function Forgotten() {
  const t = useTranslations("adminOrders");
  const { retentionDays } = usePage().site;
  return (
    <div className="border-y py-8 text-center">
      <p className="text-lg font-semibold tracking-tight">{t("forgottenTitle")}</p>
      <p className="mx-auto mt-1 max-w-[56ch] text-pretty text-soft">
        {t("forgottenText", { days: retentionDays })}
      </p>
    </div>
  );
}
