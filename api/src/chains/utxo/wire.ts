import { z } from "zod";
import { coins, hash, height } from "./fields";

const script = z.object({ hex: z.string().regex(/^([0-9a-f]{2})*$/) });

/** What a transaction pays; `tokenData` where the output carries a CashToken beside its coins. */
const held = z.object({ value: coins, scriptPubKey: script, tokenData: z.unknown().optional() });
/** Litecoin's outputs inside MWEB have no script, and are not looked at. */
const output = held.extend({ n: z.int() });
const outputs = z
  .array(z.union([output, z.looseObject({ ismweb: z.literal(true) })]))
  .transform((all) => all.filter((one): one is z.output<typeof output> => !("ismweb" in one)));

/** What a transaction spends; nothing that we know for a coinbase and inside MWEB. */
const input = z.object({
  coinbase: z.string().optional(),
  txid: hash.optional(),
  vout: z.int().min(0).optional(),
  prevout: held.optional(),
});

/**
 * Whether an output carries a CashToken (CHIP-2022-02-CashTokens). A node that does not know them shows the token's prefix as
 * a part of the script, and such a script has no address.
 */
export const carriesToken = ({ tokenData }: z.output<typeof held>): boolean => tokenData !== undefined;

/** A transaction as nodes show it. */
export const wireTransaction = z.object({
  txid: hash,
  vin: z.array(input),
  vout: outputs,
  blockhash: hash.nullish().transform((value) => value ?? undefined),
  confirmations: z.int().optional(),
});
export type WireTransaction = z.output<typeof wireTransaction>;

/** A block with its transactions (verbosity 2 and 3). */
export const wireBlock = z.object({
  hash,
  height,
  previousblockhash: hash.optional(),
  time: z.int(),
  tx: z.array(wireTransaction),
});

/** The head of a block; fewer than one confirmation where it is not in the best chain. */
export const wireHeader = z.object({
  hash,
  height,
  previousblockhash: hash.optional(),
  time: z.int(),
  confirmations: z.int(),
});
