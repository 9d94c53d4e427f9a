import { z } from "zod";
import type { UtxoChainId } from "./params";

/** Of a block or a transaction, as nodes write it. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/);
export const height = z.int().min(0).max(0x7fff_ffff);

/**
 * An amount that the node writes as a JSON number of whole coins. Eight decimals of a double are exact below 2²⁶ coins,
 * which no output reaches.
 */
export const coins = z
  .number()
  .min(0)
  .max(2 ** 26)
  .transform((value) => BigInt(value.toFixed(8).replace(".", "")));

/** Asks a node to show a transaction, and not its bytes. Zcash's take a number only. */
export const shown = (chain: UtxoChainId): true | 1 => (chain === "zcash" ? 1 : true);
