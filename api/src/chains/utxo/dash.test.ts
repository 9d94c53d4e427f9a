import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { mnemonicToSeedSync } from "@scure/bip39";
import { describe, expect, test } from "vitest";
import { madeTransaction } from "../../../test/chains/made-transaction";
import { prefixesOf } from "../addresses/bitcoin-networks";
import type { BuildRequest, WalletOutput } from "../chain";
import { chainKeys } from "../derivation";
import { SignerRefusal } from "../signer";
import { knownMovementsOf } from "./movements";
import type { UtxoNode } from "./node";
import { utxoParamsOf } from "./params";
import { requirePrevious, withPrevious } from "./previous";
import { addressOfScript, scriptOfAddress } from "./script";
import { buildUtxo, decodeUtxo, signUtxo, utxoCodecOf, virtualSizeOf } from "./transaction";
import { wireTransaction } from "./wire";

const CODEC = utxoCodecOf("dash", "main");
const KEYS = chainKeys({
  seed: mnemonicToSeedSync(`${"abandon ".repeat(11)}about`),
  chain: "dash",
  network: "main",
});
const FIRST = { branch: "deposit", index: 0 } as const;
const SECOND = { branch: "deposit", index: 1 } as const;

/** A special transaction (DIP 2) of the main network: of Dash Core's test data, trivially_valid.json, the fifth. */
const SPECIAL = {
  txId: "4eb416679d71b480ffb67714c68592a64c3b0d93ca28c01fe280dde00968b97b",
  raw:
    "0300040001c252c6a17964918ef6ee30128b1b003e767912f83bcd13e0f1abbaef90e4a4a2000000006a47304402206e69a4bcfaef862da25d" +
    "0f70a2ff19bd783a35597f0c3a79392d1cdcbb7bf31c022074846a514a7af6c9a2e2949f558f61272a29b7aa5a170f07e55fb56df91ca94901" +
    "21035ffbab73725c430b2904c10563007c5047257aae6caefcda4b47ed70c03b2f6efeffffff0166327b00000000001976a914b734da3d6309" +
    "4c95589fcf9252cd8d9c46eebafa88ac00000000a40200cb1002143ac5db461791432aee2d8dea8a5822ec1f194e21948e48b054af1c750100" +
    "572391a43fa586d85102dbc4c89982ed36b8d789c80eef9697a2b1b97ab750378369767f8fe0ec9a8abbd91a0b6da8644271342848739a152e" +
    "a336e0ac800884a73ffb539ab4fb93a5c0326103bf504609e635248348b68b5599e99bbc5923f65b46af02fa85645a7e2a9cd359540a362d55" +
    "1ed87ae572f716f7a0875a632373",
  script: "76a914b734da3d63094c95589fcf9252cd8d9c46eebafa88ac",
  units: 0x7b3266n,
};
const ADDRESS = addressOfScript(SPECIAL.script, CODEC.prefixes) ?? "";
const OUTPUT: WalletOutput = {
  ...{ txId: SPECIAL.txId, ordinal: 0, units: SPECIAL.units, address: ADDRESS, key: FIRST },
  previous: SPECIAL.raw,
};

/** What leaves the pool of credits (DIP 27): no inputs, an output, a payload. */
const UNLOCK = `03000900000140060000000000001976a914${"12".repeat(20)}88ac00000000024321`;
const idOf = (raw: string): string => bytesToHex(sha256(sha256(hexToBytes(raw))).reverse());
const UNLOCKED: WalletOutput = {
  ...{ txId: idOf(UNLOCK), ordinal: 0, units: 1_600n, key: FIRST, previous: UNLOCK },
  address: addressOfScript(`76a914${"12".repeat(20)}88ac`, CODEC.prefixes) ?? "",
};

/** A node that knows transactions by their ids, as bytes. */
const nodeOf = (known: Readonly<Record<string, string>>): UtxoNode =>
  ({
    chain: "dash",
    readBatch: async (calls: readonly { params: readonly unknown[] }[]) =>
      calls.map(({ params }) => ({ ok: true, value: known[String(params[0])] })),
    parse: (answer: { value: unknown }) => answer.value,
  }) as unknown as UtxoNode;

