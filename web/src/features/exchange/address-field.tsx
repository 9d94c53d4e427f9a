import type { Currency } from "@sotto/openapi";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { loadModule } from "../../lib/load-module";
import { Icon } from "../../ui/icon";
import { useLazyPart } from "../../ui/lazy-part";
import { notify } from "../../ui/notices";
import { AddressInput, FIELD_BUTTON, MemoField } from "../order-form/address-input";
import type { ScanDialogProps } from "../scan/scan-dialog";
import type { PaymentRequest } from "./payment-uri";
import type { Exchange } from "./use-exchange";

interface AddressFieldProps {
  exchange: Exchange;
  currency: Currency | undefined;
  currencies: Currency[];
}

const ADDRESS_LENGTH_MAX = 300;

/** The receiving address: typed, pasted or scanned; a payment request fills in its coin and amount as well. */
export function AddressField({ exchange, currency, currencies }: AddressFieldProps) {
  const t = useTranslations();
  const { values, errors, change } = exchange;
  const onPaste = async (text: string) => {
    // Only a payment request has a scheme before its address; few visitors need the code that reads one.
    const reader = text.includes(":")
      ? await loadModule(() => import("./payment-uri")).catch(() => null)
      : null;
    const found = reader?.parsePaymentRequest(text) ?? null;
    if (found === null) change({ receiveAddress: text.trim().slice(0, ADDRESS_LENGTH_MAX) });
    else exchange.applyPayment(found, currencies);
  };
  const onFound = (found: PaymentRequest) => {
    exchange.applyPayment(found, currencies);
    notify({ title: t("toast.scanned"), text: t("toast.scannedText") });
  };
  const scan = useScan(onFound);
  return (
    <div className="mt-1.5 sm:mt-2">
      <AddressInput
        name="receiveAddress"
        label={t("form.address", {
          name: currency === undefined ? "" : `${currency.symbol} · ${currency.networkDisplayName}`,
        })}
        value={values.receiveAddress}
        error={errors.receiveAddress}
        currency={currency}
        others={currencies}
        onChange={(receiveAddress) => change({ receiveAddress })}
        onPaste={onPaste}
        more={scan.button}
      />
      {scan.dialog}
      {currency?.memoRequired === true ? <MemoField form={exchange} /> : null}
    </div>
  );
}

/** The button that scans a payment request, and the dialog that it opens. */
function useScan(onFound: (found: PaymentRequest) => void) {
  const t = useTranslations("form");
  const [isScanning, setScanning] = useState(false);
  const scan = useLazyPart<ScanDialogProps>(
    () => loadModule(() => import("../scan/scan-dialog")).then((module) => module.ScanDialog),
    "dialogs",
  );
  const button = (
    <button
      type="button"
      aria-haspopup="dialog"
      onPointerEnter={() => void scan.prepare()}
      onClick={() => void scan.open().then(setScanning)}
      aria-label={t("scan")}
      title={t("scan")}
      data-tip=""
      className={FIELD_BUTTON}
    >
      <Icon name="scan" />
    </button>
  );
  const dialog =
    isScanning && scan.Part !== null ? (
      <scan.Part onFound={onFound} onClose={() => setScanning(false)} />
    ) : null;
  return { button, dialog };
}
