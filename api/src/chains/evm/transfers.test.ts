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

test("an ordinal counts the equal ones of its transaction, whatever else it does and wherever the block puts them", () => {
  const other = { transactionHash: padHex("0xb", { size: 32 }) };
  const [topic = TRANSFER_TOPIC, from = FROM] = log(0).topics;
  const toFrom = { topics: [topic, from, padHex(FROM, { size: 32 })] as LogEntry["topics"] };
  const found = (logs: LogEntry[], tokens: Parameters<typeof transfersOf>[1] = TOKENS) =>
    transfersOf(logs, tokens).map(({ txId, asset, to, units, ordinal }) =>
      [txId.at(-1), asset, to === getAddress(TO) ? "to" : "from", units, ordinal].join(" "),
    );
  const logs = [
    log(9, { address: USDC, units: 7n }),
    log(4, { address: STRANGER_TOKEN }),
    log(5, { units: 1n }),
    log(6, { ...other, units: 1n }),
    log(7, { units: 0n }),
    log(8, { units: 1n }),
    log(10, { ...toFrom, units: 1n }),
    log(11, { units: 2n }),
  ];
  const ofUsdt = [
    "a USDT-ERC20 to 1 0",
    "b USDT-ERC20 to 1 0",
    "a USDT-ERC20 to 1 1",
    "a USDT-ERC20 from 1 0",
    "a USDT-ERC20 to 2 0",
  ];
  expect(found(logs)).toEqual([...ofUsdt.slice(0, 3), "a USDC-ERC20 to 7 0", ...ofUsdt.slice(3)]);
  expect(found(logs, new Map([[USDT, "USDT-ERC20"]]))).toEqual(ofUsdt);
  expect(found(logs.slice(4))).toEqual([
    "a USDT-ERC20 to 1 0",
    "a USDT-ERC20 from 1 0",
    "a USDT-ERC20 to 2 0",
  ]);
  const moved = logs.map((entry) => ({ ...entry, logIndex: entry.logIndex + 100 }));
  expect(found(moved)).toEqual(found(logs));
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
