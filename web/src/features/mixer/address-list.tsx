import type { Currency } from "@sotto/openapi";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useAppContext, useHydrated } from "../../lib/page-context";
import { FieldMessage, messageId } from "../../ui/field";
import { useFold } from "../../ui/fold";
import { Icon } from "../../ui/icon";
import { notify } from "../../ui/notices";
import { addressName } from "../order-form/fields";
import type { MixerParts } from "./mixer-form";
import { receiveAddressesMax } from "./settings";

/** Shorter than any address: nothing is asked while a visitor still types. */
const addressLengthMin = 20;

/** One to five receiving addresses; each is checked against the receive chain as it is entered. */
export function AddressList({ mixer, receive }: MixerParts) {
  const t = useTranslations("mixer");
  const hydrated = useHydrated();
  const { values, errors, change } = mixer;
  const { receiveAddresses } = values;
  const count = receiveAddresses.length;
  const replace = (at: number, address: string) =>
    change({ receiveAddresses: receiveAddresses.map((known, index) => (index === at ? address : known)) });
  const name = receive === undefined ? "" : `${receive.symbol} · ${receive.networkDisplayName}`;
  return (
    <div className="mt-3 border-t pt-3">
      <input type="hidden" name="addressCount" value={count} />
      {receiveAddresses.map((address, index) => (
        <AddressInput
          key={addressName(index)}
          name={addressName(index)}
          label={index === 0 ? t("address", { name }) : t("addressNumber", { number: index + 1 })}
          value={address}
          error={errors[addressName(index)]}
          currency={receive}
          onChange={(text) => replace(index, text)}
          remove={
            index === 0 || !hydrated
              ? null
              : {
                  label: t("removeAddress", { number: index + 1 }),
                  run: () => change({ receiveAddresses: receiveAddresses.filter((_, at) => at !== index) }),
                }
          }
        />
      ))}
      {receive?.memoRequired === true ? <MemoField mixer={mixer} /> : null}
      {count < receiveAddressesMax ? (
        <button
          type="submit"
          name="intent"
          value="add-address"
          onClick={(event) => {
            event.preventDefault();
            change({ receiveAddresses: [...receiveAddresses, ""] });
          }}
          className="min-h-11 text-sm font-medium text-accent underline-offset-3 hover:underline"
        >
          {t("addAddress")}
        </button>
      ) : null}
      {count > 1 ? (
        <p className="text-sm text-soft">
          {t(values.useRandomAmounts ? "addressesRandom" : "addressesAlike")}
        </p>
      ) : null}
    </div>
  );
}

interface AddressInputProps {
  name: string;
  label: string;
  value: string;
  error: string | undefined;
  currency: Currency | undefined;
  onChange: (text: string) => void;
  remove?: { label: string; run: () => void } | null;
}

/** An address field that says at once whether the address belongs to the currency's network. */
export function AddressInput({
  name,
  label,
  value,
  error,
  currency,
  onChange,
  remove = null,
}: AddressInputProps) {
  const t = useTranslations("form");
  const verdict = useAddressVerdict(value.trim(), currency);
  return (
    <div>
      <label htmlFor={name} className="eyebrow">
        {label}
      </label>
      <div className="mt-1 flex items-center gap-1">
        <div className="relative grow">
          <input
            id={name}
            name={name}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={300}
            placeholder={
              currency === undefined ? undefined : t("addressPlaceholder", { symbol: currency.symbol })
            }
            aria-invalid={error !== undefined || verdict.isWrong}
            aria-describedby={messageId(name)}
            className="control pr-12 font-mono text-sm placeholder:font-sans"
          />
          <PasteButton onPaste={onChange} />
        </div>
        {remove === null ? null : (
          <button
            type="button"
            aria-label={remove.label}
            title={remove.label}
            onClick={remove.run}
            className="grid size-11 shrink-0 place-items-center rounded-md text-soft hover:bg-well hover:text-ink"
          >
            <Icon name="close" />
          </button>
        )}
      </div>
      <FieldMessage name={name} error={error ?? (verdict.isWrong ? verdict.text : undefined)}>
        {verdict.text}
      </FieldMessage>
    </div>
  );
}

function PasteButton({ onPaste }: { onPaste: (text: string) => void }) {
  const t = useTranslations();
  const hydrated = useHydrated();
  const paste = async () => {
    try {
      onPaste((await navigator.clipboard.readText()).trim());
      notify({ title: t("toast.pasted") });
    } catch {
      notify({ title: t("toast.pasteFailed"), text: t("toast.pasteFailedText"), tone: "bad" });
    }
  };
  return (
    <button
      type="button"
      onClick={() => void paste()}
      aria-label={t("form.paste")}
      title={t("form.paste")}
      data-tip=""
      className={`absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-soft hover:text-ink ${hydrated ? "" : "invisible"}`}
    >
      <Icon name="paste" />
    </button>
  );
}

function MemoField({ mixer }: { mixer: MixerParts["mixer"] }) {
  const t = useTranslations("form");
  const { values, errors, change } = mixer;
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

/** The refund address; open when one was given or is wrong. */
export function RefundField({ mixer, send }: MixerParts) {
  const t = useTranslations();
  const { values, errors, change } = mixer;
  const fold = useFold(values.refundAddress !== "", errors.refundAddress);
  return (
    <details className="group mt-2 border-t" {...fold}>
      <summary className="flex min-h-11 items-center gap-2 text-sm font-medium">
        <Icon name="chevron" className="size-4 text-soft group-open:rotate-180" />
        {t("mixer.refund")}
      </summary>
      <AddressInput
        name="refundAddress"
        label={t("mixer.refundAddress", {
          name: send === undefined ? "" : `${send.symbol} · ${send.networkDisplayName}`,
        })}
        value={values.refundAddress}
        error={errors.refundAddress}
        currency={send}
        onChange={(refundAddress) => change({ refundAddress })}
      />
      <p className="text-sm text-soft">{t("form.refundHint")}</p>
    </details>
  );
}

function useAddressVerdict(
  address: string,
  currency: Currency | undefined,
): { isWrong: boolean; text: string } {
  const t = useTranslations("form");
  const { api } = useAppContext();
  const hydrated = useHydrated();
  const isAsked = currency !== undefined && address.length >= addressLengthMin;
  const { data } = useQuery({
    queryKey: ["mixer-address", currency?.id, address],
    queryFn: () => api.validateAddress(currency?.id ?? "", address),
    enabled: isAsked,
  });
  if (!isAsked) return { isWrong: false, text: "" };
  const network = currency.networkDisplayName;
  // Without JavaScript nothing is checked before the form is sent.
  if (data === undefined) return { isWrong: false, text: hydrated ? t("addressChecking") : "" };
  if (!data.ok) return { isWrong: false, text: "" };
  return data.data.valid
    ? { isWrong: false, text: t("addressValid", { network }) }
    : { isWrong: true, text: t("addressInvalid", { network }) };
}
