import { useIsFetching } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Invariants, TrialBalance, Wallets } from "./books";
import { Chains } from "./chains";
import { HeldOrder } from "./held-order";
import { useRefresh } from "./use-admin-query";
import { adminQueryKey } from "./use-session";

/** What an administrator sees and may do; it says nothing that the service did not answer just now. */
export function Console({ onLeave }: { onLeave: () => Promise<void> }) {
  const t = useTranslations("admin");
  const refresh = useRefresh();
  const isBusy = useIsFetching({ queryKey: [adminQueryKey] }) > 0;
  return (
    <>
      <div className="mt-6 flex flex-wrap gap-3">
        <button type="button" disabled={isBusy} onClick={() => void refresh()} className="button">
          {isBusy ? t("refreshing") : t("refresh")}
        </button>
        <button type="button" onClick={() => void onLeave()} className="button">
          {t("logout")}
        </button>
      </div>
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-10">
        <HeldOrder />
        <Chains />
        <Invariants />
        <Wallets />
        <TrialBalance />
      </div>
    </>
  );
}
