import { useTranslations } from "use-intl";
import { useAppContext } from "../lib/page-context";
import { usePolled } from "../lib/use-polled";

const ASK_EVERY_MS = 30_000;

/** Says on every page that no order can be made now, as long as that is so. Only the browser asks. */
export function ServiceStrip() {
  const t = useTranslations("header");
  const { api } = useAppContext();
  const takesOrders =
    usePolled({ key: "takes-orders", ask: () => api.takesOrders(), everyMs: ASK_EVERY_MS }) ?? true;
  return (
    <div role="status">
      {takesOrders ? null : (
        <p className="border-line border-b bg-well px-4 py-2 text-center text-sm">{t("unavailable")}</p>
      )}
    </div>
  );
}
