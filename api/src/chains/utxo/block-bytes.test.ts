import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { FalseBytes, readBlockBytes, readTransactionBytes, scriptOfHeight, workBitsOf } from "./block-bytes";

const doubleHash = (bytes: Buffer): Buffer =>
  createHash("sha256").update(createHash("sha256").update(bytes).digest()).digest();

/** Bitcoin's first block, as everybody has it. */
const COINBASE =
  "01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d657320" +
  "30332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ff" +
  "ffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51e" +
  "c112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000";
const HEAD =
  "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a" +
  "9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c";

it("reads a block whose bytes prove its id and all that it pays", () => {
  expect(readBlockBytes(`${HEAD}01${COINBASE}`)).toMatchObject({
    hash: "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
    parentHash: "",
    timeMs: 1_231_006_505_000,
    transactions: [
      {
        txId: "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b",
        inputs: [],
        outputs: [{ units: 5_000_000_000n, script: expect.stringMatching(/^4104678a.*ac$/) }],
      },
    ],
  });
});

/** The last transactions of blocks of Litecoin's main network, which carry what goes in and out of MWEB (LIP-0002). */
it.each([
  [
    "fd786dea0b4d16017897c66c80f40bbbaac6ed5dfc1d8540f8e69b39ae07b798",
    "02000000000801055b9501fc80f092ec6a1fc82a130fbc4126d76aaccc8ff09d47bcacd439facf0000000000ffffffff0119a0e168b70200002258" +
      "2055b14302a0812dcfad58dc83b0d2c96d3bf36cc08735cd36987f721b69f6faa10000000000",
  ],
  [
    "e64e56959c87e8689dca558bc1bf0d5b4757b7dc0ee29c64814240b406cade34",
    "02000000000801af76b95c6766ffd4db42bcb022e682a2ac3d422e6ca78ec98da312bc490bffd70000000000ffffffff024080c63afd2000002258" +
      "2069fe96e528a9fed69c1e620d4305fc8a0f12f6aa355cfbb0dd160261eb94df1b035fc33900000000160014d40f690970c91a645ff3af4d8676" +
      "ea1ef1b15d940000000000",
  ],
])("reads %s, which has the flag of MWEB", (txId, hex) => {
  expect(readTransactionBytes(hex).txId).toBe(txId);
});

it("reads what a transaction of Litecoin pays that leaves MWEB", () => {
  const hex =
    "0200000000080334deca06b4404281649ce20edcb757475b0dbfc18b55ca9d68e8879c95564ee60000000000ffffffff59f82ce926956c7ef652e7" +
    "e5aa93c766e3b3f95ea91b32f940bd502558826bde0000000000ffffffff6f3cc906516f39c5e2a9e82cae684292c124b448db737149dce0679ba3" +
    "8e74a10000000000ffffffff0208614a2eff200000225820a0de06cda14d558d9f237cb8870276935256c9f81d25d808d6b932258cffac9f0027b9" +
    "290000000017a91429dc4ac51a4fdc6433518b3283123a665681e86b870000000000";
  const { txId, inputs, outputs } = readTransactionBytes(hex);
  expect(txId).toBe("468ff805165c7987e03310e756fc904aa17031f1be466b7b10680a4b6f12e310");
  expect(inputs).toHaveLength(3);
  expect(outputs[1]).toEqual({
    units: 700_000_000n,
    script: "a91429dc4ac51a4fdc6433518b3283123a665681e86b87",
  });
});

/** A block of these transactions, in a head that commits to them. */
function blockOf(transactions: readonly string[]): string {
  let level = transactions.map((hex) => doubleHash(Buffer.from(hex, "hex")));
  while (level.length > 1)
    level = level
      .filter((_, at) => at % 2 === 0)
      .map((left, at) => doubleHash(Buffer.concat([left, level[2 * at + 1] ?? left])));
  const root = level[0]?.toString("hex") ?? "";
  const count = transactions.length.toString(16).padStart(2, "0");
  return `${HEAD.slice(0, 72)}${root}${HEAD.slice(136)}${count}${transactions.join("")}`;
}

/** Like the first coinbase, and another one for each number. */
const paying = (units: number): string =>
  COINBASE.replace(
    "00f2052a01000000",
    Buffer.from(new BigUint64Array([BigInt(units)]).buffer).toString("hex"),
  );

it("refuses a block with another transaction than its head commits to, or with one twice", () => {
  const three = [paying(1), paying(2), paying(3)];
  expect(readBlockBytes(blockOf(three)).transactions).toHaveLength(3);
  const false_ = blockOf(three).replace(paying(3), paying(4));
  expect(() => readBlockBytes(false_)).toThrow("not those of the block's head");
  // The same root as that of three (CVE-2012-2459).
  const twice = blockOf([...three, paying(3)]);
  expect(twice.slice(0, 160)).toBe(blockOf(three).slice(0, 160));
  expect(() => readBlockBytes(twice)).toThrow(FalseBytes);
});

it.each([
  ["cut short", `${HEAD}01${COINBASE.slice(0, -8)}`],
  ["a count without end", `${HEAD}fe${"ff".repeat(4)}${COINBASE}`],
  ["not hexadecimal", `${HEAD}01${COINBASE}zz`],
  ["a head only", HEAD],
  ["nothing", ""],
])("refuses bytes that are %s", (_what, hex) => {
  expect(() => readBlockBytes(hex)).toThrow(FalseBytes);
});

/** Litecoin's first block, whose proof of work is the hash 0000050c34a64b41… by scrypt. */
const HEAD_OF_LITECOIN =
  "010000000000000000000000000000000000000000000000000000000000000000000000d9ced4ed1130f7b7faad9be25323ffafa33232a17c3edf6c" +
  "fd97bee6bafbdd97b9aa8e4ef0ff0f1ecd513f7c";

it("counts the zero bits that a head's proof of work begins with", () => {
  // 000000000019d668…
  expect(workBitsOf(Buffer.from(HEAD, "hex"), "sha256d")).toBe(43);
  expect(workBitsOf(Buffer.from(HEAD_OF_LITECOIN, "hex"), "scrypt")).toBe(21);
});

it.each([
  [1, "51"],
  [16, "60"],
  [17, "0111"],
  [127, "017f"],
  [128, "028000"],
  [255, "02ff00"],
  [256, "020001"],
  [32_768, "03008000"],
  // Three bytes, the least first.
  [227_836, "03fc7903"],
  [824_000, "03c0920c"],
])("writes the height %i as the script of new coins begins", (height, script) => {
  expect(scriptOfHeight(height)).toBe(script);
});
