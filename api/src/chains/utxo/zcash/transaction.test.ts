import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { mnemonicToSeedSync } from "@scure/bip39";
import { expect, test } from "vitest";
import { prefixesOf } from "../../addresses/bitcoin-networks";
import type { BuildRequest } from "../../chain";
import { chainKeys } from "../../derivation";
import { decodeTransparent, encodeTransparent } from "./bytes";
import { buildZcash, decodeZcash, expiryHeightOf, signZcash } from "./transaction";

const CODEC = { network: "main", prefixes: prefixesOf("zcash", "main") } as const;
const KEYS = chainKeys({
  seed: mnemonicToSeedSync(`${"abandon ".repeat(11)}about`),
  chain: "zcash",
  network: "main",
});
const FIRST = { branch: "deposit", index: 0 } as const;
const EXPIRY = { height: 3_600_041, branchId: 0x4dec4df0 };

type UtxoRequest = Extract<BuildRequest, { model: "utxo" }>;
const REQUEST: UtxoRequest = {
  model: "utxo",
  inputs: [0, 1].map((ordinal) => ({
    ...{ txId: "ab".repeat(32), ordinal, units: 60_000n, address: KEYS.address(FIRST), key: FIRST },
  })),
  outputs: [
    { address: "t3Vz22vK5z2LcKEdg16Yv4FFneEL1zg9ojd", units: 50_000n },
    { address: KEYS.address({ branch: "hot", index: 0 }), units: 60_000n },
  ],
  expiry: EXPIRY,
};
const sign = (request: UtxoRequest) => signZcash(CODEC)(buildZcash(CODEC, request), KEYS.privateKey);
/** The same bytes with another field. */
const changed = (raw: string, other: Partial<ReturnType<typeof decodeTransparent>>): string =>
  bytesToHex(encodeTransparent({ ...decodeTransparent(hexToBytes(raw)), ...other }));

test("a payment commits to the last block that may hold it, and its id does not depend on its signatures", async () => {
  const { raw, txId } = await sign(REQUEST);
  expect(expiryHeightOf(raw)).toBe(EXPIRY.height);
  expect(decodeTransparent(hexToBytes(raw))).toMatchObject({ branchId: EXPIRY.branchId, lockTime: 0 });
  expect(decodeZcash(CODEC, raw)).toMatchObject({ txId, sender: null, feeUnitsMax: null });
  expect(decodeZcash(CODEC, raw).outputs).toEqual(
    REQUEST.outputs.map(({ address, units }) => ({ asset: "ZEC", to: address, units })),
  );
  const { inputs } = decodeTransparent(hexToBytes(raw));
  const [first, ...others] = inputs;
  if (first === undefined) throw new Error("no input");
  const finalScriptSig = Uint8Array.from(first.finalScriptSig);
  finalScriptSig[20] = (finalScriptSig[20] ?? 0) ^ 1;
  const twin = changed(raw, { inputs: [{ ...first, finalScriptSig }, ...others] });
  expect(twin).not.toBe(raw);
  expect(decodeZcash(CODEC, twin).txId).toBe(txId);
  const later = await sign({ ...REQUEST, expiry: { ...EXPIRY, height: EXPIRY.height + 1 } });
  expect(later.txId).not.toBe(txId);
});

test("nothing is built that never expires, or names no rules", () => {
  const { expiry, ...forever } = REQUEST;
  expect(expiry).toBe(EXPIRY);
  expect(() => buildZcash(CODEC, forever)).toThrow("expires");
  for (const height of [0, -1, 1.5, 500_000_000])
    expect(() => buildZcash(CODEC, { ...REQUEST, expiry: { ...EXPIRY, height } })).toThrow("expires");
  for (const branchId of [0, 2 ** 32, 0.5])
    expect(() => buildZcash(CODEC, { ...REQUEST, expiry: { ...EXPIRY, branchId } })).toThrow("branch");
});

test("nothing is signed whose payload has another expiry than the request", () => {
  const unsigned = buildZcash(CODEC, REQUEST);
  const later = buildZcash(CODEC, { ...REQUEST, expiry: { ...EXPIRY, height: EXPIRY.height + 1 } });
  expect(() => signZcash(CODEC)({ ...unsigned, payload: later.payload }, KEYS.privateKey)).toThrow(
    "not what the request says",
  );
  expect(() => signZcash(CODEC)({ ...unsigned, chain: "dash" }, KEYS.privateKey)).toThrow("another chain");
});

test("bytes that never expire, wait, or are signed in another way are none of ours", async () => {
  const { raw } = await sign(REQUEST);
  const { inputs, outputs } = decodeTransparent(hexToBytes(raw));
  expect(() => decodeZcash(CODEC, changed(raw, { expiryHeight: 0 }))).toThrow("never expires");
  expect(() => decodeZcash(CODEC, changed(raw, { lockTime: 1 }))).toThrow("waits");
  for (const other of [{ sequence: 0xffff_fffe }, { finalScriptSig: new Uint8Array() }])
    expect(() =>
      decodeZcash(CODEC, changed(raw, { inputs: inputs.map((input) => ({ ...input, ...other })) })),
    ).toThrow("another way");
  const bare = outputs.map((output) => ({ ...output, script: hexToBytes("51") }));
  expect(() => decodeZcash(CODEC, changed(raw, { outputs: bare }))).toThrow("pays no address");
});
