import { expect, it } from "vitest";
import { KEY_IMAGE, RAW, TX_ID } from "../../../test/monero/example-transaction";
import { UnknownBytes } from "./byte-reader";
import { readMoneroBytes } from "./transaction-bytes";

it("reads what the bytes of a transaction show", () => {
  expect(readMoneroBytes(RAW)).toEqual({
    txId: TX_ID,
    keyImages: [KEY_IMAGE],
    outputKeys: [
      "42c431e937b8e15b6e8ed3d7effe232b87709fbac0b9953f19fe9ef6d606871c",
      "99ff55731eaaca12175b9a375e48a03a9376b9e2b6087385b658d8f4349cc307",
    ],
    unlockTime: 0n,
    feeUnits: 7_341_400_000n,
  });
});

it("has another id for bytes with another digit, and reads no key image that is not there", () => {
  const last = RAW.endsWith("0") ? "1" : "0";
  expect(readMoneroBytes(`${RAW.slice(0, -1)}${last}`).txId).not.toBe(TX_ID);
  const other = RAW.replace(KEY_IMAGE, "ab".repeat(32));
  expect(readMoneroBytes(other)).toMatchObject({ keyImages: ["ab".repeat(32)] });
});

it.each([
  ["nothing", ""],
  ["bytes that end too early", RAW.slice(0, 400)],
  ["another version", `01${RAW.slice(2)}`],
  ["letters", `zz${RAW.slice(2)}`],
  ["a long count", `0200${"ff".repeat(8)}01`],
])("refuses %s", (_name, bytes) => {
  expect(() => readMoneroBytes(bytes)).toThrow(UnknownBytes);
});
