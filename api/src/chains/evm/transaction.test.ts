import fc from "fast-check";
import {
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  hexToBytes,
  keccak256,
  parseAbi,
  toHex,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import type { BuildRequest, FeeQuote } from "../chain";
import { buildTransaction, decodeTransaction, type EvmCodec, signEvm } from "./transaction";

const USDT: Hex = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
const codec: EvmCodec = {
  chain: "ethereum",
  chainId: 1,
  contracts: new Map([["USDT-ERC20", USDT]]),
  tokens: new Map([[USDT.toLowerCase(), "USDT-ERC20"]]),
};
const key = keccak256(toHex("a key of this test"));
const sender = privateKeyToAccount(key);
const keyOf = () => hexToBytes(key);
const TO = getAddress("0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359");

const DYNAMIC: FeeQuote = {
  feeUnits: 21_000n * 50n,
  detail: { type: "eip1559", gas: "21000", maxFeePerGas: "50", maxPriorityFeePerGas: "2" },
};
const LEGACY: FeeQuote = {
  feeUnits: 21_000n * 50n,
  detail: { type: "legacy", gas: "21000", gasPrice: "50" },
};

type Account = Extract<BuildRequest, { model: "account" }>;
const request = (over: Partial<Account> = {}): Account => ({
  model: "account",
  from: sender.address,
  key: { branch: "hot", index: 0 },
  to: TO,
  asset: "ETH",
  units: 10n,
  nonce: 0,
  fee: DYNAMIC,
  ...over,
});

test("what was built and signed reads back as what was asked, for both assets and both fee kinds", async () => {
  const requests = fc.record({
    asset: fc.constantFrom("ETH" as const, "USDT-ERC20" as const),
    units: fc.bigInt({ min: 1n, max: 2n ** 128n }),
    nonce: fc.nat(),
    to: fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => getAddress(toHex(bytes))),
    fee: fc.constantFrom(DYNAMIC, LEGACY),
  });
  await fc.assert(
    fc.asyncProperty(requests, async (some) => {
      const unsigned = buildTransaction(codec, request(some));
      expect(buildTransaction(codec, request(some))).toEqual(unsigned);
      const signed = await signEvm(unsigned, keyOf);
      expect(await signEvm(unsigned, keyOf)).toEqual(signed);
      expect(decodeTransaction(codec, signed.raw)).toEqual({
        txId: signed.txId,
        outputs: [{ asset: some.asset, to: some.to, units: some.units }],
        inputs: [],
        sender: sender.address,
        nonce: some.nonce,
        feeUnitsMax: some.fee.feeUnits,
      });
    }),
    { numRuns: 60 },
  );
});

test("EIP-155: the example of the standard is decoded with its sender", () => {
  const raw =
    "0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83";
  expect(decodeTransaction(codec, raw)).toMatchObject({
    outputs: [{ asset: "ETH", to: "0x3535353535353535353535353535353535353535", units: 10n ** 18n }],
    sender: "0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F",
    nonce: 9,
  });
});

test("decode throws on everything that is no plain payment of ours", async () => {
  const base = { chainId: 1, type: "eip1559", nonce: 0, gas: 90_000n, maxFeePerGas: 50n } as const;
  const transfer = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [TO, 5n] });
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [TO, 5n] });
  const other = encodeFunctionData({ abi: parseAbi(["function mint(address,uint256)"]), args: [TO, 5n] });
  const bad: readonly [Parameters<typeof sender.signTransaction>[0], RegExp][] = [
    [{ ...base, chainId: 56, to: TO, value: 1n }, /another chain/],
    [{ ...base, to: TO, data: transfer }, /unknown contract/],
    [{ ...base, to: USDT, data: approve }, /not a transfer/],
    [{ ...base, to: USDT, data: other }, /not found/],
    [{ ...base, to: USDT, data: `${transfer}00` }, /not a transfer/],
    [{ ...base, to: USDT, data: transfer, value: 1n }, /native value/],
    [{ ...base, data: transfer }, /without a recipient/],
    [{ ...base, to: TO, value: 1n, accessList: [{ address: USDT, storageKeys: [] }] }, /access list/],
    [{ chainId: 1, type: "eip2930", to: TO, value: 1n, gasPrice: 5n }, /unexpected type/],
  ];
  for (const [transaction, reason] of bad) {
    const raw = await sender.signTransaction(transaction);
    expect(() => decodeTransaction(codec, raw)).toThrow(reason);
  }
  const unsigned = buildTransaction(codec, request());
  expect(() => decodeTransaction(codec, unsigned.payload)).toThrow(/without a signature/);
  const { raw } = await signEvm(unsigned, keyOf);
  expect(() => decodeTransaction(codec, `${raw}00`)).toThrow();
  expect(() => decodeTransaction(codec, raw.slice(0, -2))).toThrow();
  expect(() => decodeTransaction(codec, raw.toUpperCase())).toThrow(/not the bytes/);
  expect(() => decodeTransaction(codec, `0x${"00".repeat(5_000)}`)).toThrow(/not the bytes/);
});

test("build throws on what makes no sense, sign on a foreign key", async () => {
  expect(() => buildTransaction(codec, request({ units: 0n }))).toThrow(/units/);
  expect(() => buildTransaction(codec, request({ nonce: -1 }))).toThrow(/nonce/);
  expect(() => buildTransaction(codec, request({ to: TO.slice(0, -1) }))).toThrow(/addresses/);
  expect(() => buildTransaction(codec, request({ asset: "USDC-ERC20" }))).toThrow(/no contract/);
  expect(() => buildTransaction(codec, request({ fee: { ...DYNAMIC, feeUnits: 1n } }))).toThrow(
    /does not make its fee/,
  );
  expect(() => buildTransaction(codec, request({ fee: { feeUnits: 1n, detail: {} } }))).toThrow();
  expect(() => buildTransaction(codec, { model: "utxo", inputs: [], outputs: [] })).toThrow(/account/);
  const foreign = buildTransaction(codec, request({ from: TO }));
  await expect(async () => signEvm(foreign, keyOf)).rejects.toThrow(/does not belong/);
});
