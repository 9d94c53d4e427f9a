import { useTranslations } from "use-intl";
import type { Look } from "./actions";
import { ClockTime } from "./clock-time";

/** What was looked at, and when: the blocks up to a height and what waits for one, or what the service already knew. */
export function LookedAt({ look: { at, height }, network }: { look: Look; network: string }) {
  const t = useTranslations("orderPage");
  const time = () => <ClockTime at={at} isExact />;
  return height === null ? t.rich("readAt", { time }) : t.rich("lookedAt", { network, height, time });
}
