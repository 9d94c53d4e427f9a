import { ADDRESS_TYPE_NAMES } from "@sotto/openapi/address-types";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { AddressText } from "../../ui/address-text";
import { CopyButton } from "../../ui/copy-button";
import { Faucet } from "./faucet";
import type { HowToPay } from "./how-to-pay";
import { PayActions } from "./pay-actions";
import { PaymentQr } from "./payment-qr";
import { isTronUsdt } from "./tron-status";

/** How to pay: amount, address, network, QR, and the button that looks at the chain. */
export function PayPanel({ order, payment }: { order: Order; payment: HowToPay }) {
  const t = useTranslations("payment");
  const { network } = usePage();
  const isTron = isTronUsdt(order);
  return (
    <section aria-labelledby="pay">
      <h2 id="pay" className="sr-only">
        {isTron ? t("tronSend") : t("payTitle")}
      </h2>
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-[1fr_auto] sm:gap-y-6">
        <AmountToSend payment={payment} />
        <div className="grid gap-3 border-t pt-3 sm:col-span-2 sm:row-start-2 sm:pt-5">
          <WhereToSend payment={payment} isTron={isTron} />
        </div>
        <PaymentQr payment={payment} className="sm:col-start-2 sm:row-start-1" />
      </div>
      <PayActions network={payment.network ?? payment.currency} paymentUri={payment.paymentUri} />
      {network === "simnet" ? <Faucet order={order} className="mt-5" /> : null}
      <Warnings payment={payment} isTron={isTron} />
      <Instructions lines={payment.instructions} />
    </section>
  );
}

function AmountToSend({ payment: { amount, currency } }: { payment: HowToPay }) {
  const t = useTranslations("payment");
  const { language } = usePage();
  const text = formatDecimal(amount, language);
  const size = text.length > 9 ? "text-[2rem]/12 sm:text-[2.75rem]/14" : "text-[2.5rem]/12 sm:text-[4rem]/16";
  return (
    <div className="flex items-end justify-between gap-3 sm:flex-col sm:items-start sm:justify-start">
      <p className="min-w-0">
        <span className="block text-sm text-soft">{t("payExactly")}</span>
        <span className={`display display-large tabular-nums ${size}`}>{text}</span>{" "}
        <span className="text-xl">{currency}</span>
      </p>
      <CopyButton value={amount} label={t("copyAmount")} what={t("exactAmount")} look="boxed" />
    </div>
  );
}

function WhereToSend({ payment, isTron }: { payment: HowToPay; isTron: boolean }) {
  const t = useTranslations("payment");
  const page = useTranslations("orderPage");
  const { network, currency, address, addressType, memo } = payment;
  return (
    <>
      <div>
        <p className="text-sm text-soft">
          {isTron ? t("tronSend") : page("toAddressOn", { network: network ?? currency })}
          {addressType === null ? null : (
            <> · {page("addressOfType", { name: ADDRESS_TYPE_NAMES[addressType] })}</>
          )}
        </p>
        <AddressText
          address={address}
          className="mt-1 text-[min(1.0875rem,4.83vw)]/7 sm:text-[min(1.75rem,3.9vw)]/11"
        />
      </div>
      <CopyButton value={address} label={t("copyAddress")} what={t("paymentAddress")} look="primary" />
      {memo === null ? null : (
        <Memo value={memo}>
          <p className="text-sm font-medium text-bad">{t("memoWarning")}</p>
        </Memo>
      )}
    </>
  );
}

function Memo({ value, children }: { value: string; children: ReactNode }) {
  const t = useTranslations("payment");
  return (
    <div>
      <div className="flex items-center justify-between gap-2">
        <p>
          <span className="block text-sm text-soft">{t("memo")}</span>
          <span className="break-address">{value}</span>
        </p>
        <CopyButton value={value} label={t("copyMemo")} what={t("memoOptional")} look="boxed" />
      </div>
      {children}
    </div>
  );
}

function Warnings({ payment, isTron }: { payment: HowToPay; isTron: boolean }) {
  const t = useTranslations("payment");
  const { network, currency } = payment;
  const warning = isTron
    ? t("tronOnly")
    : network === null
      ? t("networkWarningPlain", { currency })
      : t("networkWarning", { network });
  return (
    <div className="mt-5 border-t pt-4 text-sm">
      <h3 id="important" className="font-semibold">
        {t("important")}
      </h3>
      <ul className="mt-1 grid list-disc gap-1 pl-5 text-soft" aria-labelledby="important">
        <li className="font-medium text-ink">{warning}</li>
        {(["important1", "important2", "important3"] as const).map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
      </ul>
    </div>
  );
}

function Instructions({ lines }: { lines: string[] }) {
  const t = useTranslations("payment");
  if (lines.length === 0) return null;
  return (
    <div className="mt-4 rounded-md bg-tint p-3 text-sm">
      <p className="font-semibold">{t("instructions")}</p>
      {lines.map((line) => (
        <p key={line} className="mt-1">
          {line}
        </p>
      ))}
    </div>
  );
}
