import { useTranslations } from "use-intl";
import { useMixRetention } from "../legal/mix-retention";

/** That the operator can link the order too, and until when. */
export function OperatorNote({ className }: { className: string }) {
  const t = useTranslations("mixerReport");
  return <p className={`text-sm font-medium ${className}`}>{t("operator", { time: useMixRetention() })}</p>;
}
