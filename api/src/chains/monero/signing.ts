import { randomBytes } from "node:crypto";
import { bytesToHex } from "@noble/hashes/utils.js";
import { z } from "zod";
import type { AddressNetwork } from "../addresses/bitcoin-networks";
import { addressKeys, paymentIdOf } from "../addresses/monero";
import {
  type BuildRequest,
  ChainUnavailable,
  type SignedTransaction,
  type UnsignedTransaction,
} from "../chain";
import type { SigningChain } from "../local-signer";
import { RpcError } from "../rpc";
import { type PrivateKey, SignerRefusal } from "../signer";
import { minorOf } from "./coins";
import { moneroAddress, moneroKeys } from "./keys";
import { paymentKeys } from "./payment-keys";
import { readPayload } from "./prepare";
import { createMoneroRpc, type MoneroRpc } from "./rpc";
import { decodeMonero, type SignedMonero, signedText } from "./signed";
import { readMoneroBytes } from "./transaction-bytes";

type UtxoRequest = Extract<BuildRequest, { model: "utxo" }>;

const TIMEOUT_MS = 120_000;
/** Of wallet_rpc_server_error_codes.h. */
const NO_WALLET_OPEN = -13;
const RING_SIZE_MIN = 16n;

const NOTHING = z.object({});
const side = z.object({ address: z.string(), amount: z.bigint() });
const described = z.object({
  desc: z
    .array(
      z.object({
        amount_in: z.bigint(),
        change_address: z.string(),
        change_amount: z.bigint(),
        fee: z.bigint(),
        payment_id: z.string(),
        recipients: z.array(side),
        ring_size: z.bigint(),
        sources: z.array(z.object({ amount: z.bigint(), pubkey: z.string() })),
        unlock_time: z.bigint(),
      }),
    )
    .length(1),
});
type Description = z.output<typeof described>["desc"][number];
const signed = z.object({
  tx_raw_list: z.array(z.string()).length(1),
  tx_key_list: z.array(z.string()).length(1),
});
const owned = z.object({
  transfers: z
    .array(
      z.object({
        key_image: z.string(),
        pubkey: z.string(),
        subaddr_index: z.object({ minor: z.bigint().transform(Number) }),
      }),
    )
    .default([]),
});
const imported = z.object({ num_imported: z.bigint() });
const exported = z.object({
  offset: z.bigint(),
  signed_key_images: z.array(z.object({ key_image: z.string(), signature: z.string() })).default([]),
});

/** Signs with a monero-wallet-rpc that was started with `--offline`, whose only user the signer is: its wallet is in memory only. */
export function moneroSigning(options: { url: string; network: AddressNetwork }): SigningChain {
  const rpc = createMoneroRpc({ url: options.url, timeoutMs: TIMEOUT_MS });
  const wallet = createOfflineWallet(rpc);
  return {
    model: "utxo",
    network: options.network,
    decode: decodeMonero,
    sign: (transaction, keyOf) => signMonero(wallet, transaction, keyOf),
    learn: (key, outputs) => wallet.learn(key, outputs),
  };
}

type OfflineWallet = {
  call<Value>(key: PrivateKey, method: string, params: object, schema: z.ZodType<Value>): Promise<Value>;
  learn: NonNullable<SigningChain["learn"]>;
};

function createOfflineWallet(rpc: MoneroRpc): OfflineWallet {
  let opened: { name: string; addresses: number } | undefined;
  const open = async (key: PrivateKey): Promise<typeof opened> => {
    await known("generate_from_keys", rpc.call("generate_from_keys", walletFrom(key), NOTHING));
    return { name: randomBytes(8).toString("hex"), addresses: 0 };
  };
  const call: OfflineWallet["call"] = async (key, method, params, schema) => {
    for (let isAgain = false; ; isAgain = true) {
      opened ??= await open(key);
      try {
        return await rpc.call(method, params, schema);
      } catch (error) {
        // What it lacks comes with a new wallet, which is shown all outputs.
        opened = undefined;
        const isClosed = error instanceof RpcError && error.code === NO_WALLET_OPEN;
        if (!isClosed || isAgain) return known(method, Promise.reject(error));
      }
    }
  };
  return {
    call,
    async learn(key, { outputs, isAll, addresses }) {
      if (isAll) opened = undefined;
      if (outputs === undefined) await call(key, "get_address", { account_index: 0 }, NOTHING);
      else await showOutputs(call, key, { outputs, addresses, known: opened?.addresses ?? 0 });
      if (opened !== undefined && outputs !== undefined) opened.addresses = addresses;
      const { offset, signed_key_images: images } =
        outputs === undefined
          ? { offset: 0n, signed_key_images: [] }
          : await call(key, "export_key_images", { all: false }, exported);
      return {
        wallet: opened?.name ?? "",
        offset,
        images: images.map(({ key_image: keyImage, signature }) => ({ keyImage, signature })),
      };
    },
  };
}

