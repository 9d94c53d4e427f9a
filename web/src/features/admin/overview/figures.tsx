import { useTranslations } from "use-intl";
import { Readouts } from "../../../ui/prose";
import { Moment, useDuration } from "../../../ui/time";
import type { Overview } from "../types";

type Translate = ReturnType<typeof useTranslations<"adminOverview">>;

/** States that an order does not leave. */
const ENDED = ["completed", "refunded", "expired", "cancelled", "failed"];

/** The console's first line: what runs, how long it takes, whether the books are sound. */
export function Figures({ overview }: { overview: Overview }) {
  const t = useTranslations("adminOverview");
  const duration = useDuration();
  const { completion, orders, loans } = overview;
  const running = orders
    .filter(({ state }) => !ENDED.includes(state))
    .reduce((sum, { count }) => sum + count, 0);
  const loanCount = (wanted: string) => loans.find(({ status }) => status === wanted)?.count ?? 0;
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
        { label: t("booksShort"), ...booksOf(overview, t) },
        {
          label: t("loansPending"),
          value: loanCount("pending"),
          note: t("loansProcessing", { count: loanCount("processing") }),
        },
      ]}
    />
  );
}

/** Whether the books are sound, and when that was last looked at: nothing is said before the first look has ended. */
function booksOf({ invariants, trialBalance }: Overview, t: Translate) {
  const isUnsound = !trialBalance.balanced || invariants.violated.length > 0;
  if (isUnsound)
    return { value: <span className="text-bad">{t("unsound")}</span>, note: checkedNote(invariants, t) };
  return { value: invariants.checkedAt === null ? "…" : t("sound"), note: checkedNote(invariants, t) };
}

const checkedNote = ({ checked, checkedAt }: Overview["invariants"], t: Translate) =>
  checkedAt === null ? (
    t("checking")
  ) : (
    <>
      {t("checked", { count: checked })} · <Moment at={checkedAt} />
    </>
  );
