import { useTranslations } from "use-intl";

export function ContactPage() {
  const t = useTranslations("contact");
  return (
    <div className="mx-auto max-w-3xl px-4 pt-5 sm:px-6 sm:pt-12">
      <h1 className="text-2xl font-semibold tracking-tight sm:text-4xl">{t("title")}</h1>
    </div>
  );
}