async function showOutputs(
  call: OfflineWallet["call"],
  key: PrivateKey,
  { outputs, addresses, known: before }: { outputs: string; addresses: number; known: number },
): Promise<void> {
  if (addresses > before) {
    const lookahead = { password: "", major_idx: 1, minor_idx: addresses };
    await call(key, "set_subaddress_lookahead", lookahead, NOTHING);
  }
  await call(key, "import_outputs", { outputs_data_hex: outputs }, imported);
}

/** A wallet that refuses a call cannot be used now; its words may hold addresses, and are not passed on. */
async function known<Value>(method: string, answer: Promise<Value>): Promise<Value> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw new ChainUnavailable("monero", `${method}: the signer's wallet refused (code ${error.code})`);
  }
}

function walletFrom(key: PrivateKey): object {
  const { spend, view, ...keys } = moneroKeys(key);
  return {
    filename: "",
    password: "",
    address: moneroAddress({ view, ...keys }, 0),
    spendkey: bytesToHex(spend),
    viewkey: bytesToHex(view),
    restore_height: 0,
  };
}

/** Has the wallet describe what it is to sign, compares that with the request, and the signed bytes with both. */
async function signMonero(
  wallet: OfflineWallet,
  { request, payload, keys }: UnsignedTransaction,
  keyOf: (key: UnsignedTransaction["keys"][number]) => PrivateKey,
): Promise<SignedTransaction> {
  const [first] = keys;
  if (request.model !== "utxo" || first === undefined) throw new SignerRefusal("not a request of this chain");
  const key = keyOf(first);
  const { unsigned, ordinals } = readPayload(payload);
  const set = { unsigned_txset: unsigned };
  const { desc } = await wallet.call(key, "describe_transfer", set, described);
  const [description] = desc;
  if (description === undefined) throw new SignerRefusal("the wallet describes nothing");
  requireDescribed(request, description, moneroAddress(moneroKeys(key), 0));
  const { transfers } = await wallet.call(
    key,
    "incoming_transfers",
    { transfer_type: "all", account_index: 0 },
    owned,
  );
  requireSources(request, description, transfers);
  const asked = { ...set, export_raw: true, get_tx_keys: true };
  const { tx_raw_list, tx_key_list } = await wallet.call(key, "sign_transfer", asked, signed);
  const [[bytes = ""], [txKey = ""]] = [tx_raw_list, tx_key_list];
  const { txId, keyImages, outputKeys, feeUnits, unlockTime } = readMoneroBytes(bytes);
  refuseUnless(feeUnits === description.fee, "signed bytes: another fee");
  refuseUnless(unlockTime === 0n, "signed bytes: locked outputs");
  refuseUnless(isSame(keyImages, imagesOf(request)), "signed bytes: other inputs");
  const inputs = request.inputs.map(({ txId: of, ordinal, keyImages: images = [] }) => ({
    txId: of,
    ordinal,
    keyImages: [...images],
  }));
  const outputs = signedOutputs(request, { ordinals, txKey, outputKeys });
  return { txId, raw: signedText({ bytes, inputs, outputs, txKey }) };
}

