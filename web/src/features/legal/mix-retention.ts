import { useFormatter } from "use-intl";
import { usePage } from "../../lib/page-context";
import { useDuration } from "../../ui/time";

/** Up to two days are said in hours. */
const HOURS_SHOWN_MAX = 48;

/** The longest time that a mixed order is kept after its end, in words. */
export function useMixRetention(): string {
  const { site } = usePage();
  const format = useFormatter();
  const duration = useDuration();
  const hours = site.mixRetentionHours;
  if (hours <= HOURS_SHOWN_MAX) return duration(hours * 3600);
  return format.number(Math.ceil(hours / 24), { style: "unit", unit: "day", unitDisplay: "long" });
}
