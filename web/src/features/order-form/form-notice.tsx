import { useTranslations } from "use-intl";
import type { FieldErrors } from "./errors";

/** What concerns the whole form: an error, with its heading where it has one, or else a notice. */
export function FormNotice({ errors, notice }: { errors: FieldErrors; notice?: string | undefined }) {
  const { title, form } = errors;
  if (form !== undefined) {
    return (
      <div role="alert" className="mb-3 rounded-md border border-bad p-3 text-sm text-bad">
        {title === undefined ? null : <p className="font-semibold">{title}</p>}
        {form}
      </div>
    );
  }
  if (notice === undefined) return null;
  return (
    <p role="status" className="mb-3 rounded-md bg-tint p-3 text-sm">
      {notice}
    </p>
  );
}

/** Instead of a form: the service does not respond. */
export function ServiceFailure({ message }: { message: string | null }) {
  const t = useTranslations("error");
  return (
    <div className="panel max-w-xl p-6" role="alert">
      <p className="font-semibold text-bad">{message || t("service")}</p>
      <p className="mt-1 text-soft">{t("service")}</p>
    </div>
  );
}
