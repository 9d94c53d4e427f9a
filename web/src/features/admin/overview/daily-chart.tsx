import { useLocale, useTranslations } from "use-intl";
import { Icon } from "../../../ui/icon";
import { Part, Table } from "../part";
import type { Overview } from "../types";
import { ticksUpTo } from "./scale";

type Day = Overview["daily"][number];

const WIDTH = 600;
const HEIGHT = 120;
/** Between two days, of a day's width. */
const GAP_SHARE = 0.28;
/** From so many days on, the middle one is named too. */
const DAYS_WITH_MIDDLE = 9;
const KINDS = ["completed", "refunded", "failed"] as const;
const FILLS = { completed: "fill-accent", refunded: "fill-soft", failed: "fill-bad" } as const;
const MARKS = { completed: "bg-accent", refunded: "bg-soft", failed: "bg-bad" } as const;

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
  const between = days.length < DAYS_WITH_MIDDLE ? [] : days.slice(days.length >> 1, (days.length >> 1) + 1);
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
          <p className="mt-1 flex justify-between pl-9 text-xs text-soft">
            {[first, ...between, last].map((one) => (
              <span key={one.day}>{day(one.day)}</span>
            ))}
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

/** Columns above a line of days, beside a scale of orders. */
function Columns({ days, label }: { days: readonly Day[]; label: string }) {
  const format = new Intl.NumberFormat(useLocale());
  const ticks = ticksUpTo(Math.max(...days.map((day) => day.completed + day.refunded + day.failed)));
  const most = ticks.at(-1) ?? 1;
  return (
    <div className="relative mt-4 h-36 pl-9 sm:h-52">
      {ticks.map((tick) => (
        <svg key={tick} aria-hidden="true" className="absolute inset-0 size-full overflow-visible text-xs">
          <line
            x1="36"
            x2="100%"
            y1={`${100 - (tick / most) * 100}%`}
            y2={`${100 - (tick / most) * 100}%`}
            className="stroke-line"
          />
          <text
            x="28"
            y={`${100 - (tick / most) * 100}%`}
            dy="4"
            textAnchor="end"
            className="fill-soft tabular-nums"
          >
            {format.format(tick)}
          </text>
        </svg>
      ))}
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        className="relative size-full border-b border-edge"
      >
        {days.map((day, index) => (
          <Column
            key={day.day}
            day={day}
            at={index * (WIDTH / days.length)}
            width={WIDTH / days.length}
            most={most}
          />
        ))}
      </svg>
    </div>
  );
}

/** One day: its kinds on top of each other, with their figures in a tip. */
function Column({ day, at, width, most }: { day: Day; at: number; width: number; most: number }) {
  const t = useTranslations("adminOverview");
  const text = useDayText();
  let top = HEIGHT;
  return (
    <g>
      <title>{[text(day.day), ...KINDS.map((kind) => `${t(kind)} ${day[kind]}`)].join(" · ")}</title>
      <rect x={at} width={width} height={HEIGHT} fill="transparent" />
      {KINDS.map((kind) => {
        const size = (day[kind] / most) * HEIGHT;
        top -= size;
        return size === 0 ? null : (
          <rect
            key={kind}
            x={at + (width * GAP_SHARE) / 2}
            y={top}
            width={width * (1 - GAP_SHARE)}
            height={size}
            className={FILLS[kind]}
          />
        );
      })}
    </g>
  );
}
