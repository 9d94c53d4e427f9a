import { useLocale, useTranslations } from "use-intl";
import { Icon } from "../../../ui/icon";
import { Part, Table } from "../part";
import type { Overview } from "../types";

type Day = Overview["daily"][number];

const WIDTH = 600;
const HEIGHT = 120;
/** Between two days, of a day's width. */
const GAP_SHARE = 0.28;
const KINDS = ["completed", "refunded", "failed"] as const;
const FILLS = { completed: "fill-accent", refunded: "fill-warn", failed: "fill-bad" } as const;
const MARKS = { completed: "bg-accent", refunded: "bg-warn", failed: "bg-bad" } as const;

/** How the orders of the last days ended, as columns; the same figures as a table beneath. */
export function DailyChart({ days }: { days: readonly Day[] }) {
  const t = useTranslations("adminOverview");
  const total = (kind: (typeof KINDS)[number]) => days.reduce((sum, day) => sum + day[kind], 0);
  const totals = {
    completed: String(total("completed")),
    refunded: String(total("refunded")),
    failed: String(total("failed")),
  };
  const day = useDayText();
  const [first, last] = [days[0], days.at(-1)];
  return (
    <Part id="daily" title={t("dailyTitle")}>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {KINDS.map((kind) => (
          <div key={kind} className="flex items-center gap-2">
            <span aria-hidden="true" className={`size-2.5 ${MARKS[kind]}`} />
            <dt className="text-soft">{t(kind)}</dt>
            <dd className="font-semibold">{totals[kind]}</dd>
          </div>
        ))}
      </dl>
      {first === undefined || last === undefined ? (
        <p className="mt-4 border-t py-4 text-sm text-soft">{t("noDays")}</p>
      ) : (
        <>
          <Columns days={days} label={t("dailyLabel", { days: days.length, ...totals })} />
          <p className="mt-1 flex justify-between text-xs text-soft">
            <span>{day(first.day)}</span>
            <span>{day(last.day)}</span>
          </p>
          <details className="group mt-3 border-y">
            <summary className="flex min-h-11 items-center justify-between text-sm text-soft hover:text-ink">
              {t("dailyTable")}
              <Icon name="chevron" className="size-4 group-open:rotate-180" />
            </summary>
            <div className="max-h-72 overflow-y-auto pb-3">
              <Table
                label={t("dailyTitle")}
                heads={[t("day"), ...KINDS.map((kind) => ({ name: t(kind), isFigure: true }))]}
              >
                {days.toReversed().map((one) => (
                  <tr key={one.day}>
                    <th scope="row">{day(one.day)}</th>
                    {KINDS.map((kind) => (
                      <td key={kind} className="figure">
                        {one[kind]}
                      </td>
                    ))}
                  </tr>
                ))}
              </Table>
            </div>
          </details>
        </>
      )}
    </Part>
  );
}

/** A day of the wire (YYYY-MM-DD, UTC) in the reader's words. */
function useDayText(): (day: string) => string {
  const format = new Intl.DateTimeFormat(useLocale(), { day: "numeric", month: "short", timeZone: "UTC" });
  return (day) => format.format(new Date(`${day}T00:00:00Z`));
}

function Columns({ days, label }: { days: readonly Day[]; label: string }) {
  const most = Math.max(1, ...days.map((day) => day.completed + day.refunded + day.failed));
  const step = WIDTH / days.length;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      className="mt-4 h-32 w-full border-b sm:h-52"
    >
      {days.map((day, index) => {
        let top = HEIGHT;
        return KINDS.map((kind) => {
          const size = (day[kind] / most) * HEIGHT;
          top -= size;
          return size === 0 ? null : (
            <rect
              key={`${day.day}-${kind}`}
              x={(index + GAP_SHARE / 2) * step}
              y={top}
              width={step * (1 - GAP_SHARE)}
              height={size}
              className={FILLS[kind]}
            />
          );
        });
      })}
    </svg>
  );
}
