import type { Hex } from "viem";
import { z } from "zod";

const hex = (pattern: RegExp) =>
  z
    .string()
    .regex(pattern)
    .transform((text) => text.toLowerCase() as Hex);

/** A JSON-RPC quantity (`0x1b4`), at most 256 bits. */
export const quantity = hex(/^0x[0-9a-fA-F]{1,64}$/).transform((text) => BigInt(text));
/** A quantity that must fit a JavaScript number: heights, indexes, times in seconds. */
export const smallQuantity = quantity
  .refine((value) => value <= BigInt(Number.MAX_SAFE_INTEGER))
  .transform((value) => Number(value));
export const hash32 = hex(/^0x[0-9a-fA-F]{64}$/);
export const address20 = hex(/^0x[0-9a-fA-F]{40}$/);
export const hexBytes = hex(/^0x([0-9a-fA-F]{2})*$/);

export const blockHeader = z
  .object({
    number: smallQuantity,
    hash: hash32,
    parentHash: hash32,
    timestamp: smallQuantity,
    baseFeePerGas: quantity.optional(),
  })
  .transform(({ number, hash, parentHash, timestamp, baseFeePerGas }) => ({
    ref: { height: number, hash: hash as string, parentHash: parentHash as string, timeMs: timestamp * 1000 },
    baseFeePerGas,
  }));

/** A block number as a JSON-RPC quantity. */
export const quantityOf = (value: number | bigint): Hex => `0x${value.toString(16)}`;
