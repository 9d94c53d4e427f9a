import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { z } from "zod";
import { ASSET_CODES } from "../../core/assets";
import { err, ok, type Result } from "../../core/result";
import { INPUTS_MAX, OUTPUTS_MAX, SIMNET_CHAIN_IDS } from "./params";

/** Hex digits; the largest transaction that the limits below allow fits in. */
const RAW_LENGTH_MAX = 1_500_000;

const units = z.string().regex(/^[1-9]\d{0,76}$/);
const address = z.string().min(1).max(200);
const txId = z.string().regex(/^[0-9a-f]{64}$/);
const ordinal = z.int().min(0).max(OUTPUTS_MAX);

const bodySchema = z.discriminatedUnion("model", [
  z.strictObject({
    model: z.literal("utxo"),
    chain: z.enum(SIMNET_CHAIN_IDS),
    inputs: z.array(z.strictObject({ txId, ordinal })).min(1).max(INPUTS_MAX),
    outputs: z.array(z.strictObject({ address, units })).min(1).max(OUTPUTS_MAX),
    replaceable: z.boolean(),
  }),
  z.strictObject({
    model: z.literal("account"),
    chain: z.enum(SIMNET_CHAIN_IDS),
    from: address,
    to: address,
    asset: z.enum(ASSET_CODES),
    // Zero only to oneself: it uses up a nonce.
    units: units.or(z.literal("0")),
    nonce: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
    feeUnitsMax: units,
  }),
]);

const rawSchema = z.strictObject({
  body: bodySchema,
  witnesses: z
    .array(
      z.strictObject({
        publicKey: z.string().regex(/^([0-9a-f]{64}|[0-9a-f]{66})$/),
        signature: z.string().regex(/^[0-9a-f]{128}$/),
      }),
    )
    .min(1)
    .max(INPUTS_MAX),
});

/** What a simnet transaction does: the part that is signed. Units are decimal strings of smallest units. */
export type SimnetBody = z.infer<typeof bodySchema>;
export type UtxoBody = Extract<SimnetBody, { model: "utxo" }>;
export type AccountBody = Extract<SimnetBody, { model: "account" }>;
export type Witness = { publicKey: string; signature: string };
export type SimnetTransaction = { body: SimnetBody; witnesses: readonly Witness[] };

/** Writes a body as the one JSON text that stands for it: fixed key order, no spaces. */
export function encodeBody(body: SimnetBody): string {
  if (body.model === "account") {
    const { model, chain, from, to, asset, nonce, feeUnitsMax } = body;
    return JSON.stringify({ model, chain, from, to, asset, units: body.units, nonce, feeUnitsMax });
  }
  const { model, chain, replaceable } = body;
  return JSON.stringify({
    model,
    chain,
    inputs: body.inputs.map((input) => ({ txId: input.txId, ordinal: input.ordinal })),
    outputs: body.outputs.map((output) => ({ address: output.address, units: output.units })),
    replaceable,
  });
}

/** Reads a body back; throws on anything that `encodeBody` did not write. */
export const decodeBody = (text: string): SimnetBody => bodySchema.parse(JSON.parse(text));

/** SHA-256 of the signed body: what is signed, and, as hex, the transaction's id. */
export const bodyDigest = (body: SimnetBody): Uint8Array => sha256(utf8ToBytes(encodeBody(body)));
export const txIdOf = (body: SimnetBody): string => bytesToHex(bodyDigest(body));

/** Raw bytes (hex) of a signed transaction. */
export function encodeRaw(transaction: SimnetTransaction): string {
  const witnesses = transaction.witnesses.map(({ publicKey, signature }) => ({ publicKey, signature }));
  return bytesToHex(
    utf8ToBytes(`{"body":${encodeBody(transaction.body)},"witnesses":${JSON.stringify(witnesses)}}`),
  );
}

/** Reads raw bytes; error with a reason when they are not the canonical encoding of a transaction. */
export function decodeRaw(raw: string): Result<SimnetTransaction, string> {
  if (raw.length > RAW_LENGTH_MAX || !/^([0-9a-f]{2})+$/.test(raw)) return err("TX decode failed: not hex");
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(hexToBytes(raw)));
  } catch {
    return err("TX decode failed: not a transaction");
  }
  const parsed = rawSchema.safeParse(json);
  if (!parsed.success) return err("TX decode failed: not a transaction");
  if (encodeRaw(parsed.data) !== raw) return err("TX decode failed: not canonical");
  return ok(parsed.data);
}
