import type { OrderState } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { useDuration } from "../../ui/time";
import { RULES } from "../legal/rules";
import { WideFold } from "./fold";
import { instructedText } from "./late-note";

const UNPAID: readonly OrderState[] = ["waiting", "expired", "cancelled"];
const FINAL: readonly OrderState[] = ["completed", "refunded", "failed"];

/** The three points of the payment page's help, as far as they still apply. */
export function Faq({ order }: { order: Order }) {
  const t = useTranslations("payment");
  const late = useDuration()(RULES.lateRefundSeconds);
  const { mismatch } = order;
  const isInstructed = mismatch.less !== null || mismatch.more !== null;
  const isUnpaid = UNPAID.includes(order.state);
  const questions = [
    { question: "faq1", answer: t("faq1Text"), applies: !FINAL.includes(order.state) },
    { question: "faq2", answer: t(isInstructed ? "faq2Instructed" : "faq2Text"), applies: isUnpaid },
    {
      question: "faq3",
      answer: mismatch.late === null ? t("faq3Text", { late }) : instructedText(t, mismatch.late),
      applies: isUnpaid,
    },
  ] as const;
  const asked = questions.filter(({ applies }) => applies);
  if (asked.length === 0) return null;
  return (
    <section className="mt-12 max-w-3xl print:hidden" aria-labelledby="faq">
      <h2 id="faq" className="text-xl font-semibold tracking-tight">
        {t("faqTitle")}
      </h2>
      <div className="mt-3 border-t">
        {asked.map(({ question, answer }) => (
          <WideFold key={question} name={question} summary={t(question)}>
            <p className="max-w-prose pb-4 text-soft">{answer}</p>
          </WideFold>
        ))}
      </div>
    </section>
  );
}
