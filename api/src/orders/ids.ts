import { base64urlnopad } from "@scure/base";
import { type Random, randomBelow } from "../core/ports";
import type { OrderId } from "./machine/order";

/**
 * 128 random bits as 22 characters: the secret that sees and steers the order. Never a dash in front, which a command
 * line would take for an option.
 */
export const newOrderId = (random: Random): OrderId =>
  base64urlnopad.encode(random.bytes(16)).replace(/^-/, "_");

/** The order's name in the ledger; unrelated to its id. */
export const newBookId = (random: Random): string => base64urlnopad.encode(random.bytes(12));

export const newLegId = (random: Random): string => base64urlnopad.encode(random.bytes(12));

/** Nine random digits. */
export const newTrackingCode = (random: Random): string =>
  randomBelow(random, 1_000_000_000).toString().padStart(9, "0");
