import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bech32, hex } from "@scure/base";
import { describe, expect, it } from "vitest";
import { addressFromPublicKey } from "./encode";
import { parseMonero } from "./monero";

/** The generator point: the public key of private key 1, whose addresses many standards print. */
const ONE = secp256k1.Point.BASE.toBytes(true);
const ED25519_ONE = hex.decode("5866666666666666666666666666666666666666666666666666666666666666");

describe("addressFromPublicKey", () => {
  it("meets BIP 341's vector of a key path without scripts", () => {
    const internal = hex.decode("02d6889cb081036e0faefa3a35157ad71086b123b2b144b649798b494c300a961d");
    expect(addressFromPublicKey("bitcoin", internal)).toBe(
      "bc1p2wsldez5mud2yam29q22wgfh9439spgduvct83k3pm50fcxa5dps59h4z5",
    );
  });

  it("meets the vector of BIP 49, and BIP 173's of P2WPKH", () => {
    const wrapped = hex.decode("03a1af804ac108a8a51782198c2d034b28bf90c8803f5a53f76276fa69a4eae77f");
    expect(addressFromPublicKey("bitcoin", wrapped, "test", "p2sh")).toBe(
      "2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2",
    );
    expect(addressFromPublicKey("bitcoin", ONE, "main", "native-segwit")).toBe(
      "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    );
    expect(addressFromPublicKey("bitcoin", ONE, "main", "legacy")).toBe("1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH");
  });

  it("meets the known addresses of private key 1", () => {
    expect(addressFromPublicKey("ethereum", ONE)).toBe("0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf");
    expect(addressFromPublicKey("polygon", ONE)).toBe("0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf");
    expect(addressFromPublicKey("tron", ONE)).toBe("TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC");
    expect(addressFromPublicKey("bitcoincash", ONE)).toBe(
      "bitcoincash:qp63uahgrxged4z5jswyt5dn5v3lzsem6cy4spdc2h",
    );
    expect(addressFromPublicKey("litecoin", ONE)).toBe("ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9");
  });

  it("meets CIP-19's vector of an enterprise address", () => {
    const { bytes } = bech32.decodeToBytes(
      "addr_vk1w0l2sr2zgfm26ztc6nl9xy8ghsk5sh6ldwemlpmp9xylzy4dtf7st80zhd",
    );
    expect(addressFromPublicKey("cardano", bytes)).toBe(
      "addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8",
    );
  });

  it("makes one well-formed Monero subaddress of a spend key", () => {
    const address = addressFromPublicKey("monero", ED25519_ONE);
    expect(address).toMatch(/^8.{94}$/);
    expect(parseMonero(address)).toEqual({ ok: true, value: address });
    expect(addressFromPublicKey("monero", ED25519_ONE)).toBe(address);
  });

  it("refuses keys of another length or curve", () => {
    for (const chain of [
      "bitcoin",
      "litecoin",
      "bitcoincash",
      "dash",
      "zcash",
      "ethereum",
      "tron",
    ] as const) {
      expect(() => addressFromPublicKey(chain, ED25519_ONE)).toThrow("33 bytes");
      expect(() => addressFromPublicKey(chain, secp256k1.Point.BASE.toBytes(false))).toThrow("33 bytes");
    }
    for (const chain of ["solana", "monero", "cardano"] as const) {
      expect(() => addressFromPublicKey(chain, ONE)).toThrow("32 bytes");
    }
  });
});
