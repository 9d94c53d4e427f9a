import { useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Disc } from "../../ui/disc";
import { useAge, useLive } from "./live";
import { useRefresh } from "./use-console";

/** How old the page is: whether it follows the service, when it was read, and the way to read it now. */
export function Freshness() {
  const t = useTranslations("admin");
  const refresh = useRefresh();
  const [isOn, setOn] = useState(true);
  const { isAway } = useLive(isOn);
  const [isBusy, setBusy] = useState(false);
  const ask = async () => {
    if (isBusy) return;
    setBusy(true);
    await refresh();
    setBusy(false);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Age isAway={isAway} />
      <button type="button" aria-pressed={isOn} onClick={() => setOn(!isOn)} className="button">
        <Disc level={isOn ? (isAway ? 0.5 : 1) : 0} className="size-3.5" />
        {t("live")}
      </button>
      <button type="button" aria-disabled={isBusy} onClick={() => void ask()} className="button">
        {isBusy ? t("refreshing") : t("refresh")}
      </button>
    </div>
  );
}

function Age({ isAway }: { isAway: boolean }) {
  const t = useTranslations("admin");
  const { readAtMs, isFailing } = useAge();
  const format = new Intl.DateTimeFormat(useLocale(), { timeStyle: "medium" });
  if (readAtMs === 0) return null;
  const time = format.format(new Date(readAtMs));
  if (isFailing)
    return (
      <p role="alert" className="font-medium text-bad tabular-nums">
        {t("staleSince", { time })}
      </p>
    );
  return <p className="text-soft tabular-nums">{t(isAway ? "restingSince" : "readAt", { time })}</p>;
}
