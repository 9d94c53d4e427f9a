import { z } from "zod";
import { decodeJson, encodeJson } from "../../core/json";
import type { DecodedTransaction } from "../chain";
import { UnknownBytes } from "./byte-reader";
import { readMoneroBytes } from "./transaction-bytes";

const key = z.string().regex(/^[0-9a-f]{64}$/);
const units = z.bigint().min(0n);

const signedSchema = z.object({
  /** The transaction, in hexadecimal. */
  bytes: z.string(),
  inputs: z
    .array(z.object({ txId: z.string(), ordinal: z.int().min(0), keyImages: z.array(key).min(1) }))
    .min(1),
  /** As the signer's wallet described them before it signed: the bytes hide them. */
  outputs: z
    .array(
      z.object({
        to: z.string(),
        units,
        ordinal: z.int().min(0).optional(),
        /** By which its recipient can prove it, and which shows no other's; see `paymentKeys`. */
        txKey: key.optional(),
      }),
    )
    .min(1),
  /** By which anyone can check what the transaction pays to an address: all of its keys. */
  txKey: z.string().regex(/^([0-9a-f]{64})+$/),
});

/** A signed transaction with what its bytes do not show: what is kept as the raw transaction of an attempt. */
export type SignedMonero = z.infer<typeof signedSchema>;

/** Writes it as text. */
export const signedText = (signed: SignedMonero): string => JSON.stringify(encodeJson(signed));

/** Reads it, with the bytes, whose key images must be those of its inputs. Throws UnknownBytes. */
export function readSigned(raw: string): SignedMonero & { feeUnits: bigint; txId: string } {
  const parsed = signedSchema.safeParse(jsonOf(raw));
  if (!parsed.success) throw new UnknownBytes("not a signed transaction");
  const { txId, keyImages, feeUnits } = readMoneroBytes(parsed.data.bytes);
  const named = parsed.data.inputs.flatMap((input) => input.keyImages);
  if ([...named].sort().join() !== [...keyImages].sort().join())
    throw new UnknownBytes("the inputs are not those of the bytes");
  return { ...parsed.data, txId, feeUnits };
}

/** The port's view of a signed transaction. */
export function decodeMonero(raw: string): DecodedTransaction {
  const { txId, inputs, outputs, feeUnits } = readSigned(raw);
  return {
    txId,
    inputs,
    outputs: outputs.map(({ to, units: paid, ordinal, txKey }) => ({
      asset: "XMR",
      to,
      units: paid,
      ...(ordinal !== undefined && { ordinal }),
      ...(txKey !== undefined && { txKey }),
    })),
    sender: null,
    nonce: null,
    feeUnitsMax: feeUnits,
  };
}

function jsonOf(text: string): unknown {
  try {
    return decodeJson(JSON.parse(text));
  } catch {
    return undefined;
  }
}
