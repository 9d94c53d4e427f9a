import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { ServiceFailure } from "../order-form/form-notice";

/** Instead of a form: this instance does not mix, or the service does not answer. */
export function Unavailable({ text, failure }: { text: string | null; failure: string | null }) {
  const t = useTranslations();
  if (text === null) return <ServiceFailure message={failure} />;
  return (
    <div className="panel max-w-xl p-6" role="status">
      <p className="font-semibold">{t("mixer.unavailableTitle")}</p>
      <p className="mt-1 text-soft">
        {text} {t("mixer.unavailableText")}
      </p>
      <Link to="/exchange" className="button mt-4">
        {t("mixer.toExchange")}
      </Link>
    </div>
  );
}
