import { useEffect } from "react";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { useAppContext, useHydrated } from "../../lib/page-context";
import { Disc } from "../../ui/disc";
import { FieldMessage, messageId } from "../../ui/field";
import { Moment } from "../../ui/time";
import { ActionForm, usePaymentActions } from "./action-form";
import { LookedAt } from "./looked-at";
import { Spinner } from "./spinner";
import { chainStatus } from "./tron-status";

const NETWORK = "TRON";

/** USDT on TRON: what the network shows, and the manual check by a transaction's hash. */
export function TronPanel({ order }: { order: Order }) {
  const t = useTranslations("payment");
  const status = chainStatus(order);
  useTransactionTime(order);
  const levels = { waiting: 0, detected: 0.5, confirmed: 1 } as const;
  const texts = { waiting: "chainWaiting", detected: "chainDetected", confirmed: "chainConfirmed" } as const;
  return (
    <section className="panel p-4 sm:p-6" aria-labelledby="chain">
      <h2 id="chain" className="eyebrow">
        {t("chainTitle")}
      </h2>
      <p className="mt-1 flex items-center gap-2 text-lg font-semibold" aria-live="polite">
        <Disc level={levels[status]} />
        {t(texts[status])}
      </p>
      <div className="mt-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-t pt-3">
        <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm">
          <div>
            <dt className="text-xs text-soft">{t("transactionTime")}</dt>
            <dd className="font-medium">
              <TransactionTime isSeen={status !== "waiting"} />
            </dd>
          </div>
          <div>
            <dt className="text-xs text-soft">{t("confirmationCount")}</dt>
            <dd className="font-medium">
              {t("confirmations", {
                count: Math.min(order.confirmations, order.confirmationsRequired),
                required: order.confirmationsRequired,
              })}
            </dd>
          </div>
        </dl>
        <RefreshStatus />
      </div>
      {status === "confirmed" ? null : <VerifyForm />}
    </section>
  );
}

function TransactionTime({ isSeen }: { isSeen: boolean }) {
  const t = useTranslations("payment");
  const { transactionTime } = usePaymentActions();
  const hydrated = useHydrated();
  if (isSeen && transactionTime !== null) return <Moment at={transactionTime} exact />;
  if (!isSeen) return t("transactionNone");
  return hydrated ? "…" : t("transactionAsk");
}

function RefreshStatus() {
  const t = useTranslations("payment");
  const { look } = usePaymentActions();
  return (
    <ActionForm intent="refresh">
      {({ isBusy, errors }) => (
        <>
          <button type="submit" disabled={isBusy} className="button">
            {isBusy ? <Spinner /> : null}
            {t("refreshStatus")}
          </button>
          <FieldMessage name="refresh" error={errors.refresh}>
            {look === null ? null : <LookedAt look={look} network={NETWORK} />}
          </FieldMessage>
        </>
      )}
    </ActionForm>
  );
}

function VerifyForm() {
  const t = useTranslations("payment");
  return (
    <ActionForm intent="verify" className="mt-4 border-t pt-4">
      {({ isBusy, errors, values }) => (
        <>
          <label htmlFor="txHash" className="eyebrow">
            {t("hashLabel")}
          </label>
          <div className="mt-1 flex flex-wrap gap-3">
            <input
              id="txHash"
              name="txHash"
              defaultValue={values.txHash}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={128}
              aria-invalid={errors.txHash !== undefined}
              aria-describedby={messageId("txHash")}
              className="control min-w-56 flex-1 font-mono text-sm"
            />
            <button type="submit" disabled={isBusy} className="button max-sm:w-full">
              {isBusy ? <Spinner /> : null}
              {t("verify")}
            </button>
          </div>
          <FieldMessage name="txHash" error={errors.txHash}>
            {t("hashHint")}
          </FieldMessage>
        </>
      )}
    </ActionForm>
  );
}

/** Asks once for the time of a payment that the page learned of by itself. */
function useTransactionTime(order: Order): void {
  const { api } = useAppContext();
  const { transactionTime, setTransactionTime } = usePaymentActions();
  const wanted = order.deposits.some(({ setAside }) => !setAside) && transactionTime === null;
  useEffect(() => {
    if (!wanted) return;
    let isCurrent = true;
    void api.verifyPayment(order.id).then((result) => {
      if (isCurrent && result.ok && result.value.transactionTime !== null) {
        setTransactionTime(result.value.transactionTime);
      }
    });
    return () => {
      isCurrent = false;
    };
  }, [wanted, api, order.id, setTransactionTime]);
}
