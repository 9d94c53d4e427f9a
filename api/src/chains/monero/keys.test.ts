import { keccak_256 } from "@noble/hashes/sha3.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { expect, it } from "vitest";
import { validateAddress } from "../addresses/validate";
import { chainKeys } from "../derivation";
import { depositAddress, depositAddresses, isDepositAddress } from "../wallet";
import { accountOf, accountText, moneroAddress, moneroKeys } from "./keys";

/** As monero-wallet-rpc 0.18.5.3 shows them for these keys. */
const ADDRESSES: readonly (readonly [minor: number, address: string])[] = [
  [0, "46brZTSKiwX9ov76499fXgbtvAuweEkwXfDCC4tb2hUdGH8rXVae174EEKddrgxFRbPKnzzNNgLDyLviPHzHGKsy6YjyKVZ"],
  [3, "841kZR8dwtme7Ww7Eb9kWwe2UsqzGiv8p3GgG7Vxddi572hHroVNsCB3rBCUk5MELLLgQ7S6h7CKThEZMwo5WPddKXj9W3C"],
  [1_001, "889RHc5LjohU6aEBB4qym9e21ZBeFwbZnhdf7EX38yPR1aRfEC8wGPQeGgFv6ieQqLUeipEUxoEYDVCDSBtc9v2PQCAhpQs"],
];

it.each(ADDRESSES)("derives the address at %i as Monero's wallet does", (minor, address) => {
  const account = moneroKeys(keccak_256(utf8ToBytes("demo")));
  expect(moneroAddress(account, minor)).toBe(address);
  expect(moneroAddress(accountOf(accountText(account)), minor)).toBe(address);
});

it("derives from an account without its spend key the addresses that the signer has", () => {
  const keys = chainKeys({ seed: new Uint8Array(64).fill(7), chain: "monero", network: "regtest" });
  const wallet = keys.publicWallet();
  if (wallet.kind !== "xpub") throw new Error("an account is wanted");
  expect(wallet.xpub).not.toContain(
    Buffer.from(keys.privateKey({ branch: "hot", index: 0 })).toString("hex"),
  );
  const own = [0, 1, 2].map((index) => keys.address({ branch: "deposit", index }));
  expect(depositAddresses({ wallet, from: 0, count: 3 })).toEqual(own);
  expect(own.map((_, index) => depositAddress({ wallet, index }))).toEqual(own);
  expect(isDepositAddress({ wallet, index: 1, address: own[1] ?? "" })).toBe(true);
  expect(isDepositAddress({ wallet, index: 2, address: own[1] ?? "" })).toBe(false);
  for (const address of [wallet.hotAddress, ...own])
    expect(validateAddress({ asset: "XMR", address, network: "regtest" })).toMatchObject({ ok: true });
});

it("leaves the simulated chain its own addresses", () => {
  const seed = new Uint8Array(64).fill(7);
  const [real, simulated] = [
    chainKeys({ seed, chain: "monero", network: "regtest" }),
    chainKeys({ seed, chain: "monero" }),
  ];
  expect(simulated.publicWallet().kind).toBe("pool");
  expect(simulated.publicWallet().hotAddress).not.toBe(real.publicWallet().hotAddress);
});
