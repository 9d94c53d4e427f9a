import type { Payment } from "@sotto/openapi";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { formatDecimal } from "../../lib/decimal";
import { useNowMs, usePage } from "../../lib/page-context";
import { CopyButton } from "../../ui/copy-button";
import { FieldMessage } from "../../ui/field";
import { Icon } from "../../ui/icon";
import { clockTime } from "../../ui/time";
import { ActionForm } from "./action-form";

/** From this instruction line on they are shown, and only when there are more (specification, section 2). */
const instructionsFrom = 4;

/** How to pay: amount, address, network, QR, the time left, and the button that looks at the chain. */
export function PayPanel({ order, payment }: { order: Order; payment: Payment }) {
  const t = useTranslations("payment");
  const { language } = usePage();
  const amount = formatDecimal(payment.amount, language);
  return (
    <section className="panel p-4 sm:p-6">
      <Countdown order={order} />
      <div className="mt-4 grid items-start gap-x-6 gap-y-4 sm:grid-cols-[1fr_auto]">
        <div className="grid min-w-0 gap-4">
          <Item
            label={t("payExactly")}
            copy={<CopyButton value={payment.amount} label={t("copyAmount")} what={t("payExactly")} />}
          >
            <span className="text-2xl font-semibold tracking-tight">{amount}</span>{" "}
            <span className="font-medium">{payment.currency}</span>
          </Item>
          <Item
            label={t("toAddress")}
            copy={<CopyButton value={payment.address} label={t("copyAddress")} what={t("toAddress")} />}
          >
            <span className="break-address">{payment.address}</span>
          </Item>
          {payment.memo === null ? null : (
            <Item
              label={t("memo")}
              copy={<CopyButton value={payment.memo} label={t("copyMemo")} what={t("memoOptional")} />}
            >
              <span className="break-address">{payment.memo}</span>
            </Item>
          )}
          <p className="text-sm font-medium text-warn">{t("networkWarning", { network: payment.network })}</p>
        </div>
        <div className="grid gap-3 justify-self-center sm:justify-self-end">
          <img
            src={payment.qrCode}
            width={208}
            height={208}
            alt={t("qrAlt", { amount: payment.amount, currency: payment.currency, address: payment.address })}
            className="size-52 rounded-md border bg-white p-2"
          />
          {payment.paymentUri === null ? null : (
            <a href={payment.paymentUri} className="button">
              <Icon name="wallet" />
              {t("openWallet")}
            </a>
          )}
        </div>
      </div>
      <Instructions lines={payment.instructions} />
      <PaidAndCancel />
      <ul className="mt-4 grid gap-1 border-t pt-3 text-sm text-soft" aria-label={t("important")}>
        {(["important1", "important2", "important3"] as const).map((key) => (
          <li key={key} className="flex gap-2">
            <span aria-hidden="true">·</span>
            {t(key)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Item({ label, copy, children }: { label: string; copy: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-start justify-between gap-2">
      <div className="min-w-0">
        <p className="eyebrow">{label}</p>
        <p className="mt-0.5">{children}</p>
      </div>
      {copy}
    </div>
  );
}

/** Above 300 s it is calm, to 61 s a warning, from 60 s on urgent (specification, section 4). */
function countdownColor(seconds: number): string {
  if (seconds > 300) return "text-good";
  return seconds > 60 ? "text-warn" : "text-bad";
}

function Countdown({ order }: { order: Order }) {
  const t = useTranslations("payment");
  const nowMs = useNowMs();
  const seconds = (Date.parse(order.expiresAt) - nowMs) / 1000;
  return (
    <div className="border-b pb-3">
      <p className="flex items-baseline justify-between gap-4">
        <span className="text-soft">{seconds > 0 ? t("timeLeft") : t("expiredAt")}</span>
        <span className={`text-xl font-semibold ${countdownColor(seconds)}`} role="timer">
          {clockTime(seconds)}
        </span>
      </p>
      <p className="mt-1 text-xs text-soft">{t("lateNote")}</p>
    </div>
  );
}

function Instructions({ lines }: { lines: string[] }) {
  const t = useTranslations("payment");
  const shown = lines.slice(instructionsFrom);
  if (shown.length === 0) return null;
  return (
    <div className="mt-4 rounded-md border border-warn p-3 text-sm">
      <p className="font-semibold text-warn">{t("instructions")}</p>
      {shown.map((line) => (
        <p key={line} className="mt-1">
          {line}
        </p>
      ))}
    </div>
  );
}

function PaidAndCancel() {
  const t = useTranslations("payment");
  return (
    <div className="mt-5 flex flex-wrap items-start gap-x-3">
      <ActionForm intent="paid" className="grow">
        {({ isBusy, errors }) => (
          <>
            <button type="submit" disabled={isBusy} className="button button-primary w-full">
              {isBusy ? t("checking") : t("iHavePaid")}
            </button>
            <FieldMessage name="paid" error={errors.paid} reserve={false} />
          </>
        )}
      </ActionForm>
      <ActionForm intent="cancel">
        {({ isBusy, errors }) => (
          <>
            <button type="submit" disabled={isBusy} className="button" title={t("cancelHint")}>
              {t("cancel")}
            </button>
            <FieldMessage name="cancel" error={errors.cancel} reserve={false} />
          </>
        )}
      </ActionForm>
    </div>
  );
}
