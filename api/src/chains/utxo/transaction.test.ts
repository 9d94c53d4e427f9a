import { mnemonicToSeedSync } from "@scure/bip39";
import { describe, expect, test } from "vitest";
import { madeTransaction } from "../../../test/chains/made-transaction";
import { ADDRESS_TYPES, type AddressType } from "../../core/address-types";
import { AssertionError } from "../../core/assert";
import { prefixesOf } from "../addresses/bitcoin-networks";
import type { BuildRequest, WalletKey } from "../chain";
import { chainKeys } from "../derivation";
import { SignerRefusal } from "../signer";
import { UTXO_CHAIN_IDS, utxoParamsOf } from "./params";
import { addressOfScript, scriptOfAddress } from "./script";
import { buildUtxo, decodeUtxo, signUtxo, utxoCodecOf, virtualSizeOf } from "./transaction";

/** The mnemonic of the test vectors of BIP 84 and BIP 86. */
const SEED = mnemonicToSeedSync(
  "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about",
);
const HOT = { branch: "hot", index: 0 } as const;
const FIRST = { branch: "deposit", index: 0 } as const;

type UtxoRequest = Extract<BuildRequest, { model: "utxo" }>;

function world(chain: (typeof UTXO_CHAIN_IDS)[number]) {
  const codec = utxoCodecOf(chain, "regtest");
  const keys = chainKeys({ seed: SEED, chain, network: "regtest" });
  const script = scriptOfAddress(keys.address(FIRST), codec.prefixes);
  const { txId, previous } = madeTransaction([script, script], 60_000n);
  const input = (ordinal: number) => ({
    txId,
    ordinal,
    units: 60_000n,
    address: keys.address(FIRST),
    key: FIRST,
    ...(chain !== "bitcoin" && { previous }),
  });
  const request: UtxoRequest = {
    model: "utxo",
    ...(chain === "zcash" && { expiry: { height: 3_000_000, branchId: 0x4dec4df0 } }),
    inputs: [input(0), input(1)],
    outputs: [
      { address: keys.address(FIRST), units: 70_000n },
      { address: keys.address(HOT), units: 49_000n },
    ],
  };
  return { codec, keys, request };
}

describe.each(UTXO_CHAIN_IDS)("transactions of %s", (chain) => {
  test("are built the same each time, signed the same each time, and read back as they were meant", async () => {
    const { codec, keys, request } = world(chain);
    const unsigned = buildUtxo(codec, request);
    expect(buildUtxo(codec, request)).toEqual(unsigned);
    expect(unsigned.keys).toEqual([FIRST]);
    const signed = await signUtxo(codec)(unsigned, keys.privateKey);
    expect(await signUtxo(codec)(unsigned, keys.privateKey)).toEqual(signed);
    const decoded = decodeUtxo(codec, signed.raw);
    expect(decoded.txId).toBe(signed.txId);
    expect(decoded.inputs).toEqual(request.inputs.map(({ txId, ordinal }) => ({ txId, ordinal })));
    expect(decoded.outputs.map(({ to, units }) => ({ address: to, units }))).toEqual(request.outputs);
    if (chain !== "zcash") expect(virtualSizeOf(signed.raw)).toBeGreaterThan(200);
  });

  test("are not signed where the payload is of another request, or the key of another address", () => {
    const { codec, keys, request } = world(chain);
    const unsigned = buildUtxo(codec, request);
    const [payment, change] = request.outputs;
    if (payment === undefined || change === undefined) throw new Error("no outputs");
    const other = { ...request, outputs: [{ ...payment, units: payment.units + 1n }, change] };
    const sign = signUtxo(codec);
    expect(() => sign({ ...unsigned, request: other }, keys.privateKey)).toThrow("not what the request says");
    expect(() => sign(unsigned, () => keys.privateKey(HOT))).toThrow(
      "does not belong to the output's address",
    );
  });

  test("are refused where they are anything else than signed ones of ours", async () => {
    const { codec, keys, request } = world(chain);
    const { raw } = await signUtxo(codec)(buildUtxo(codec, request), keys.privateKey);
    for (const odd of [`${raw}00`, raw.slice(0, -2), raw.toUpperCase(), "", "00".repeat(80)])
      expect(() => decodeUtxo(codec, odd)).toThrow();
    expect(() => decodeUtxo(utxoCodecOf(chain, "main"), raw)).not.toThrow();
    expect(() => buildUtxo(codec, { ...request, outputs: [] })).toThrow(AssertionError);
    const outputs = [{ address: chainKeys({ seed: SEED, chain }).address(HOT), units: 1n }];
    expect(() => buildUtxo(codec, { ...request, outputs })).toThrow();
  });
});

