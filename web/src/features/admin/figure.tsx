import { createContext, useContext } from "react";
import { useTranslations } from "use-intl";
import { formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { roundDecimal } from "./round";

const Exact = createContext(false);

/** Says whether figures are shown to their last digit. */
export const ExactProvider = Exact.Provider;

/** An amount for a look: rounded where it is long, with the exact one in a tip, and everywhere by the switch. */
export function Figure({ value, unit }: { value: string; unit?: string }) {
  const { language } = usePage();
  const isExact = useContext(Exact);
  const text = (decimal: string) =>
    [formatDecimal(decimal, language).replace(/^-/, "−"), unit].filter(Boolean).join(" ");
  const [short, exact] = [text(roundDecimal(value)), text(value)];
  if (isExact || short === exact) return exact;
  return (
    <data value={value} title={exact} data-tip="" className="rounded-figure">
      {short}
    </data>
  );
}

/** Shows all figures to their last digit, for eyes, fingers and keyboards that no tip reaches. */
export function ExactSwitch({
  isExact,
  onChange,
}: {
  isExact: boolean;
  onChange: (isExact: boolean) => void;
}) {
  const t = useTranslations("admin");
  return (
    <label className="flex min-h-9 cursor-pointer items-center gap-2 text-soft">
      <input
        type="checkbox"
        checked={isExact}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 accent-accent"
      />
      {t("exact")}
    </label>
  );
}
