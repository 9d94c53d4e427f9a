import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { CopyButton } from "../../ui/copy-button";
import { OnChain } from "../../ui/on-chain";

/** What the chains show: the deposits with their confirmations, and the payout or refund. */
export function Transactions({ order }: { order: Order }) {
  const t = useTranslations("payment");
  const status = useTranslations("payoutStatus");
  if (order.deposits.length === 0 && order.payouts.length === 0) return null;
  const isSplit = order.mixing !== null && order.payouts.length > 1;
  // Parts of one mix may share a transaction, so only their place distinguishes them.
  const payouts = order.payouts.map((payout, index) => ({ ...payout, number: index + 1 }));
  const isRefund = order.state === "refunding" || order.state === "refunded";
  return (
    <section className="transactions divide-y border-y">
      {order.deposits.map((deposit) => (
        <Transaction
          key={`${deposit.txHash}-${deposit.amount}`}
          label={t(deposit.setAside || deposit.child !== null ? "otherDeposit" : "deposits")}
          {...deposit}
          address={null}
          txKey={null}
          note={
            deposit.setAside
              ? t("setAside")
              : deposit.child !== null
                ? t("childDeposit")
                : t("confirmations", {
                    count: Math.min(deposit.confirmations, order.confirmationsRequired),
                    required: order.confirmationsRequired,
                  })
          }
        />
      ))}
      {payouts.map(({ number, ...payout }) => (
        <Transaction
          key={number}
          label={isRefund ? t("refundPayouts") : isSplit ? t("payoutPart", { number }) : t("payouts")}
          {...payout}
          address={isSplit ? payout.address : null}
          txKey={payout.txKey ?? null}
          note={status(payout.status)}
        />
      ))}
    </section>
  );
}

interface TransactionProps {
  label: string;
  txHash: string | null;
  currency: string;
  amount: string;
  url: string | null;
  note: string | null;
  /** Where it goes, if there is more than one place. */
  address: string | null;
  /** What proves it, where its network does not show what is paid. */
  txKey: string | null;
}

function Transaction({ label, txHash, currency, amount, url, note, address, txKey }: TransactionProps) {
  const t = useTranslations("payment");
  const { language } = usePage();
  return (
    <div className="py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="eyebrow">{label}</span>
        {note === null ? null : <span className="text-sm text-soft">{note}</span>}
      </p>
      <p className="font-semibold">
        {formatDecimal(amount, language)} <span className="font-medium text-soft">{currency}</span>
      </p>
      {address === null ? null : (
        <p className="text-sm">
          <span className="text-soft">{t("receiveAddress")}</span> <OnChain kind="address" value={address} />
        </p>
      )}
      {txHash === null ? null : (
        <div className="flex items-center justify-between gap-2">
          <OnChain kind="tx" value={txHash} url={url} className="break-address text-xs" />
          <CopyButton value={txHash} label={t("copyTransaction")} what={t("transaction")} />
        </div>
      )}
      {txKey === null ? null : (
        <div className="mt-2">
          <p className="text-sm text-soft">{t("txKey")}</p>
          <div className="flex items-center justify-between gap-2">
            <span translate="no" className="break-address text-xs">
              {txKey}
            </span>
            <CopyButton value={txKey} label={t("copyTxKey")} what={t("txKey")} />
          </div>
          <p className="text-xs text-soft">{t("txKeyHint")}</p>
        </div>
      )}
    </div>
  );
}