/** What is paid: what comes back to us has an ordinal, and the rest the key that proves it. */
function signedOutputs(
  { outputs }: UtxoRequest,
  {
    ordinals,
    ...shown
  }: { ordinals: readonly (number | null)[]; txKey: string; outputKeys: readonly string[] },
): SignedMonero["outputs"] {
  const ordinalOf = (at: number): number | null => ordinals[at] ?? null;
  const recipients = outputs.flatMap(({ address }, at) => (ordinalOf(at) === null ? address : []));
  const keys = paymentKeys(recipients, shown);
  return outputs.map(({ address: to, units }, at) => {
    const ordinal = ordinalOf(at);
    if (ordinal !== null) return { to, units, ordinal };
    const txKey = keys[recipients.indexOf(to)] ?? null;
    return { to, units, ...(txKey !== null && { txKey }) };
  });
}

const imagesOf = ({ inputs }: UtxoRequest): string[] => inputs.flatMap(({ keyImages }) => keyImages ?? []);

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  [...some].sort().join() === [...others].sort().join();

/** Refuses unless the unsigned transaction pays what the request says, and nothing else. */
function requireDescribed(request: UtxoRequest, description: Description, primary: string): void {
  const { change_address, change_amount, recipients, fee, amount_in } = description;
  const wantedIds = request.outputs.flatMap(({ address }) => paymentIdOf(address) ?? []);
  refuseUnless(description.payment_id === wantedIds.join(), "it carries another payment id");
  refuseUnless(description.unlock_time === 0n, "it locks its outputs");
  refuseUnless(description.ring_size >= RING_SIZE_MIN, "it hides its inputs among too few");
  refuseUnless(change_amount === 0n || change_address === primary, "its change goes elsewhere");
  const change = change_amount > 0n ? [{ address: primary, amount: change_amount }] : [];
  const described = merged(
    [...recipients, ...change].map(({ address, amount }) => ({ address, units: amount })),
  );
  refuseUnless(isSame(described, merged(request.outputs)), "it pays others than the request");
  const inputUnits = request.inputs.reduce((sum, { units }) => sum + units, 0n);
  const outputUnits = request.outputs.reduce((sum, { units }) => sum + units, 0n);
  refuseUnless(amount_in === inputUnits, "its inputs hold another amount");
  refuseUnless(fee === inputUnits - outputUnits, "its fee is another");
}

/**
 * What each pair of keys gets in all: the wallet describes several payments to one as one. Where one recipient has a payment id,
 * it writes all standard addresses with it.
 */
function merged(outputs: readonly { address: string; units: bigint }[]): string[] {
  const units = new Map<string, bigint>();
  for (const { address, units: paid } of outputs) {
    const keys = addressKeys(address);
    units.set(keys, (units.get(keys) ?? 0n) + paid);
  }
  return [...units].filter(([, paid]) => paid > 0n).map(([keys, paid]) => `${keys} ${paid}`);
}

/** Refuses unless what it spends are the request's inputs, by their one-time keys, each at the subaddress of its key. */
function requireSources(
  request: UtxoRequest,
  { sources }: Description,
  outputs: z.output<typeof owned>["transfers"],
): void {
  const byKey = new Map(outputs.map((output) => [output.pubkey, output]));
  const wanted = new Map(
    request.inputs.flatMap((input) => (input.keyImages ?? []).map((image) => [image, input] as const)),
  );
  refuseUnless(
    wanted.size === imagesOf(request).length && request.inputs.every(({ keyImages }) => keyImages?.length),
    "an input without key images of its own",
  );
  refuseUnless(sources.length === wanted.size, "it spends another number of outputs");
  const spent = new Map<UtxoRequest["inputs"][number], bigint>();
  for (const { pubkey, amount } of sources) {
    // The one-time key, before the commitment to its amount.
    const output = byKey.get(pubkey.slice(0, 64));
    const input = output && wanted.get(output.key_image);
    if (input === undefined) throw new SignerRefusal("it spends an output that the request does not name");
    refuseUnless(output?.subaddr_index.minor === minorOf(input.key), "it spends an output of another key");
    spent.set(input, (spent.get(input) ?? 0n) + amount);
  }
  for (const [input, units] of spent) refuseUnless(input.units === units, "an input holds another amount");
}

function refuseUnless(condition: boolean | undefined, reason: string): void {
  if (!condition) throw new SignerRefusal(reason);
}
