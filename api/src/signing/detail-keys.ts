import { mkdir, open, readdir, readFile, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { z } from "zod";
import { ASSET_CODES } from "../core/assets";
import type { Random } from "../core/ports";

const KEY_BYTES = 32;
const NONCE_BYTES = 24;
const KEY_NAME = /^[0-9a-f]{64}$/;

/** What was paid, as a restore of a lost database needs it. */
export const detailsSchema = z.strictObject({
  /** The order's id, or `loan:` and the loan's. */
  owner: z.string(),
  leg: z.string(),
  chain: z.string(),
  asset: z.enum(ASSET_CODES),
  units: z.string().regex(/^\d+$/),
  destination: z.string(),
  transaction: z.string(),
  signedAt: z.iso.datetime(),
});
export type PaymentDetails = z.infer<typeof detailsSchema>;

/** The keys of what the log says in words, one a settlement: without its key it cannot be read. */
export type DetailKeys = {
  /** Seals under the settlement's key, which is made where there is none. */
  seal(settlement: string, details: PaymentDetails): Promise<Uint8Array>;
  /** Null where the key is destroyed. Throws where it was sealed by another. */
  unseal(settlement: string, sealed: Uint8Array): Promise<PaymentDetails | null>;
  /** The settlements that have a key. */
  names(): Promise<string[]>;
  destroy(settlements: readonly string[]): Promise<void>;
};

/** Keys in files of a folder that only the signer reads. */
export async function openDetailKeys(folder: string, random: Random): Promise<DetailKeys> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    async seal(settlement, details) {
      const key = (await readKey(folder, settlement)) ?? (await makeKey(folder, settlement, random));
      const nonce = random.bytes(NONCE_BYTES);
      const text = utf8ToBytes(JSON.stringify(details));
      return Buffer.concat([nonce, xchacha20poly1305(key, nonce).encrypt(text)]);
    },
    async unseal(settlement, sealed) {
      const key = await readKey(folder, settlement);
      if (key === undefined) return null;
      const [nonce, text] = [sealed.subarray(0, NONCE_BYTES), sealed.subarray(NONCE_BYTES)];
      const opened = xchacha20poly1305(key, nonce).decrypt(text);
      return detailsSchema.parse(JSON.parse(Buffer.from(opened).toString()));
    },
    names: async () => (await readdir(folder)).filter((name) => KEY_NAME.test(name)),
    async destroy(settlements) {
      for (const settlement of settlements) await unlink(join(folder, settlement));
    },
  };
}

async function readKey(folder: string, settlement: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(join(folder, settlement));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Appears under its name when it is whole. */
async function makeKey(folder: string, settlement: string, random: Random): Promise<Uint8Array> {
  const key = random.bytes(KEY_BYTES);
  const half = join(folder, `${settlement}.half`);
  const file = await open(half, "w", 0o600);
  try {
    await file.writeFile(key);
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(half, join(folder, settlement));
  return key;
}
