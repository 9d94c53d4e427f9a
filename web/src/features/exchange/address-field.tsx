import type { Currency } from "@sotto/openapi";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import type { SottoApi } from "../../lib/api";
import { useAppContext, useHydrated } from "../../lib/page-context";
import { FieldMessage, messageId } from "../../ui/field";
import { Icon } from "../../ui/icon";
import { notify } from "../../ui/notices";
import type { Exchange } from "./exchange-form";

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
  const paste = async () => {
    try {
      change({ receiveAddress: (await navigator.clipboard.readText()).trim() });
      notify({ title: t("toast.pasted") });
    } catch {
      notify({ title: t("toast.pasteFailed"), text: t("toast.pasteFailedText"), tone: "bad" });
    }
  };
  return (
    <div className="mt-2">
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
          className="control pr-12 font-mono text-sm placeholder:font-sans"
        />
        <PasteButton onPaste={() => void paste()} />
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

function PasteButton({ onPaste }: { onPaste: () => void }) {
  const t = useTranslations("form");
  const hydrated = useHydrated();
  return (
    <button
      type="button"
      onClick={onPaste}
      aria-label={t("paste")}
      title={t("paste")}
      className={`absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-soft hover:text-ink ${hydrated ? "" : "invisible"}`}
    >
      <Icon name="paste" />
    </button>
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

/** Shorter than any address: nothing is asked while a visitor still types. */
const addressLengthMin = 20;

function useAddressVerdict(address: string, currency: Currency | undefined, currencies: Currency[]): Verdict {
  const t = useTranslations("form");
  const { api } = useAppContext();
  const { data } = useQuery({
    queryKey: ["address", currency?.id, address],
    queryFn: () => (currency === undefined ? null : findNetworks(api, address, currency, currencies)),
    enabled: currency !== undefined && address.length >= addressLengthMin,
  });
  if (address.length < addressLengthMin || currency === undefined) return { kind: "plain", text: "" };
  const network = currency.networkDisplayName;
  if (data === undefined) return { kind: "plain", text: t("addressChecking") };
  if (data === null) return { kind: "plain", text: "" };
  if (data.isValid) return { kind: "plain", text: t("addressValid", { network }) };
  if (data.networks.length === 0) return { kind: "wrong", text: t("addressInvalid", { network }) };
  return { kind: "wrong", text: t("addressOther", { networks: data.networks.join(", "), network }) };
}

/** Asks the service whether the address fits; where it does not, the coin of each network is asked. */
async function findNetworks(
  api: SottoApi,
  address: string,
  currency: Currency,
  currencies: Currency[],
): Promise<{ isValid: boolean; networks: string[] } | null> {
  const own = await api.validateAddress(currency.id, address);
  if (!own.ok) return null;
  if (own.data.valid) return { isValid: true, networks: [] };
  const others = new Map(
    currencies
      .filter((other) => other.isActive && other.id === other.symbol && other.id !== currency.id)
      .map((other) => [other.networkDisplayName, other.id]),
  );
  const answers = await Promise.all(
    Array.from(others, async ([network, id]) => {
      const answer = await api.validateAddress(id, address);
      return answer.ok && answer.data.valid ? network : null;
    }),
  );
  return { isValid: false, networks: answers.filter((network) => network !== null) };
}
