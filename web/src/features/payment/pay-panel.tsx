import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { CopyButton } from "../../ui/copy-button";
import { FieldMessage } from "../../ui/field";
import { Icon } from "../../ui/icon";
import { ActionForm } from "./action-form";
import { Countdown } from "./countdown";
import type { HowToPay } from "./how-to-pay";
import { Spinner } from "./spinner";
import { isTronUsdt } from "./tron-status";

/** How to pay: amount, address, network, QR, the time left, and the button that looks at the chain. */
export function PayPanel({ order, payment }: { order: Order; payment: HowToPay }) {
  const t = useTranslations("payment");
  const isTron = isTronUsdt(order);
  return (
    <section className="panel p-4 sm:p-6" aria-labelledby="pay">
      <Countdown order={order} />
      <h2 id="pay" className={isTron ? "mt-4 border-t pt-4 text-lg font-semibold tracking-tight" : "sr-only"}>
        {isTron ? t("tronSend") : t("payTitle")}
      </h2>
      <div
        className={`grid items-start gap-x-6 gap-y-4 sm:grid-cols-[1fr_auto] ${isTron ? "mt-3" : "mt-4 border-t pt-4"}`}
      >
        <WhatToSend payment={payment} isTron={isTron} />
        <Qr payment={payment} />
      </div>
      <Instructions lines={payment.instructions} />
      <PaidAndCancel />
      <Important />
    </section>
  );
}

function WhatToSend({ payment, isTron }: { payment: HowToPay; isTron: boolean }) {
  const t = useTranslations("payment");
  const { language } = usePage();
  const warning = isTron
    ? t("tronOnly")
    : payment.network === null
      ? t("networkWarningPlain", { currency: payment.currency })
      : t("networkWarning", { network: payment.network });
  return (
    <div className="grid min-w-0 gap-4">
      <Item
        label={t("payExactly")}
        copy={<CopyButton value={payment.amount} label={t("copyAmount")} what={t("exactAmount")} />}
      >
        <span className="text-2xl font-semibold tracking-tight">
          {formatDecimal(payment.amount, language)}
        </span>{" "}
        <span className="font-medium">{payment.currency}</span>
      </Item>
      <Item
        label={t("toAddress")}
        copy={<CopyButton value={payment.address} label={t("copyAddress")} what={t("paymentAddress")} />}
      >
        <span className="break-address">{payment.address}</span>
      </Item>
      {payment.memo === null ? null : (
        <>
          <Item
            label={t("memo")}
            copy={<CopyButton value={payment.memo} label={t("copyMemo")} what={t("memoOptional")} />}
          >
            <span className="break-address">{payment.memo}</span>
          </Item>
          <p className="text-sm font-medium text-warn">{t("memoWarning")}</p>
        </>
      )}
      <p className="text-sm font-medium text-warn">{warning}</p>
    </div>
  );
}

function Qr({ payment }: { payment: HowToPay }) {
  const t = useTranslations("payment");
  const { amount, currency, address, qrCode, paymentUri } = payment;
  if (qrCode === null && paymentUri === null) return null;
  return (
    <div className="grid gap-3 justify-self-center sm:justify-self-end">
      {qrCode === null ? null : (
        <img
          src={qrCode}
          width={208}
          height={208}
          alt={t("qrAlt", { amount, currency, address })}
          className="size-52 rounded-md border bg-white p-2"
        />
      )}
      {paymentUri === null ? null : (
        <a href={paymentUri} className="button">
          <Icon name="wallet" />
          {t("openWallet")}
        </a>
      )}
    </div>
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

function Instructions({ lines }: { lines: string[] }) {
  const t = useTranslations("payment");
  if (lines.length === 0) return null;
  return (
    <div className="mt-4 rounded-md border border-warn bg-warn/10 p-3 text-sm">
      <p className="font-semibold text-warn">{t("instructions")}</p>
      {lines.map((line) => (
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
    <div className="mt-5 flex flex-wrap items-start gap-3">
      <ActionForm intent="paid" className="grow">
        {({ isBusy, errors }) => (
          <>
            <button type="submit" disabled={isBusy} className="button button-primary w-full">
              {isBusy ? <Spinner /> : null}
              {isBusy ? t("checking") : t("iHavePaid")}
            </button>
            <FieldMessage name="paid" error={errors.paid} reserve={false} />
          </>
        )}
      </ActionForm>
      <ActionForm intent="cancel" className="max-sm:w-full">
        {({ isBusy, errors }) => (
          <>
            <button type="submit" disabled={isBusy} className="button w-full" title={t("cancelHint")}>
              {t("cancel")}
            </button>
            <FieldMessage name="cancel" error={errors.cancel} reserve={false} />
          </>
        )}
      </ActionForm>
    </div>
  );
}

function Important() {
  const t = useTranslations("payment");
  return (
    <div className="mt-5 border-t pt-4 text-sm">
      <h3 id="important" className="font-semibold">
        {t("important")}
      </h3>
      <ul className="mt-1 grid list-disc gap-1 pl-5 text-soft" aria-labelledby="important">
        {(["important1", "important2", "important3"] as const).map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
      </ul>
    </div>
  );
}