describe("what a special transaction pays", () => {
  test.each([
    ["with a payload", OUTPUT],
    ["without inputs", UNLOCKED],
  ])("is compared with the bytes of the whole of it, %s", async (_, output) => {
    const { previous, ...bare } = output;
    const [shown] = await withPrevious(nodeOf({ [output.txId]: previous ?? "" }), [bare]);
    expect(shown).toEqual(output);
    expect(() => requirePrevious(CODEC, [output])).not.toThrow();
    expect(() => requirePrevious(CODEC, [{ ...output, units: output.units + 1n }])).toThrow(SignerRefusal);
    expect(() => requirePrevious(CODEC, [{ ...output, ordinal: 1 }])).toThrow(SignerRefusal);
    expect(() => requirePrevious(CODEC, [bare])).toThrow("not shown");
    // The payload belongs to the id.
    const cut = previous?.slice(0, -2) ?? "";
    expect(() => requirePrevious(CODEC, [{ ...output, previous: cut }])).toThrow("another one");
  });

  test("counts as a payment from nowhere where it spends nothing", async () => {
    const transaction = wireTransaction.parse({
      ...{ txid: UNLOCKED.txId, version: 3, type: 9, vin: [], extraPayloadSize: 2, extraPayload: "4321" },
      vout: [{ n: 0, value: 0.000016, scriptPubKey: { hex: `76a914${"12".repeat(20)}88ac` } }],
    });
    const [movement] = await knownMovementsOf(nodeOf({}), CODEC.prefixes, [transaction]);
    expect(movement).toMatchObject({ isCoinbase: false, spent: [], paidUnits: 1_600n });
    expect(movement?.received).toMatchObject([{ to: UNLOCKED.address, units: 1_600n }]);
  });
});

describe("a payment of ours", () => {
  const addresses = [FIRST, SECOND].map(KEYS.address);
  const made = madeTransaction(
    addresses.map((address) => scriptOfAddress(address, CODEC.prefixes)),
    60_000n,
  );
  const inputs = [FIRST, SECOND].map((key, ordinal) => ({
    ...{ ...made, ordinal, units: 60_000n, key },
    address: KEYS.address(key),
  }));
  const outputs = [
    { address: "7gnwGHt17heGpG9Crfeh4KGpYNFugPhJdh", units: 50_000n },
    { address: KEYS.address({ branch: "hot", index: 0 }), units: 69_000n },
  ];
  const sign = (request: BuildRequest) => signUtxo(CODEC)(buildUtxo(CODEC, request), KEYS.privateKey);

  test("is signed the same each time, replaces nothing, and is no larger than what is quoted for", async () => {
    const request = { model: "utxo", inputs, outputs } as const;
    const signed = await sign(request);
    expect(await sign(request)).toEqual(signed);
    expect(signed.txId).toBe(idOf(signed.raw));
    const decoded = decodeUtxo(CODEC, signed.raw);
    expect(decoded.outputs.map(({ asset, to }) => [asset, to])).toEqual(
      outputs.map(({ address }) => ["DASH", address]),
    );
    expect(signed.raw.startsWith("02000000")).toBe(true);
    expect(signed.raw.match(/ffffffff/g)).toHaveLength(2);
    const { inputWeight, outputWeight } = utxoParamsOf("dash");
    const largest = Math.ceil((42 + 2 * inputWeight + 2 * outputWeight) / 4);
    expect(virtualSizeOf(signed.raw)).toBeLessThanOrEqual(largest);
    expect(virtualSizeOf(signed.raw)).toBeGreaterThanOrEqual(largest - 6);
  });

  test("is not signed where what made an input is not shown, or made another", () => {
    const hidden = inputs.map(({ previous, ...input }) => input);
    expect(() => sign({ model: "utxo", inputs: hidden, outputs })).toThrow(SignerRefusal);
    const more = inputs.map((input) => ({ ...input, units: 70_000n }));
    expect(() => sign({ model: "utxo", inputs: more, outputs })).toThrow(SignerRefusal);
  });

  test("is not read back from bytes of a special transaction", async () => {
    const { raw } = await sign({ model: "utxo", inputs, outputs });
    for (const version of ["03000800", "02000800", "03000000", "01000000"])
      expect(() => decodeUtxo(CODEC, raw.replace(/^02000000/, version))).toThrow(/version/i);
    expect(() => decodeUtxo(CODEC, `${raw}00`)).toThrow();
  });
});

test("no script but P2PKH and P2SH has an address on Dash", () => {
  const prefixes = prefixesOf("dash", "regtest");
  const hash = "0123456789abcdef0123456789abcdef01234567";
  for (const script of [`76a914${hash}88ac`, `a914${hash}87`]) {
    const address = addressOfScript(script, prefixes);
    expect(address).toMatch(/^[y89]/);
    expect(scriptOfAddress(address ?? "", prefixes)).toBe(script);
    expect(() => scriptOfAddress(address ?? "", prefixesOf("dash", "main"))).toThrow("not an address");
  }
  const bare = [`0014${hash}`, `0020${hash}${"00".repeat(12)}`, `5120${hash}${"00".repeat(12)}`, "6a", ""];
  expect(bare.map((script) => addressOfScript(script, prefixes))).toEqual(bare.map(() => null));
});
