import { createVirtualMachineBCH, decodeTransactionUnsafeBCH } from "@bitauth/libauth";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { mnemonicToSeedSync } from "@scure/bip39";
import { Transaction } from "@scure/btc-signer";
import { expect, test } from "vitest";
import { madeTransaction } from "../../../test/chains/made-transaction";
import { chainKeys } from "../derivation";
import { forkIdScript, isForkIdScript } from "./fork-id";
import { scriptOfAddress } from "./script";
import { buildUtxo, decodeUtxo, signUtxo, utxoCodecOf, virtualSizeOf } from "./transaction";

/** Transaction 96ee20002b34e468f9d3c5ee54f6a8ddaa61c118889c4f35395c2cd93ba5bbb4 of the main network, and its key. */
const KNOWN = {
  spends: {
    txid: "050d00e2e18ef13969606f1ceee290d3f49bd940684ce39898159352952b8ce2",
    index: 2,
    units: 5_151n,
    script: hexToBytes("76a914aff1e0789e5fe316b729577665aa0a04d5b0f8c788ac"),
  },
  privateKey: hexToBytes("7fdafb9db5bc501f2096e7d13d331dc7a75d9594af3d251313ba8b6200f4e384"),
  pays: [
    [600n, "76a914769bdff96a02f9135a1d19b749db6a78fe07dc9088ac"],
    [4_325n, "76a9149e089b6889e032d46e3b915a3392edfd616fb1c488ac"],
  ],
  script:
    "483045022100b70d158b43cbcded60e6977e93f9a84966bc0cec6f2dfd1463d1223a90563f0d02207548d081069de570a494d0967ba388ff" +
    "02641d91cadb060587ead95a98d4e3534121038eab72ec78e639d02758e7860cdec018b49498c307791f785aa3019622f4ea5b",
  txId: "96ee20002b34e468f9d3c5ee54f6a8ddaa61c118889c4f35395c2cd93ba5bbb4",
} as const;

test("signs a transaction of the main network as its wallet did", () => {
  const { spends, privateKey, pays } = KNOWN;
  const transaction = new Transaction({ version: 1 });
  transaction.addInput({ txid: spends.txid, index: spends.index, sequence: 0xffff_ffff });
  for (const [amount, script] of pays) transaction.addOutput({ script: hexToBytes(script), amount });
  const script = forkIdScript(transaction, 0, { ...spends, privateKey });
  expect(bytesToHex(script)).toBe(KNOWN.script);
  expect(isForkIdScript(script)).toBe(true);
  transaction.updateInput(0, { finalScriptSig: script }, true);
  expect(transaction.id).toBe(KNOWN.txId);
});

test("takes only a signature of ALL with FORKID and a compressed key for ours", () => {
  const whole = hexToBytes(KNOWN.script);
  const at = (index: number, byte: number) => whole.map((old, position) => (position === index ? byte : old));
  const length = whole[0] ?? 0;
  for (const odd of [
    undefined,
    new Uint8Array(),
    at(length, 0x01),
    at(length + 1, 0x41),
    at(0, length - 1),
    whole.subarray(1),
    Uint8Array.of(...whole, 0),
  ])
    expect(isForkIdScript(odd)).toBe(false);
});

const FIRST = { branch: "deposit", index: 0 } as const;
const SECOND = { branch: "deposit", index: 1 } as const;

test("the virtual machine of libauth takes what is signed, for its own amounts only", async () => {
  const codec = utxoCodecOf("bitcoincash", "main");
  const seed = mnemonicToSeedSync(`${"abandon ".repeat(11)}about`);
  const keys = chainKeys({ seed, chain: "bitcoincash" });
  const addresses = [FIRST, SECOND].map(keys.address);
  const made = madeTransaction(
    addresses.map((address) => scriptOfAddress(address, codec.prefixes)),
    60_000n,
  );
  const inputs = [FIRST, SECOND].map((key, ordinal) => ({
    ...{ ...made, ordinal, units: 60_000n, key },
    address: keys.address(key),
  }));
  const outputs = [
    { address: "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", units: 50_000n },
    { address: keys.address({ branch: "hot", index: 0 }), units: 69_000n },
  ];
  const { raw } = await signUtxo(codec)(
    buildUtxo(codec, { model: "utxo", inputs, outputs }),
    keys.privateKey,
  );
  expect(decodeUtxo(codec, raw).outputs.map(({ to }) => to)).toEqual(outputs.map(({ address }) => address));
  expect(virtualSizeOf(raw)).toBe(raw.length / 2);
  const verdict = (plus: bigint) =>
    createVirtualMachineBCH().verify({
      transaction: decodeTransactionUnsafeBCH(hexToBytes(raw)),
      sourceOutputs: inputs.map(({ address, units }) => ({
        lockingBytecode: hexToBytes(scriptOfAddress(address, codec.prefixes)),
        valueSatoshis: units + plus,
      })),
    });
  expect(verdict(0n)).toBe(true);
  expect(verdict(1n)).not.toBe(true);
});
