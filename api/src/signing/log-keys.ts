import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { hkdf } from "@noble/hashes/hkdf.js";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { z } from "zod";
import type { Random } from "../core/ports";
import type { Spent } from "./caps";

const NONCE_BYTES = 24;
const sealedSchema = z.tuple([z.number(), z.string().regex(/^\d+$/), z.boolean()]);

/** What the signer's log is written with: only with the seed can be said of whom its rows are, and how much they paid. */
export type LogKeys = {
  /** The keyed hash of a fact. */
  hashOf(fact: string): string;
  seal(spent: Spent): Uint8Array;
  /** Throws where it was not sealed by the same seed. */
  unseal(sealed: Uint8Array): Spent;
};

/** Derives the keys of the log from the wallet's seed by HKDF-SHA-256 (RFC 5869), under labels of their own. */
export function logKeys(seed: Uint8Array, random: Random): LogKeys {
  const key = (label: string): Uint8Array =>
    hkdf(sha256, seed, undefined, utf8ToBytes(`sotto signer log: ${label}`), 32);
  const [hashing, sealing] = [key("hashes"), key("values")];
  return {
    hashOf: (fact) => bytesToHex(hmac(sha256, hashing, utf8ToBytes(fact))),
    seal({ at, valueUsdt, isRefund }) {
      const nonce = random.bytes(NONCE_BYTES);
      const text = utf8ToBytes(JSON.stringify([at, valueUsdt.toString(), isRefund]));
      return Buffer.concat([nonce, xchacha20poly1305(sealing, nonce).encrypt(text)]);
    },
    unseal(sealed) {
      const [nonce, text] = [sealed.subarray(0, NONCE_BYTES), sealed.subarray(NONCE_BYTES)];
      const opened = xchacha20poly1305(sealing, nonce).decrypt(text);
      const [at, valueUsdt, isRefund] = sealedSchema.parse(JSON.parse(Buffer.from(opened).toString()));
      return { at, valueUsdt: BigInt(valueUsdt), isRefund };
    },
  };
}
