import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { compareDecimals, formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { Disc } from "../../ui/disc";
import { arrivedShare, discLevel } from "./level";

interface Label {
  /** From 0 at the bottom to 1 at the top. */
  at: number;
  text: string;
}

/** Labels closer to each other than this, in pixels, would overlap. */
const APART_PX = 26;
const LABELS_PX = 200;

/** The large disc of an order, with words at its levels; `size` is its height in pixels. */
export function Levels({ order, size, className }: { order: Order; size: 232 | 104; className: string }) {
  const labels = useLabels(order);
  const height = (at: number) =>
    at <= 0 ? size - 9 : at >= 1 ? 9 : Math.min(Math.max(size * (1 - at), 9 + APART_PX), size - 9 - APART_PX);
  return (
    <div className={`flex ${className}`}>
      <Disc {...discLevel(order)} isSolid className={size === 232 ? "size-58" : "size-26"} />
      {labels.length === 0 ? null : (
        <svg
          viewBox={`0 0 ${LABELS_PX} ${size}`}
          width={LABELS_PX}
          height={size}
          className="shrink-0"
          aria-hidden="true"
        >
          {labels.map(({ at, text }) => (
            <g key={at}>
              <path d={`M8 ${height(at)}h20`} className="stroke-ink" />
              <text
                x="36"
                y={height(at)}
                dominantBaseline="central"
                className="fill-ink text-[0.9375rem] font-medium"
              >
                {text}
              </text>
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}

/** What the levels mean: the confirmations while they are gathered, and what arrived beside what was ordered. */
function useLabels(order: Order): Label[] {
  const t = useTranslations("orderPage");
  const { language } = usePage();
  const { state, confirmations: count, confirmationsRequired: required, amounts } = order;
  if (state === "confirming") {
    const now = { at: count / Math.max(1, required), text: t("levelNow", { count, required }) };
    const isBetween = count > 0 && count < required;
    return [
      { at: 1, text: t(amounts.current === null ? "levelFinal" : "levelPaid", { required }) },
      ...(isBetween ? [now] : []),
      { at: 0, text: t("levelSeen") },
    ];
  }
  const share = arrivedShare(order);
  const { arrived, ordered } = amounts;
  if (state !== "action_required" || share === null || arrived === null) return [];
  const isMore = compareDecimals(arrived.amount, ordered.sendAmount) > 0;
  const arrivedText = t("levelArrived", { amount: formatDecimal(arrived.amount, language) });
  const orderedText = t("levelOrdered", { amount: formatDecimal(ordered.sendAmount, language) });
  return [
    { at: 1, text: isMore ? arrivedText : orderedText },
    { at: share, text: isMore ? orderedText : arrivedText },
  ];
}
