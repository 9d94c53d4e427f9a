import type { AddressType } from "../../core/address-types";
import type { DraftInput } from "../../market/draft";
import type { Choice } from "../machine/order";

/** An order as a visitor asks for it: every field as it was typed. */
export type OrderInput = Pick<DraftInput, "orderType" | "privacySettings"> & {
  sendCurrency: string;
  receiveCurrency: string;
  sendAmount: string;
  /** Undefined only where `receiveAddresses` has the addresses. */
  receiveAddress?: string | undefined;
  /** What the visitor was shown. */
  receiveAmount?: string | undefined;
  exchangeRate?: string | undefined;
  fee?: string | undefined;
  receiveMemo?: string | undefined;
  refundAddress?: string | undefined;
  quoteId?: string | undefined;
  mismatch?: { less?: Choice | undefined; more?: Choice | undefined; late?: Choice | undefined } | undefined;
  /** Of a mix: where its parts go. */
  receiveAddresses?: readonly string[] | undefined;
  sessionId?: string | undefined;
  /** Where a chain's deposit addresses have several types. */
  depositAddressType?: AddressType | undefined;
};
