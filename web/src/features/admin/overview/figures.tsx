import { useTranslations } from "use-intl";
import { Readouts } from "../../../ui/prose";
import { useDuration } from "../../../ui/time";
import type { Overview } from "../types";

/** States that an order does not leave. */
const ENDED = ["completed", "refunded", "expired", "cancelled", "failed"];

/** The console's first line: what runs, how long it takes, whether the books are sound. */
export function Figures({ overview }: { overview: Overview }) {
  const t = useTranslations("adminOverview");
  const duration = useDuration();
  const { completion, invariants, trialBalance, orders, loans } = overview;
  const running = orders
    .filter(({ state }) => !ENDED.includes(state))
    .reduce((sum, { count }) => sum + count, 0);
  const loanCount = (wanted: string) => loans.find(({ status }) => status === wanted)?.count ?? 0;
  const isSound = trialBalance.balanced && invariants.violated.length === 0;
  return (
    <Readouts
      label={t("inShort")}
      items={[
        { label: t("running"), value: running, note: t("runningNote") },
        {
          label: t("median"),
          value: completion.median === null ? t("noFigure") : duration(completion.median),
          ...(completion.p95 === null ? {} : { note: t("p95", { time: duration(completion.p95) }) }),
        },
        {
          label: t("booksShort"),
          value: <span className={isSound ? "" : "text-bad"}>{isSound ? t("sound") : t("unsound")}</span>,
          note: invariants.checkedAt === null ? t("checking") : t("checked", { count: invariants.checked }),
        },
        {
          label: t("loansPending"),
          value: loanCount("pending"),
          note: t("loansProcessing", { count: loanCount("processing") }),
        },
      ]}
    />
  );
}
