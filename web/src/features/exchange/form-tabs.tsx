import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";

/** The two forms of the home page, each with an address of its own, at the head of their card. */
export function FormTabs({ current }: { current: "exchange" | "mixer" }) {
  const t = useTranslations("home");
  const tab = (name: "exchange" | "mixer") => ({
    "aria-current": current === name ? ("page" as const) : undefined,
    className: `-mb-px flex min-h-13 items-center border-b-2 text-[0.9375rem] ${current === name ? "border-accent font-semibold" : "border-transparent text-soft hover:text-ink"}`,
  });
  return (
    <nav aria-label={t("forms")} className="flex gap-6 border-b px-6 max-lg:hidden">
      <Link to="/" search={{}} {...tab("exchange")}>
        {t("exchangeTab")}
      </Link>
      <Link to="/" search={{ form: "mixer" }} {...tab("mixer")}>
        {t("mixerTab")}
      </Link>
    </nav>
  );
}
