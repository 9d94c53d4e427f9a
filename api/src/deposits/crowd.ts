import { registryUnits } from "../core/asset-amount";
import type { Verdict } from "./credit";
import type { Coins } from "./store";

/** How many deposits of an order are noted, and how many of these are in blocks. */
export type Crowd = { noted: number; inBlocks: number };

/** Deposits of an order after which none is noted while it is in no block: those cost nothing. */
const UNCONFIRMED_MAX = 100;
/** Deposits of an order in blocks after which a small one is no payment for it, and after which none is. */
const SMALL_MAX = 50;
const PAYMENTS_MAX = 200;
/** Of an asset's least amount: what is not above this part of it is small. */
const SMALL_PART_OF_MIN = 10n;

/**
 * The verdict on a deposit that is not noted yet, beside those of its order that are: each takes time that grows with their
 * number, and a transaction can have thousands of outputs to one address. What is one too many belongs to no order.
 */
export function unlessCrowded(
  verdict: Verdict,
  { asset, units }: Coins,
  { noted, inBlocks }: Crowd,
  isInBlock: boolean,
): Verdict {
  if (verdict.kind !== "order") return verdict;
  if (!isInBlock) return noted < UNCONFIRMED_MAX ? verdict : { kind: "ignored" };
  const isSmall = units * SMALL_PART_OF_MIN <= registryUnits(asset, "minAmount");
  return inBlocks < (isSmall ? SMALL_MAX : PAYMENTS_MAX)
    ? verdict
    : { kind: "unallocated", index: verdict.index };
}
