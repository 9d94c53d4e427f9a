import { useTranslations } from "use-intl";
import { usePage } from "../../lib/page-context";
import { Spinner } from "./spinner";

/** Stands for a payment page while the browser fetches it; wordless until its texts are there. */
export function PaymentPending() {
  const hasTexts = usePage().catalogues.includes("order");
  return (
    <div className="mx-auto flex max-w-6xl items-center gap-3 px-4 py-16 text-soft sm:px-6" role="status">
      <Spinner />
      {hasTexts ? <LoadingText /> : null}
    </div>
  );
}

function LoadingText() {
  const t = useTranslations("payment");
  return <p>{t("loading")}</p>;
}
