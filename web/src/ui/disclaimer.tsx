import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";

/** What a visitor accepts by starting an order. */
export function Disclaimer() {
  const t = useTranslations("form");
  return (
    <p className="mt-3 text-xs text-soft">
      {t.rich("disclaimer", {
        terms: (text) => (
          <Link to="/terms" className="link">
            {text}
          </Link>
        ),
        privacy: (text) => (
          <Link to="/privacy" className="link">
            {text}
          </Link>
        ),
      })}
    </p>
  );
}
