import { bytesToHex } from "@noble/hashes/utils.js";
import { HDKey } from "@scure/bip32";
import { mnemonicToSeedSync } from "@scure/bip39";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ADDRESS_TYPES } from "../core/address-types";
import { ASSETS, type ChainId } from "../core/assets";
import { addressTypeOf, depositKey } from "./addresses/address-type";
import { validateAddress } from "./addresses/validate";
import { chainKeys } from "./derivation";
import { depositAddress, depositAddresses } from "./wallet";

/** The mnemonic of the vectors of BIP 84 and BIP 86. */
const SEED = mnemonicToSeedSync(`${"abandon ".repeat(11)}about`);
const XPUB_CHAINS: readonly ChainId[] = [
  "bitcoin",
  "litecoin",
  "bitcoincash",
  "dash",
  "zcash",
  "ethereum",
  "bsc",
  "polygon",
  "tron",
];
const CHAINS: readonly ChainId[] = [...XPUB_CHAINS, "solana", "monero", "cardano"];

const xpubWallet = (chain: ChainId) => {
  const wallet = chainKeys({ seed: SEED, chain }).publicWallet();
  if (wallet.kind !== "xpub") throw new Error("an xpub wallet was expected");
  return wallet;
};

describe("BIP 86, Bitcoin", () => {
  it("has the account and addresses of the vectors", () => {
    const wallet = xpubWallet("bitcoin");
    expect(wallet.xpub).toBe(
      "xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ",
    );
    expect(depositAddress({ wallet, index: 0 })).toBe(
      "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr",
    );
    expect(depositAddress({ wallet, index: 1 })).toBe(
      "bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh",
    );
    expect(wallet.hotAddress).toBe("bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7");
  });
});

describe("BIP 84, 49 and 44, Bitcoin's other types of address", () => {
  it("has the account and the addresses of BIP 84's vectors", () => {
    const wallet = xpubWallet("bitcoin");
    // BIP 84 prints the account as a zpub: the same key, with other version bytes.
    const { publicKey } = HDKey.fromExtendedKey(wallet.typedXpubs?.["native-segwit"] ?? "");
    expect(bytesToHex(publicKey ?? new Uint8Array())).toBe(
      "02707a62fdacc26ea9b63b1c197906f56ee0180d0bcf1966e1a2da34f5f3a09a9b",
    );
    expect(depositAddress({ wallet, index: 0, type: "native-segwit" })).toBe(
      "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
    );
    expect(depositAddress({ wallet, index: 1, type: "native-segwit" })).toBe(
      "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g",
    );
  });

  it("has the first addresses that other wallets derive by BIP 49 and BIP 44", () => {
    const wallet = xpubWallet("bitcoin");
    expect(depositAddress({ wallet, index: 0, type: "p2sh" })).toBe("37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf");
    expect(depositAddress({ wallet, index: 0, type: "legacy" })).toBe("1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA");
  });

  it("derives for each type what the signer derives again from the stored address and index", () => {
    const wallet = xpubWallet("bitcoin");
    const keys = chainKeys({ seed: SEED, chain: "bitcoin" });
    const made = ADDRESS_TYPES.map((type) => depositAddress({ wallet, index: 5, type }));
    expect(new Set(made).size).toBe(ADDRESS_TYPES.length);
    expect(made[0]).toBe(depositAddress({ wallet, index: 5 }));
    for (const [at, address] of made.entries()) {
      expect(addressTypeOf("bitcoin", address)).toBe(ADDRESS_TYPES[at]);
      expect(validateAddress({ asset: "BTC", address })).toEqual({
        ok: true,
        value: { normalized: address },
      });
      expect(keys.address(depositKey({ chain: "bitcoin", address, index: 5 }))).toBe(address);
    }
  });

  it("has no types of the hot wallet, and none on other chains", () => {
    const keys = chainKeys({ seed: SEED, chain: "bitcoin" });
    expect(() => keys.address({ branch: "hot", index: 0, type: "legacy" })).toThrow("one hot wallet");
    for (const chain of ["litecoin", "ethereum"] as const) {
      const wallet = xpubWallet(chain);
      expect(() => depositAddress({ wallet, index: 0, type: "legacy" })).toThrow("no account of this type");
      const key = { branch: "deposit", index: 0, type: "legacy" } as const;
      expect(() => chainKeys({ seed: SEED, chain }).address(key)).toThrow("the chain does not have");
      expect(addressTypeOf(chain, depositAddress({ wallet, index: 0 }))).toBe(null);
    }
  });
});

