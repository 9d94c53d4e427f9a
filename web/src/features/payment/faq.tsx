import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { Icon } from "../../ui/icon";
import { useDuration } from "../../ui/time";
import { RULES } from "../legal/rules";
import { instructedText } from "./late-note";

/** The three points of the payment page's help. */
export function Faq({ order }: { order: Order }) {
  const t = useTranslations("payment");
  const late = useDuration()(RULES.lateRefundSeconds);
  const { mismatch } = order;
  const isInstructed = mismatch.less !== null || mismatch.more !== null;
  const questions = [
    { question: "faq1", answer: t("faq1Text") },
    { question: "faq2", answer: t(isInstructed ? "faq2Instructed" : "faq2Text") },
    {
      question: "faq3",
      answer: mismatch.late === null ? t("faq3Text", { late }) : instructedText(t, mismatch.late),
    },
  ] as const;
  return (
    <section className="mt-12 max-w-3xl print:hidden" aria-labelledby="faq">
      <h2 id="faq" className="text-xl font-semibold tracking-tight">
        {t("faqTitle")}
      </h2>
      <div className="mt-3 border-t">
        {questions.map(({ question, answer }) => (
          <details key={question} className="group border-b">
            <summary className="flex min-h-12 items-center justify-between gap-4 py-2 font-medium">
              {t(question)}
              <Icon name="chevron" className="size-4 text-soft group-open:rotate-180" />
            </summary>
            <p className="max-w-prose pb-4 text-soft">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
