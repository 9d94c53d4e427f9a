import type { Order } from "../../lib/api";
import type { SiteSettings } from "../../lib/page-state";
import { isEnded } from "./load";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** So long may money of an order wait for its customer's answer. */
const ANSWER_MS_MAX = 30 * DAY_MS;

/** When an order as it is now will have been deleted at the latest, in ms since the epoch, if nothing happens to it. */
export function keptUntil(
  order: Pick<Order, "state" | "mixing" | "completedAt">,
  site: Pick<SiteSettings, "retentionDays" | "mixRetentionHours">,
  nowMs: number,
): number {
  const afterEnd = order.mixing === null ? site.retentionDays * DAY_MS : site.mixRetentionHours * HOUR_MS;
  if (isEnded(order.state))
    return (order.completedAt === null ? nowMs : Date.parse(order.completedAt)) + afterEnd;
  const isUnpaid = order.state === "waiting";
  return nowMs + (isUnpaid ? site.retentionDays * DAY_MS : ANSWER_MS_MAX + afterEnd);
}
