import type { Currency } from "@sotto/openapi";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import type { SottoApi } from "../../lib/api";
import { useAppContext, useHydrated } from "../../lib/page-context";
import { FieldMessage, messageId } from "../../ui/field";
import { Icon } from "../../ui/icon";
import { useLazyPart } from "../../ui/lazy-part";
import { useList } from "../../ui/list";
import { notify } from "../../ui/notices";
import { chainOf } from "../order-form/currencies";
import type { ScanDialogProps } from "../scan/scan-dialog";
import { type PaymentRequest, parsePaymentRequest } from "./payment-uri";
import type { Exchange } from "./use-exchange";

interface AddressFieldProps {
  exchange: Exchange;
  currency: Currency | undefined;
  currencies: Currency[];
}

/** The receiving address: says at once whether it belongs to the network, and to which else it would. */
export function AddressField({ exchange, currency, currencies }: AddressFieldProps) {
  const t = useTranslations();
  const { values, errors, change } = exchange;
  const verdict = useAddressVerdict(values.receiveAddress.trim(), currency, currencies);
  return (
    <div className="mt-1.5 sm:mt-2">
      <label htmlFor="receiveAddress" className="eyebrow">
        {t("form.address", {
          name: currency === undefined ? "" : `${currency.symbol} · ${currency.networkDisplayName}`,
        })}
      </label>
      <div className="relative mt-1">
        <input
          id="receiveAddress"
          name="receiveAddress"
          value={values.receiveAddress}
          onChange={(event) => change({ receiveAddress: event.target.value })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={300}
          placeholder={t("form.addressPlaceholder", { symbol: currency?.symbol ?? "" })}
          aria-invalid={errors.receiveAddress !== undefined || verdict.kind === "wrong"}
          aria-describedby={messageId("receiveAddress")}
          className="control pr-24 font-mono text-sm placeholder:font-sans"
        />
        <AddressButtons exchange={exchange} currencies={currencies} />
      </div>
      <FieldMessage
        name="receiveAddress"
        error={errors.receiveAddress ?? (verdict.kind === "wrong" ? verdict.text : undefined)}
      >
        {verdict.kind === "plain" ? verdict.text : null}
      </FieldMessage>
      {currency?.memoRequired === true ? <MemoField exchange={exchange} /> : null}
    </div>
  );
}

/** Paste and scan; their place is kept without JavaScript, where neither can work. */
function AddressButtons({ exchange, currencies }: { exchange: Exchange; currencies: Currency[] }) {
  const t = useTranslations();
  const hydrated = useHydrated();
  const [isScanning, setScanning] = useState(false);
  const scan = useLazyPart<ScanDialogProps>(
    () => import("../scan/scan-dialog").then((module) => module.ScanDialog),
    "dialogs",
  );
  const paste = async () => {
    try {
      const text = (await navigator.clipboard.readText()).trim();
      const found = parsePaymentRequest(text);
      if (found === null) exchange.change({ receiveAddress: text.slice(0, addressLengthMax) });
      else exchange.applyPayment(found, currencies);
      notify({ title: t("toast.pasted") });
    } catch {
      notify({ title: t("toast.pasteFailed"), text: t("toast.pasteFailedText"), tone: "bad" });
    }
  };
  const onFound = (found: PaymentRequest) => {
    exchange.applyPayment(found, currencies);
    notify({ title: t("toast.scanned"), text: t("toast.scannedText") });
  };
  const button = "grid w-11 place-items-center rounded-md text-soft hover:text-ink";
  return (
    <>
      <div className={`absolute inset-y-0 right-0 flex ${hydrated ? "" : "invisible"}`}>
        <button
          type="button"
          onClick={() => void paste()}
          aria-label={t("form.paste")}
          title={t("form.paste")}
          data-tip=""
          className={button}
        >
          <Icon name="paste" />
        </button>
        <button
          type="button"
          aria-haspopup="dialog"
          onPointerEnter={() => void scan.prepare()}
          onClick={() => void scan.open().then(setScanning)}
          aria-label={t("form.scan")}
          title={t("form.scan")}
          data-tip=""
          className={button}
        >
          <Icon name="scan" />
        </button>
      </div>
      {isScanning && scan.Part !== null ? (
        <scan.Part onFound={onFound} onClose={() => setScanning(false)} />
      ) : null}
    </>
  );
}

function MemoField({ exchange }: { exchange: Exchange }) {
  const t = useTranslations("form");
  const { values, errors, change } = exchange;
  return (
    <>
      <label htmlFor="receiveMemo" className="eyebrow">
        {t("memo")}
      </label>
      <input
        id="receiveMemo"
        name="receiveMemo"
        value={values.receiveMemo}
        onChange={(event) => change({ receiveMemo: event.target.value })}
        autoComplete="off"
        maxLength={100}
        aria-invalid={errors.receiveMemo !== undefined}
        aria-describedby={messageId("receiveMemo")}
        className="control mt-1 font-mono text-sm"
      />
      <FieldMessage name="receiveMemo" error={errors.receiveMemo} />
    </>
  );
}

type Verdict = { kind: "plain" | "wrong"; text: string };

const addressLengthMax = 300;
/** Shorter than any address: nothing is asked while a visitor still types. */
const addressLengthMin = 20;

function useAddressVerdict(address: string, currency: Currency | undefined, currencies: Currency[]): Verdict {
  const t = useTranslations("form");
  const list = useList();
  const { api } = useAppContext();
  const hydrated = useHydrated();
  const { data } = useQuery({
    queryKey: ["address", currency?.id, address],
    queryFn: () => (currency === undefined ? null : findNetworks(api, address, currency, currencies)),
    enabled: currency !== undefined && address.length >= addressLengthMin,
  });
  if (address.length < addressLengthMin || currency === undefined) return { kind: "plain", text: "" };
  const network = currency.networkDisplayName;
  // Without JavaScript nothing is checked before the form is sent.
  if (data === undefined) return { kind: "plain", text: hydrated ? t("addressChecking") : "" };
  if (data === null) return { kind: "plain", text: "" };
  if (data.isValid) return { kind: "plain", text: t("addressValid", { network }) };
  if (data.networks.length === 0) return { kind: "wrong", text: t("addressInvalid", { network }) };
  return { kind: "wrong", text: t("addressOther", { networks: list(data.networks), network }) };
}

/** Asks the service whether the address fits, and if not, on which other networks it would. */
async function findNetworks(
  api: SottoApi,
  address: string,
  currency: Currency,
  currencies: Currency[],
): Promise<{ isValid: boolean; networks: string[] } | null> {
  const answer = await api.validateAddress(currency.id, address);
  if (!answer.ok) return null;
  const { valid, matches } = answer.data;
  const networks = currencies.filter(({ id }) => matches.includes(id)).map(nativeNetwork);
  return { isValid: valid, networks: [...new Set(networks)] };

  /** Tokens name their network by its coin: one name a network. */
  function nativeNetwork({ id, networkDisplayName }: Currency): string {
    const coin = currencies.find((other) => other.id === chainOf(id));
    return coin?.networkDisplayName ?? networkDisplayName;
  }
}
