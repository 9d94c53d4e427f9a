import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";

/** How many of the mixing rounds are done; what belongs to which round is never shown. */
export function Mixing({ order }: { order: Order }) {
  const t = useTranslations("payment");
  if (order.mixing === null || order.mixing === undefined) return null;
  const { round, rounds } = order.mixing;
  const text = t("mixingRounds", { round, rounds });
  return (
    <section className="panel p-4 sm:p-6" aria-label={t("mixingLabel")}>
      <p className="text-lg font-semibold" aria-live="polite">
        {text}
      </p>
      <progress className="confirmations mt-3" max={Math.max(1, rounds)} value={round} aria-label={text} />
      <p className="mt-2 text-sm text-soft">{t("mixingText")}</p>
    </section>
  );
}
