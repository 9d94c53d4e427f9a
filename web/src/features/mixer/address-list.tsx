import { useTranslations } from "use-intl";
import { useHydrated } from "../../lib/page-context";
import { useFold } from "../../ui/fold";
import { Icon } from "../../ui/icon";
import { AddressInput, MemoField } from "../order-form/address-input";
import { addressName } from "../order-form/fields";
import { RECEIVE_ADDRESSES_MAX } from "./settings";
import type { Mixer, MixerParts } from "./use-mixer";

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
          beside={index === 0 || !hydrated ? null : <RemoveButton at={index} mixer={mixer} />}
        />
      ))}
      {receive?.memoRequired === true ? <MemoField form={mixer} /> : null}
      {count < RECEIVE_ADDRESSES_MAX ? (
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

function RemoveButton({ at, mixer }: { at: number; mixer: Mixer }) {
  const t = useTranslations("mixer");
  const { receiveAddresses } = mixer.values;
  const label = t("removeAddress", { number: at + 1 });
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => mixer.change({ receiveAddresses: receiveAddresses.filter((_, index) => index !== at) })}
      className="grid size-11 shrink-0 place-items-center rounded-md text-soft hover:bg-well hover:text-ink"
    >
      <Icon name="close" />
    </button>
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
