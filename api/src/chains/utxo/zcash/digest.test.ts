import { secp256k1 } from "@noble/curves/secp256k1.js";
import { blake2b } from "@noble/hashes/blake2.js";
import { ripemd160 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { HDKey } from "@scure/bip32";
import { mnemonicToSeedSync } from "@scure/bip39";
import { describe, expect, test } from "vitest";
import { ZIP_244 } from "../../../../test/chains/zip-244";
import { decodeTransparent, encodeTransparent } from "./bytes";
import { type SpentOutput, signatureDigest, txIdOf } from "./digest";

/**
 * Transactions of version 5 of the test network, which it took, with their ids: of Trezor's tests for its devices
 * (tests/device_tests/zcash/test_sign_tx.py). The last is of no network; another device signed its second input.
 */
const KNOWN = [
  {
    key: 7,
    units: 989_680n,
    txId: "b29b1f27763e8caf9fe51f33a6a7daf138438b5278efcd60941782244e35b19e",
    raw:
      "050000800a27a726b4d0d6c20000000000000000010d3812500064d7084ec6f1e05bfc8a0776cc5bb607be6e788051821cb8ec6c4b00000000" +
      "6b483045022100cc6efc5678eefec9dd95a890e5961be3e8fc64ea6654959873316fcd2d523d36022036036e2e23071812319d170484926bc6" +
      "41d54028613acaa28b1fd2530013a3400121035169c4d6a36b6c4f3e210f46d329efa1cb7a67ffce7d62062d4a8a17c23756e1ffffffff01e0" +
      "f20e00000000001976a9141215d421cb8cec1dea62cbd9e4e07c01520d873f88ac000000",
  },
  {
    key: 8,
    units: 1_000_000n,
    txId: "431b68c170799a1ba9a936f9bde4ba1fb5606b0ab0a770012875a23d23ba72a3",
    raw:
      "050000800a27a726b4d0d6c200000000000000000131b9d5be5567ec240e38d0ad14faf25b8330b593665856d8b8a02c0177a3cfd800000000" +
      "6a4730440220578ca11522b12ab2048b5c81a2ef788cccfacdb42d08efb31a802ee75909c38c02202fd12addfae4822141821b14a012828c7a" +
      "4a46cc02de777101d1b8ee14128070012103260dc4925b14addb52b4e62c698b99d2318f3d909477a081ae8e5d94dc3c66d8ffffffff0178f6" +
      "0e000000000017a914b8f771de8bbdcfee76e0dbf76f1005f2028bf3e787000000",
  },
  {
    key: 9,
    units: 4_154_120n,
    txId: "c5309bd6a18f6bf374918b1c96e872af02e80d678c53d37547de03048ace79bf",
    raw:
      "050000800a27a726b4d0d6c20000000000000000016815b5b7b7fb56340727810e06f481cdba45205d5ac992486bd8dc6c2d1f23f900000000" +
      "6a47304402201fc2effdaa338d4fd42a018debed2c8a170c57c7763faabf9596ea408961cc5b02200dd35764d2797723c73f2984c5ea49522d" +
      "4558ca3c5143e95235f522f65c84b5012102b3397d76b093624981b3c3a279c79496d16820f821528b9e403bdfc162b34c3cffffffff014017" +
      "3f00000000001976a914a579388225827d9f2fe9014add644487808c695d88ac000000",
  },
  {
    key: 0,
    units: 4_134_720n,
    txId: "d8cfa377012ca0b8d856586693b530835bf2fa14add0380e24ec6755bed5b931",
    raw:
      "050000800a27a726b4d0d6c2000000000000000001bf79ce8a0403de4775d3538c670de802af72e8961c8b9174f36b8fa1d69b30c500000000" +
      "6b483045022100be78eccf801dda4dd33f9d4e04c2aae01022869d1d506d51669204ec269d71a90220394a51838faf40176058cf45fe7032be" +
      "9c5c942e21aff35d7dbe4b96ab5e0a500121030e669acac1f280d1ddf441cd2ba5e97417bf2689e4bbec86df4f831bf9f7ffd0ffffffff0240" +
      "420f00000000001976a9141efeae5c937bfc7f095a06aabdb5476a5d6d19db88ac30cd2f00000000001976a914a579388225827d9f2fe9014a" +
      "dd644487808c695d88ac000000",
  },
  {
    key: 0,
    units: 300_000_000n,
    txId: null,
    raw:
      "050000800a27a726b4d0d6c200000000000000000268039326c180fa7b1e999392e25a3ec6a8aec83c11b787ddb1746922020682e300000000" +
      "6b48304502210083493f0a49e80b95469ea933e369500b69e73871d3e6d6c404f4bc8fc98701a80220326f5159a3fa17abc001cc6126ba5268" +
      "ec78f34cccd559821fb7b57cbe0697080121030e669acac1f280d1ddf441cd2ba5e97417bf2689e4bbec86df4f831bf9f7ffd0ffffffffdc75" +
      "4d63eff4698ee321476872519c53f14cfe58c9425c7ee464c206461ef5aa010000006a47304402207635614c690bfe8701ebe822a7322273fe" +
      "aa8d664a82780901628fd4c907879e022011541c320b9d994b16ee7251b41a76e5edb5842cf2fa77db2c9381f32f921b0f0121030e669acac1" +
      "f280d1ddf441cd2ba5e97417bf2689e4bbec86df4f831bf9f7ffd0ffffffff016c3ec323000000001976a9145b157a678a10021243307e4bb5" +
      "8f36375aa80e1088ac000000",
  },
] as const;

const ACCOUNT = HDKey.fromMasterSeed(mnemonicToSeedSync("all ".repeat(12).trim())).derive("m/44'/1'/0'/0");

function world({ key, units, raw }: (typeof KNOWN)[number]) {
  const { privateKey, publicKey } = ACCOUNT.deriveChild(key);
  if (!privateKey || !publicKey) throw new Error("no key");
  const hash = bytesToHex(ripemd160(sha256(publicKey)));
  const transaction = decodeTransparent(hexToBytes(raw));
  const spent = transaction.inputs.map(
    (): SpentOutput => ({ script: hexToBytes(`76a914${hash}88ac`), units }),
  );
  return { transaction, spent, privateKey, publicKey };
}

describe.each(KNOWN)("the transaction $txId", (known) => {
  test("is read and written as it is, and has its id", () => {
    const { transaction } = world(known);
    expect(bytesToHex(encodeTransparent(transaction))).toBe(known.raw);
    expect(transaction).toMatchObject({ branchId: 0xc2d6d0b4, lockTime: 0, expiryHeight: 0 });
    if (known.txId !== null) expect(txIdOf(transaction)).toBe(known.txId);
  });

  test("is signed as its wallet did, input by input", () => {
    const { transaction, spent, privateKey, publicKey } = world(known);
    for (const [at, { finalScriptSig: script }] of transaction.inputs.entries()) {
      const digest = signatureDigest(transaction, at, spent);
      const der = secp256k1.sign(digest, privateKey, { prehash: false, lowS: true, format: "der" });
      expect(bytesToHex(script)).toBe(
        bytesToHex(Uint8Array.of(der.length + 1, ...der, 0x01, publicKey.length, ...publicKey)),
      );
    }
  });
});

test("an official vector has its id, and its digest to sign", () => {
  const bytes = hexToBytes(ZIP_244.raw);
  // Behind the transparent part: no spends and outputs of Sapling, one action of Orchard.
  const end = ORCHARD_AT - 3;
  const transaction = decodeTransparent(concatBytes(bytes.subarray(0, end), new Uint8Array(3)));
  expect([...bytes.subarray(end, ORCHARD_AT)]).toEqual([0, 0, 1]);
  const spent = ZIP_244.spent.map(({ units, script }) => ({ units, script: hexToBytes(script) }));
  const orchard = orchardDigest(bytes.subarray(ORCHARD_AT));
  const id = hexToBytes(txIdOf(transaction, orchard)).reverse();
  expect(bytesToHex(id)).toBe(ZIP_244.txId);
  expect(bytesToHex(signatureDigest(transaction, 0, spent, orchard))).toBe(ZIP_244.sighashAll);
});

const ORCHARD_AT = 146;

/** ZIP 244, T.4, of a single action. */
function orchardDigest(bytes: Uint8Array): Uint8Array {
  let at = 0;
  const take = (length: number): Uint8Array => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  const [cv, nullifier, rk, cmx, epk] = [take(32), take(32), take(32), take(32), take(32)];
  const [compact, memo, tag, out, rest] = [take(52), take(512), take(16), take(80), take(1 + 8 + 32)];
  const hash = (name: string, ...parts: Uint8Array[]) =>
    blake2b(concatBytes(...parts), { dkLen: 32, personalization: utf8ToBytes(name) });
  return hash(
    "ZTxIdOrchardHash",
    hash("ZTxIdOrcActCHash", nullifier, cmx, epk, compact),
    hash("ZTxIdOrcActMHash", memo),
    hash("ZTxIdOrcActNHash", cv, rk, tag, out),
    rest,
  );
}

test("a signature commits to what every input spends, the last block and the rules", () => {
  const { transaction, spent } = world(KNOWN[4]);
  const digest = bytesToHex(signatureDigest(transaction, 0, spent));
  const [first, second] = spent;
  if (first === undefined || second === undefined) throw new Error("two inputs");
  const of = (other: Partial<typeof transaction>, outputs: readonly SpentOutput[] = spent, at = 0): string =>
    bytesToHex(signatureDigest({ ...transaction, ...other }, at, outputs));
  const others = [
    of({}, [{ ...first, units: first.units + 1n }, second]),
    of({}, [first, { ...second, units: second.units + 1n }]),
    of({}, [first, { ...second, script: hexToBytes("51") }]),
    of({ expiryHeight: 1 }),
    of({ lockTime: 1 }),
    of({ branchId: 0x4dec4df0 }),
    of({ outputs: [] }),
    of({}, spent, 1),
  ];
  expect(new Set([digest, ...others]).size).toBe(others.length + 1);
  expect(() => of({}, [first])).toThrow("the spent output of each input");
});

test("bytes of another version, and with shielded parts, are not read", () => {
  const { raw } = KNOWN[0];
  expect(() => decodeTransparent(hexToBytes(raw))).not.toThrow();
  for (const odd of [
    raw.replace(/^05/, "06"),
    raw.replace("0a27a726", "0b27a726"),
    raw.replace(/000000$/, "000001"),
    raw.replace(/000000$/, "010000"),
    `${raw}00`,
    raw.slice(0, -2),
    "",
  ])
    expect(() => decodeTransparent(hexToBytes(odd))).toThrow();
});
