import { base64urlnopad } from "@scure/base";
import {
  type BookId,
  bookIdOf,
  type LegId,
  legIdOf,
  type OrderId,
  orderIdOf,
  type TrackingCode,
  trackingCodeOf,
} from "../core/ids";
import { type Random, randomBelow } from "../core/ports";

/**
 * 128 random bits as 22 characters: the secret that sees and steers the order. Never a dash in front, which a command
 * line would take for an option.
 */
export const newOrderId = (random: Random): OrderId =>
  orderIdOf(base64urlnopad.encode(random.bytes(16)).replace(/^-/, "_"));

/** The order's name in the ledger; unrelated to its id. */
export const newBookId = (random: Random): BookId => bookIdOf(base64urlnopad.encode(random.bytes(12)));

export const newLegId = (random: Random): LegId => legIdOf(base64urlnopad.encode(random.bytes(12)));

/** Nine random digits. */
export const newTrackingCode = (random: Random): TrackingCode =>
  trackingCodeOf(randomBelow(random, 1_000_000_000).toString().padStart(9, "0"));
