import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";

interface FormTabsProps {
  current: "exchange" | "mixer";
  /** At the head of the card where there is room, or on a phone before the pairs. */
  place: "card" | "chips";
}

const LOOKS = {
  card: {
    nav: "gap-6 border-b px-6 max-lg:hidden",
    tab: "-mb-px min-h-13 border-b-2 text-[0.9375rem]",
    current: "border-accent font-semibold",
    other: "border-transparent text-soft hover:text-ink",
  },
  chips: {
    nav: "shrink-0 rounded-full bg-panel text-(--on-paper) lg:hidden",
    tab: "min-h-9 rounded-full px-3.5 text-sm font-medium",
    current: "bg-accent text-on-accent",
    other: "",
  },
};

/** The two forms of the home page, each with an address of its own. */
export function FormTabs({ current, place }: FormTabsProps) {
  const t = useTranslations("home");
  const look = LOOKS[place];
  const tab = (name: FormTabsProps["current"]) => ({
    "aria-current": current === name ? ("page" as const) : undefined,
    className: `flex items-center whitespace-nowrap ${look.tab} ${current === name ? look.current : look.other}`,
  });
  return (
    <nav aria-label={t("forms")} className={`flex ${look.nav}`}>
      <Link to="/" search={{}} {...tab("exchange")}>
        {t("exchangeTab")}
      </Link>
      <Link to="/" search={{ form: "mixer" }} {...tab("mixer")}>
        {t("mixerTab")}
      </Link>
    </nav>
  );
}
