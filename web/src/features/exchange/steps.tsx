import { useTranslations } from "use-intl";
import { Disc } from "../../ui/disc";

const STEPS = [
  ["step1Title", "step1Text", 0],
  ["step2Title", "step2Text", 0.5],
  ["step3Title", "step3Text", 1],
] as const;

/** How an exchange goes: three steps, each a level of the disc. */
export function Steps() {
  const t = useTranslations("assurances");
  return (
    <section className="mx-auto mt-18 max-w-[72.5rem] px-4 sm:mt-24 sm:px-5" aria-labelledby="steps">
      <h2 id="steps" className="display text-[2.25rem]/11 sm:text-[2.75rem]/13">
        {t("stepsTitle")}
      </h2>
      <ol className="mt-8 grid gap-8 md:grid-cols-3">
        {STEPS.map(([title, text, level]) => (
          <li key={title}>
            <Disc level={level} className="size-12" />
            <h3 className="mt-4 text-[1.625rem]/8 display">{t(title)}</h3>
            <p className="mt-2 text-soft">{t(text)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
