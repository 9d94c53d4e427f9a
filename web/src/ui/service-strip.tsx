import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useAppContext } from "../lib/page-context";

const ASK_EVERY_MS = 30_000;

/** Says on every page that no order can be made now, as long as that is so. Only the browser asks. */
export function ServiceStrip() {
  const t = useTranslations("header");
  const { api } = useAppContext();
  const { data: takesOrders = true } = useQuery({
    queryKey: ["takes-orders"],
    queryFn: () => api.takesOrders(),
    refetchInterval: ASK_EVERY_MS,
  });
  return (
    <div role="status">
      {takesOrders ? null : (
        <p className="border-line border-b bg-well px-4 py-2 text-center text-sm">{t("unavailable")}</p>
      )}
    </div>
  );
}