describe("BIP 44, BIP 84 and SLIP-0010, as other wallets derive them", () => {
  it.each<[ChainId, string]>([
    ["litecoin", "ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh"],
    ["bitcoincash", "bitcoincash:qqyx49mu0kkn9ftfj6hje6g2wfer34yfnq5tahq3q6"],
    ["dash", "XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5"],
    ["zcash", "t1XVXWCvpMgBvUaed4XDqWtgQgJSu1Ghz7F"],
    ["ethereum", "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"],
    ["tron", "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH"],
    ["solana", "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"],
  ])("%s: %s is the first deposit address", (chain, address) => {
    expect(chainKeys({ seed: SEED, chain }).address({ branch: "deposit", index: 0 })).toBe(address);
  });
});

describe("BIP 44 on test networks", () => {
  it.each([
    ["bitcoincash", "test", "bchtest:q"],
    ["bitcoincash", "regtest", "bchreg:q"],
    ["dash", "test", "y"],
    ["dash", "regtest", "y"],
    ["zcash", "test", "tm"],
    ["zcash", "regtest", "tm"],
  ] as const)("has addresses of %s on %s, by public derivation too", (chain, network, start) => {
    const keys = chainKeys({ seed: SEED, chain, network });
    const wallet = keys.publicWallet();
    if (wallet.kind !== "xpub") throw new Error("an xpub wallet was expected");
    const own = [0, 1, 2].map((index) => keys.address({ branch: "deposit", index }));
    for (const address of [...own, wallet.hotAddress]) expect(address.startsWith(start)).toBe(true);
    expect(own.map((_, index) => depositAddress({ wallet, index }))).toEqual(own);
    expect(depositAddresses({ wallet, from: 0, count: 3 })).toEqual(own);
  });
});

describe("depositAddress", () => {
  it.each(XPUB_CHAINS)("%s: public derivation meets the signer's keys", (chain) => {
    const keys = chainKeys({ seed: SEED, chain });
    const wallet = xpubWallet(chain);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (index) => {
        expect(depositAddress({ wallet, index })).toBe(keys.address({ branch: "deposit", index }));
      }),
      { numRuns: 10 },
    );
  });

  it("refuses an index out of range, a private key and another depth", () => {
    const wallet = xpubWallet("ethereum");
    for (const index of [-1, 0.5, 2 ** 31, Number.NaN])
      expect(() => depositAddress({ wallet, index })).toThrow();
    const account = HDKey.fromMasterSeed(SEED).derive("m/44'/60'/0'");
    for (const xpub of [account.privateExtendedKey, account.deriveChild(0).publicExtendedKey]) {
      expect(() => depositAddress({ wallet: { ...wallet, xpub }, index: 0 })).toThrow("account's public key");
    }
  });
});

describe("depositAddresses", () => {
  it.each(XPUB_CHAINS)("%s: many together are those that are derived one by one", (chain) => {
    const wallet = xpubWallet(chain);
    for (const [from, count] of [
      [0, chain === "bitcoin" ? 200 : 20],
      [5_000_000, 20],
      [2 ** 31 - 1, 1],
    ] as const) {
      const made = depositAddresses({ wallet, from, count });
      expect(made).toEqual(
        Array.from({ length: count }, (_, at) => depositAddress({ wallet, index: from + at })),
      );
      expect(new Set(made).size).toBe(count);
    }
  });

  it("refuses a run that leaves the range", () => {
    const wallet = xpubWallet("litecoin");
    expect(() => depositAddresses({ wallet, from: -1, count: 2 })).toThrow();
    expect(() => depositAddresses({ wallet, from: 2 ** 31 - 1, count: 2 })).toThrow();
  });
});

describe("chainKeys", () => {
  it("makes addresses that their own validation accepts, no two alike", () => {
    const addresses = CHAINS.flatMap((chain) => {
      const keys = chainKeys({ seed: SEED, chain });
      const asset = ASSETS.find((candidate) => candidate.chain === chain);
      if (!asset) throw new Error("a chain without assets");
      return (
        [
          ["hot", 0],
          ["deposit", 0],
          ["deposit", 1],
        ] as const
      ).map(([branch, index]) => {
        const address = keys.address({ branch, index });
        expect(validateAddress({ asset: asset.code, address })).toEqual({
          ok: true,
          value: { normalized: address },
        });
        return address;
      });
    });
    expect(new Set(addresses).size).toBe(CHAINS.length * 3);
  });

  it("refuses an index that public derivation could not reach", () => {
    for (const chain of ["bitcoin", "solana"] as const) {
      const keys = chainKeys({ seed: SEED, chain });
      for (const index of [-1, 0.5, 2 ** 31]) {
        expect(() => keys.privateKey({ branch: "deposit", index })).toThrow("out of range");
      }
    }
  });

  it("makes Monero subaddresses", () => {
    expect(chainKeys({ seed: SEED, chain: "monero" }).publicWallet().hotAddress).toMatch(/^8.{94}$/);
  });

  it("has one hot key a chain", () => {
    expect(() => chainKeys({ seed: SEED, chain: "solana" }).address({ branch: "hot", index: 1 })).toThrow(
      "one hot",
    );
  });
});
