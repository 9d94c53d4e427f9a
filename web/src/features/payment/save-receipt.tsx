import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { useHydrated } from "../../lib/page-context";
import { addressesOf } from "./details";

/** The receipt to keep: on paper, or as a file that programs read. The file needs no script and asks no server. */
export function SaveReceipt({ order }: { order: Order }) {
  const t = useTranslations("orderPage");
  const hydrated = useHydrated();
  return (
    <div className="mt-3 flex flex-wrap gap-3">
      <a
        href={`data:application/json;charset=utf-8,${encodeURIComponent(receiptText(order))}`}
        download={`sotto-${order.trackingCode}.json`}
        className="button max-sm:grow"
      >
        {t("saveReceipt")}
      </a>
      <button
        type="button"
        onClick={() => window.print()}
        className={`button max-sm:grow ${hydrated ? "" : "invisible"}`}
      >
        {t("printReceipt")}
      </button>
    </div>
  );
}

/** What a receipt keeps of an order: its amounts, where they went and by which transactions; no secret id, nor a further order's. */
function receiptText(order: Order): string {
  const { trackingCode, state, orderType, createdAt, completedAt, amounts } = order;
  const { refundAddress, deposits, payouts } = order;
  const receiveAddresses = addressesOf(order);
  const facts = { trackingCode, state, orderType, createdAt, completedAt, amounts };
  const payments = deposits.map(({ child, ...deposit }) => ({
    ...deposit,
    isOfFurtherOrder: child !== null,
  }));
  const places = { receiveAddresses, refundAddress, deposits: payments, payouts };
  return JSON.stringify({ ...facts, ...places }, null, 2);
}
