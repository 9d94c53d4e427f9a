import { useTranslations } from "use-intl";
import { Icon } from "../../ui/icon";
import { useDuration } from "../../ui/time";
import { RULES } from "../legal/rules";

const QUESTIONS = [
  ["faq1", "faq1Text"],
  ["faq2", "faq2Text"],
  ["faq3", "faq3Text"],
] as const;

/** The three points of the payment page's help. */
export function Faq() {
  const t = useTranslations("payment");
  const late = useDuration()(RULES.lateRefundSeconds);
  return (
    <section className="mt-12 max-w-3xl print:hidden" aria-labelledby="faq">
      <h2 id="faq" className="text-xl font-semibold tracking-tight">
        {t("faqTitle")}
      </h2>
      <div className="mt-3 border-t">
        {QUESTIONS.map(([question, answer]) => (
          <details key={question} className="group border-b">
            <summary className="flex min-h-12 items-center justify-between gap-4 py-2 font-medium">
              {t(question)}
              <Icon name="chevron" className="size-4 text-soft group-open:rotate-180" />
            </summary>
            <p className="max-w-prose pb-4 text-soft">{t(answer, { late })}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
