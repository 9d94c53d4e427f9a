import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { useSentenceGap } from "../../lib/page-context";
import { REFRESH_SECONDS } from "../../ui/refresh";

/** Without JavaScript only: that the page loads itself again, and how to stop that while typing. */
export function RefreshNote({ id, isOff }: { id: string; isOff: boolean }) {
  const t = useTranslations("payment");
  const gap = useSentenceGap();
  return (
    <noscript>
      <p className="text-sm text-soft">
        {isOff ? null : t("refreshing", { seconds: REFRESH_SECONDS }) + gap}
        <Link to="/payment/$id" params={{ id }} search={isOff ? {} : { refresh: "off" }} className="link">
          {isOff ? t("resumeRefresh") : t("pauseRefresh")}
        </Link>
      </p>
    </noscript>
  );
}