describe("transactions that spend all of Bitcoin's types of address", () => {
  const codec = utxoCodecOf("bitcoin", "regtest");
  const keys = chainKeys({ seed: SEED, chain: "bitcoin", network: "regtest" });
  const keysOfTypes = ADDRESS_TYPES.map(
    (type, index): WalletKey => ({
      branch: "deposit",
      index,
      ...(type !== "taproot" && { type }),
    }),
  );
  /** A transaction that pays each of the keys, as it is shown to the signer. */
  const paying = (units: bigint) =>
    madeTransaction(
      keysOfTypes.map((key) => scriptOfAddress(keys.address(key), codec.prefixes)),
      units,
    );
  const requestOf = (types: readonly AddressType[] = ADDRESS_TYPES): UtxoRequest => {
    const { txId, previous } = paying(60_000n);
    const inputs = ADDRESS_TYPES.flatMap((type, ordinal): UtxoRequest["inputs"] => {
      const key = keysOfTypes[ordinal];
      if (key === undefined || !types.includes(type)) return [];
      const input = { txId, ordinal, units: 60_000n, address: keys.address(key), key };
      return [type === "taproot" ? input : { ...input, previous }];
    });
    return { model: "utxo", inputs, outputs: [{ address: keys.address(HOT), units: 50_000n }] };
  };
  const sign = (request: UtxoRequest) => signUtxo(codec)(buildUtxo(codec, request), keys.privateKey);

  test("are signed the same each time, and show the type of each input", async () => {
    const signed = await sign(requestOf());
    expect(await sign(requestOf())).toEqual(signed);
    const decoded = decodeUtxo(codec, signed.raw);
    expect(decoded.txId).toBe(signed.txId);
    expect(decoded.inputs.map(({ type }) => type)).toEqual([undefined, "native-segwit", "p2sh", "legacy"]);
  });

  test.each(ADDRESS_TYPES.map((type) => [type]))(
    "of %s are no larger than what is quoted for, and hardly smaller",
    async (type) => {
      const { raw } = await sign(requestOf([type]));
      const { inputWeight, typedInputWeight } = utxoParamsOf("bitcoin");
      // Version, counts, lock time, marker; an output of Taproot.
      const weight = 42 + (typedInputWeight[type] ?? inputWeight) + 172;
      expect(virtualSizeOf(raw)).toBeLessThanOrEqual(Math.ceil(weight / 4));
      // A signature of ECDSA may be two bytes shorter, here or in a witness.
      expect(virtualSizeOf(raw)).toBeGreaterThanOrEqual(Math.ceil(weight / 4) - 3);
    },
  );

  test.each(["native-segwit", "p2sh", "legacy"] as const)(
    "are refused where what made a %s input is not shown, or is shown falsely",
    (type) => {
      const request = requestOf([type]);
      const [input] = request.inputs;
      if (input === undefined) throw new Error("no input");
      const { previous, ...hidden } = input;
      expect(() => sign({ ...request, inputs: [hidden] })).toThrow(SignerRefusal);
      const other = paying(70_000n);
      expect(() => sign({ ...request, inputs: [{ ...input, previous: other.previous }] })).toThrow();
      expect(() => sign({ ...request, inputs: [{ ...input, units: 70_000n }] })).toThrow();
      expect(() =>
        sign({ ...request, inputs: [{ ...input, units: 70_000n, previous: other.previous }] }),
      ).toThrow("another one");
      expect(previous).toBeDefined();
    },
  );
});

test("a transaction is shown once for all of its outputs, and is in no payload", async () => {
  const { codec, keys, request } = world("bitcoincash");
  const [first, second] = request.inputs;
  if (first === undefined || second === undefined) throw new Error("two inputs");
  const { previous = "", ...later } = { ...second };
  const once = { ...request, inputs: [first, later] };
  const unsigned = buildUtxo(codec, once);
  expect(unsigned.payload).not.toContain(previous);
  expect(await signUtxo(codec)(unsigned, keys.privateKey)).toEqual(
    await signUtxo(codec)(buildUtxo(codec, request), keys.privateKey),
  );
});

test.each(["litecoin", "bitcoincash"] as const)(
  "inputs of %s are not signed unseen, nor with another amount",
  (chain) => {
    const { codec, keys, request } = world(chain);
    const sign = (inputs: UtxoRequest["inputs"]) =>
      signUtxo(codec)(buildUtxo(codec, { ...request, inputs }), keys.privateKey);
    const hidden = request.inputs.map(({ previous, ...input }) => input);
    expect(() => sign(hidden)).toThrow(SignerRefusal);
    expect(() => sign(request.inputs.map((input) => ({ ...input, units: 70_000n })))).toThrow();
  },
);

test("an address stands for the exact bytes of one script, and for no others", () => {
  const prefixes = prefixesOf("bitcoin", "regtest");
  const hash = "0123456789abcdef0123456789abcdef01234567";
  const key = "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";
  const scripts = [`76a914${hash}88ac`, `a914${hash}87`, `0014${hash}`, `0020${key}`, `5120${key}`];
  const addresses = scripts.map((script) => addressOfScript(script, prefixes));
  expect(new Set(addresses).size).toBe(scripts.length);
  for (const [at, address] of addresses.entries())
    expect(scriptOfAddress(address ?? "", prefixes)).toBe(scripts[at]);
  const bare = [
    `76a914${hash}88ac61`,
    `0015${hash}`,
    `5220${key}`,
    `5114${hash}`,
    `21${key}ac`,
    "6a",
    "",
    "51024e73",
  ];
  expect(bare.map((script) => addressOfScript(script, prefixes))).toEqual(bare.map(() => null));
});

test("so does a cash address", () => {
  const prefixes = prefixesOf("bitcoincash", "regtest");
  const hash = "0123456789abcdef0123456789abcdef01234567";
  const long = `${hash}${"89abcdef".repeat(3)}`;
  const scripts = [`76a914${hash}88ac`, `a914${hash}87`, `aa20${long}87`];
  for (const script of scripts) {
    const address = addressOfScript(script, prefixes);
    expect(address).toMatch(/^bchreg:[pq]/);
    expect(scriptOfAddress(address ?? "", prefixes)).toBe(script);
  }
  const bare = [
    `0014${hash}`,
    `5120${long}`,
    `ef${long}1001${scripts[0]}`,
    `aa20${long}88`,
    `a920${long}87`,
    "",
  ];
  expect(bare.map((script) => addressOfScript(script, prefixes))).toEqual(bare.map(() => null));
});
