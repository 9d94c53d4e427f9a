import { bech32, bech32m } from "@scure/base";
import fc from "fast-check";
import validator from "multicoin-address-validator";
import { describe, expect, it } from "vitest";
import { CASH, EVM, MONERO, SOLANA, TRON, VALID } from "../../../test/chains/valid-addresses";
import { ASSETS, type AssetCode } from "../../core/assets";
import { err, ok } from "../../core/result";
import { chainsOf, normalAddress, validateAddress } from "./validate";

const codeOf = (asset: AssetCode, address: string): string => {
  const result = validateAddress({ asset, address });
  return result.ok ? "ok" : result.error;
};

const normalOf = (asset: AssetCode, address: string): string | undefined => {
  const result = validateAddress({ asset, address });
  return result.ok ? result.value.normalized : undefined;
};

describe("every asset", () => {
  it.each(ASSETS.map(({ code }) => code))("%s accepts its addresses unchanged", (asset) => {
    expect(VALID[asset].length).toBeGreaterThan(0);
    for (const address of VALID[asset]) expect(normalOf(asset, address)).toBe(address);
  });

  it("calls an address of any other chain a wrong network", () => {
    for (const { code, chain } of ASSETS) {
      for (const [other, addresses] of Object.entries(VALID)) {
        for (const address of addresses) {
          if (chainsOf(address).includes(chain)) continue;
          expect(`${code} ${other} ${codeOf(code, address)}`).toBe(`${code} ${other} address/network`);
        }
      }
    }
  });

  it("never throws and never accepts arbitrary text", () => {
    const assets = fc.constantFrom(
      ...ASSETS.filter(({ chain }) => chain !== "solana").map(({ code }) => code),
    );
    fc.assert(
      fc.property(assets, fc.string({ maxLength: 130, unit: "grapheme" }), (asset, text) => {
        expect(codeOf(asset, text)).toMatch(/^address\//);
      }),
      { numRuns: 300 },
    );
  });
});

describe("text around an address", () => {
  it.each(["\u200b", "\u202e", "\u00a0", " ", "\t", "\n", "\ufeff", "е", "\0"])(
    "refuses the character %j",
    (character) => {
      for (const text of [EVM + character, character + EVM, EVM.slice(0, 9) + character + EVM.slice(9)]) {
        expect(codeOf("ETH", text)).toBe("address/characters");
      }
    },
  );

  it.each([
    `ethereum:${EVM}`,
    `ETHEREUM:${EVM}@1`,
    `eth:${EVM}`,
    "bitcoin:bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu?amount=1",
    `${CASH}?amount=1`,
    `monero:${MONERO.slice(0, 90)}`,
    "https://example.com/",
  ])("refuses the URI %s", (text) => {
    for (const asset of ["ETH", "BTC", "BCH"] as const) expect(codeOf(asset, text)).toBe("address/uri");
  });

  it("refuses the empty and the overlong", () => {
    expect(codeOf("BTC", "")).toBe("address/format");
    expect(codeOf("ADA", `addr1${"q".repeat(200_000)}`)).toBe("address/format");
  });
});

describe("BIP 173 and BIP 350, segwit addresses", () => {
  it.each([
    "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
  ])("accepts %s and writes it in lower case", (address) => {
    expect(normalOf("BTC", address)).toBe(address.toLowerCase());
  });

  // From BIP 350: valid by its letters, but either no one or everyone can spend these.
  it.each([
    "bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y",
    "BC1SW50QGDZ25J",
    "bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs",
    "bc1pfeessrawgf",
  ])("does not pay to the unknown program %s", (address) =>
    expect(codeOf("BTC", address)).toBe("address/format"),
  );

  it.each([
    ["bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd", "address/checksum"],
    ["bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq54well", "address/checksum"],
    ["BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL", "address/checksum"],
    ["bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4", "address/format"],
    ["BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R", "address/format"],
    ["bc1pw5dgrnzv", "address/format"],
    ["BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P", "address/format"],
    ["bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf", "address/format"],
    ["bc1gmk9yu", "address/format"],
    ["tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq", "address/format"],
    ["tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", "address/network"],
    ["tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c", "address/network"],
    ["mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn", "address/network"],
    ["2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc", "address/network"],
    ["1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3", "address/checksum"],
  ])("refuses %s with %s", (address, code) => expect(codeOf("BTC", address)).toBe(code));

  it("refuses a Taproot key that is on no curve point (BIP 341)", () => {
    // 5³ + 7 is not a square modulo secp256k1's p, so x = 5 is not a key; x = 1 is on the curve.
    const taproot = (x: number) =>
      bech32m.encode("bc", [
        1,
        ...bech32m.toWords(Uint8Array.from({ length: 32 }, (_, at) => (at === 31 ? x : 0))),
      ]);
    expect(codeOf("BTC", taproot(5))).toBe("address/format");
    expect(codeOf("BTC", taproot(1))).toBe("ok");
    expect(codeOf("BTC", taproot(0))).toBe("address/zero");
  });

  it("keeps Litecoin apart from Bitcoin", () => {
    expect(codeOf("LTC", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy")).toBe("address/network");
    expect(codeOf("LTC", "tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0")).toBe("address/network");
    expect(codeOf("BTC", "ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh")).toBe("address/network");
  });
});

describe("EIP-55, mixed-case checksum", () => {
  const vectors = [
    "0x52908400098527886E0F7030069857D2E4169EE7",
    "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
    "0xde709f2102306220921060314715629080e2fb77",
    "0x27b1fdb04752bbc536007a920d24acb045561c26",
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
    "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
    "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
  ];
  it.each(vectors)("accepts %s, and in one case alone", (address) => {
    expect(normalOf("ETH", address)).toBe(address);
    expect(normalOf("BNB", address.toLowerCase())).toBe(address);
    expect(normalOf("POL", `0x${address.slice(2).toUpperCase()}`)).toBe(address);
  });

  it("refuses a letter in the wrong case", () => {
    expect(codeOf("ETH", "0x9858efFD232B4033E47d90003D41EC34EcaEda94")).toBe("address/checksum");
  });

  it("notices all but a few in ten thousand mistyped digits", () => {
    const mixed = vectors.slice(4);
    const typos = mixed.flatMap((address) =>
      mistyped(address, "0123456789abcdefABCDEF").filter((a) => a.startsWith("0x")),
    );
    const accepted = typos.filter((address) => codeOf("ETH", address) === "ok");
    expect(typos.length).toBeGreaterThan(3_000);
    expect(accepted.length).toBeLessThanOrEqual(4);
  });

  it("refuses the zero address", () => {
    expect(codeOf("ETH", `0x${"0".repeat(40)}`)).toBe("address/zero");
  });
});

describe("other chains", () => {
  it.each<[AssetCode, string, string]>([
    ["TRX", "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb", "address/zero"],
    ["TRX", "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdJ", "address/checksum"],
    ["TRX", EVM, "address/network"],
    ["SOL", "11111111111111111111111111111111", "address/zero"],
    ["SOL", "1nc1nerator11111111111111111111111111111111", "address/zero"],
    ["SOL", SOLANA.slice(0, -2), "address/format"],
    ["BTC", "1111111111111111111114oLvT2", "address/zero"],
    [
      "XMR",
      `85PDxrFQb9xJivURbmKCDmSsyYxxFGbH8V2oFc47sUCVZge8GJMoZgXTGJMNcf5Ha7dvp5hXZXezUjkZHCjSnM9gJa98hgp`,
      "address/checksum",
    ],
    [
      "XMR",
      "A2be3UvzMtkJtxRYgcCbQt2y7Rp2eLVGqNTWfZeankrWimSMM4y7uMP6B9oAZaHsXTj8KFSerkSkkVRuEuEca9QM8VhxCNU",
      "address/network",
    ],
    ["ADA", "stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw", "address/format"],
    ["ADA", "addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz", "address/network"],
    ["ADA", "addr1gx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer5pnz75xxcrzqf96k", "address/format"],
    ["TRX", "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L", "address/format"],
    ["DASH", "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L", "address/format"],
    ["BTC", "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L", "address/format"],
    ["ZEC", "tm9iMLAuYMzJ6jtFLcA7rzUmfreGuKvr7Ma", "address/network"],
    ["DASH", "yWziQMcwmKjRdzi7eWjwiQX8EjWcd6dSg6", "address/network"],
  ])("%s %s: %s", (asset, address, code) => expect(codeOf(asset, address)).toBe(code));
});

describe("Dash and Zcash on test networks", () => {
  it.each([
    ["DASH", "yWziQMcwmKjRdzi7eWjwiQX8EjWcd6dSg6"],
    ["DASH", "8f4crgYfsFrfFZzRsDBwfrfavQKu58svt9"],
    ["ZEC", "tmAMWUnnjjpM7TDb81PykSxGJpThsw453ND"],
    ["ZEC", "t27By8AtumWmMwqfrPWLeZY98UV8wmm42KA"],
  ] as const)("%s %s is read there, and that of the main network is not", (asset, address) => {
    for (const network of ["test", "regtest"] as const) {
      expect(validateAddress({ asset, address, network })).toEqual(ok({ normalized: address }));
      for (const main of VALID[asset])
        expect(validateAddress({ asset, address: main, network })).toEqual(err("address/network"));
    }
    expect(codeOf(asset, address)).toBe("address/network");
  });
});

describe("CIP-19, Cardano", () => {
  it("believes neither the prefix nor the header alone", () => {
    const enterprise = (hrp: string, header: number) =>
      bech32.encode(hrp, bech32.toWords(Uint8Array.from([header, ...new Uint8Array(28).fill(7)])));
    expect(codeOf("ADA", enterprise("addr", 0x61))).toBe("ok");
    expect(codeOf("ADA", enterprise("addr", 0x60))).toBe("address/network");
    expect(codeOf("ADA", enterprise("addr_test", 0x61))).toBe("address/network");
    expect(codeOf("ADA", enterprise("addr", 0xe1))).toBe("address/format");
    expect(codeOf("ADA", enterprise("addr", 0x01))).toBe("address/format");
  });
});

describe("a single changed character", () => {
  const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  const BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
  it.each<[AssetCode, string]>(
    (["BTC", "LTC", "BCH", "XMR", "TRX", "DASH", "ZEC", "ADA"] as const).flatMap((asset) =>
      VALID[asset].map((address): [AssetCode, string] => [asset, address]),
    ),
  )("%s %s is never accepted", (asset, address) => {
    const alphabet = /^(bc1|ltc1|addr1|bitcoincash:)/.test(address) ? BECH32 : BASE58;
    const typo = fc
      .tuple(fc.nat(address.length - 1), fc.constantFrom(...alphabet))
      .filter(([at, character]) => address[at] !== character);
    fc.assert(
      fc.property(typo, ([at, character]) => {
        expect(codeOf(asset, address.slice(0, at) + character + address.slice(at + 1))).toMatch(/^address\//);
      }),
      { numRuns: 60 },
    );
  });
});

describe("a second opinion", () => {
  it("agrees with multicoin-address-validator where that one is right", () => {
    for (const [asset, symbol] of [
      ["DASH", "dash"],
      ["ZEC", "zec"],
      ["XMR", "xmr"],
      ["ADA", "ada"],
    ] as const) {
      for (const address of VALID[asset]) expect(validator.validate(address, symbol)).toBe(true);
    }
  });
});

describe("chainsOf and normalAddress", () => {
  it("names the chains of a pasted address", () => {
    expect(chainsOf(EVM)).toEqual(["ethereum", "bsc", "polygon"]);
    expect(chainsOf(TRON)).toEqual(["tron"]);
    expect(chainsOf("qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a")).toEqual(["bitcoincash"]);
    expect(chainsOf("hello")).toEqual([]);
    expect(chainsOf(`${TRON} `)).toEqual([]);
  });

  it("leaves what is not of the main network as it is", () => {
    expect(normalAddress("ethereum", EVM.toLowerCase())).toBe(EVM);
    expect(normalAddress("bitcoin", "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080")).toBe(
      "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080",
    );
  });
});

function mistyped(address: string, alphabet: string): string[] {
  return [...address].flatMap((original, at) =>
    [...alphabet]
      .filter((character) => character.toLowerCase() !== original.toLowerCase())
      .map((character) => address.slice(0, at) + character + address.slice(at + 1)),
  );
}
