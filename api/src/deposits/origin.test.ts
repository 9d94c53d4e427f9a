import { expect, test } from "vitest";
import { type DepositOrigin, parseOrigin, storedOrigin } from "./origin";

const stored = (origin: DepositOrigin) => storedOrigin({ origin, asset: "ETH", address: "0xab", units: 3n });

test("is kept under the names that the table has always used", () => {
  expect(stored({ kind: "transaction", txId: "0xfe", ordinal: 2 })).toEqual({ txId: "0xfe", ordinal: 2 });
  expect(stored({ kind: "balance", totalUnits: 8n })).toEqual({ txId: "native:0xab:8:3", ordinal: 0 });
  expect(stored({ kind: "found", height: 7 })).toEqual({ txId: "found:0xab:7", ordinal: 0 });
  expect(stored({ kind: "opening" })).toEqual({ txId: "opening:ETH", ordinal: 0 });
});

test("is read back as it was written", () => {
  const origins: DepositOrigin[] = [
    { kind: "transaction", txId: "opening", ordinal: 0 },
    { kind: "transaction", txId: "native", ordinal: 1 },
    { kind: "transaction", txId: "found", ordinal: 1 },
    { kind: "balance", totalUnits: 10n ** 30n },
    { kind: "found", height: 7 },
    { kind: "opening" },
  ];
  for (const origin of origins) expect(parseOrigin(stored(origin))).toEqual(origin);
});
