import { getAddress, type Hex, padHex } from "viem";
import { expect, test } from "vitest";
import { type LogEntry, TRANSFER_TOPIC, transfersOf } from "./transfers";

const USDT = "0xdac17f958d2ee523a2206206994597c13d831ec7";
const USDC = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const STRANGER_TOKEN = "0x1111111111111111111111111111111111111111";
const FROM: Hex = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";
const TO: Hex = "0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359";
const TOKENS = new Map([
  [USDT, "USDT-ERC20" as const],
  [USDC, "USDC-ERC20" as const],
]);

const log = (logIndex: number, over: Partial<LogEntry> & { units?: bigint } = {}): LogEntry => {
  const { units = 5n, ...rest } = over;
  return {
    address: USDT,
    topics: [TRANSFER_TOPIC, padHex(FROM, { size: 32 }), padHex(TO, { size: 32 })],
    data: padHex(`0x${units.toString(16)}`, { size: 32 }),
    blockHash: padHex("0x1", { size: 32 }),
    transactionHash: padHex("0xa", { size: 32 }),
    logIndex,
    ...rest,
  };
};

test("ordinals count a transaction's transfers of configured contracts, wherever the block puts them", () => {
  const otherTransaction = padHex("0xb", { size: 32 });
  const logs = [
    log(9, { address: USDC, units: 7n }),
    log(4, { address: STRANGER_TOKEN }),
    log(5, { units: 1n }),
    log(6, { transactionHash: otherTransaction, units: 2n }),
    log(7, { units: 0n }),
  ];
  const found = transfersOf(logs, TOKENS).map(({ txId, ordinal, asset, units }) => [
    txId.at(-1),
    ordinal,
    asset,
    units,
  ]);
  expect(found).toEqual([
    ["a", 0, "USDT-ERC20", 1n],
    ["b", 0, "USDT-ERC20", 2n],
    ["a", 2, "USDC-ERC20", 7n],
  ]);
  const moved = logs.map((entry) => ({ ...entry, logIndex: entry.logIndex + 100 }));
  expect(transfersOf(moved, TOKENS)).toEqual(transfersOf(logs, TOKENS));
});

test("sender and recipient are checksummed (EIP-55), units the data word", () => {
  expect(transfersOf([log(0, { units: 2n ** 256n - 1n })], TOKENS)).toEqual([
    {
      txId: padHex("0xa", { size: 32 }),
      ordinal: 0,
      asset: "USDT-ERC20",
      to: getAddress(TO),
      from: [getAddress(FROM)],
      units: 2n ** 256n - 1n,
    },
  ]);
});

test("other events, ERC-721's Transfer and malformed data are no transfers", () => {
  const [topic = TRANSFER_TOPIC, from = FROM, to = TO] = log(0).topics;
  const approval = padHex("0x8c5be1e5", { size: 32, dir: "right" });
  const logs = [
    log(0, { topics: [approval, from, to] }),
    log(1, { topics: [topic, from, to, padHex("0x1", { size: 32 })], data: "0x" }),
    log(2, { topics: [topic, from] }),
    log(3, { topics: [] }),
    log(4, { data: "0x05" }),
    log(5, { data: padHex("0x5", { size: 64 }) }),
  ];
  expect(transfersOf(logs, TOKENS)).toEqual([]);
});
