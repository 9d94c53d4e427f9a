import { randomBytes } from "node:crypto";
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { hashRaw } from "@node-rs/argon2";
import { validateMnemonic } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { z } from "zod";

/** What one guess of the passphrase costs (RFC 9106): memory in KiB, passes over it, lanes. */
export type KdfCost = { memoryKib: number; passes: number; lanes: number };

/** About half a second and 128 MiB, once per start. */
const COST: KdfCost = { memoryKib: 2 ** 17, passes: 3, lanes: 1 };
/** For a generated passphrase: 256 random bits need no stretching, so the start need not pay for it. */
export const COST_OF_RANDOM: KdfCost = { memoryKib: 2 ** 10, passes: 1, lanes: 1 };
const CIPHER = "xchacha20-poly1305";
const KEY_BYTES = 32;
const SALT_BYTES = 32;
const NONCE_BYTES = 24;

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));
/** What is not secret; the cipher authenticates it with the words. */
const Header = z.strictObject({
  version: z.literal(2),
  kdf: z.strictObject({
    name: z.literal("argon2id"),
    // Bounded, so that a changed file cannot make a start take hours or all memory.
    memoryKib: z
      .int()
      .min(8)
      .max(2 ** 20),
    passes: z.int().min(1).max(20),
    lanes: z.int().min(1).max(16),
    salt: hex(SALT_BYTES),
  }),
  cipher: z.strictObject({ name: z.literal(CIPHER), nonce: hex(NONCE_BYTES) }),
});
type Header = z.infer<typeof Header>;
const SeedFile = Header.extend({ ciphertext: z.string().regex(/^([0-9a-f]{2}){17,512}$/) });

/** The seed file is missing, damaged, readable by others, or the passphrase is not its own. */
export class SeedUnavailable extends Error {
  override readonly name = "SeedUnavailable";
}

/**
 * The text of a seed file: BIP 39 words under a passphrase, by argon2id and XChaCha20-Poly1305. A passphrase that
 * somebody chose is stretched at the default `cost`.
 */
export async function sealWords(request: {
  words: string;
  passphrase: string;
  cost?: KdfCost;
}): Promise<string> {
  const header: Header = {
    version: 2,
    kdf: { name: "argon2id", ...(request.cost ?? COST), salt: randomBytes(SALT_BYTES).toString("hex") },
    cipher: { name: CIPHER, nonce: randomBytes(NONCE_BYTES).toString("hex") },
  };
  const cipher = await cipherOf(header, request.passphrase);
  const ciphertext = Buffer.from(cipher.encrypt(Buffer.from(request.words, "utf8"))).toString("hex");
  return `${JSON.stringify({ ...header, ciphertext }, null, 2)}\n`;
}

/** The words of a seed file. Throws SeedUnavailable. */
export async function unsealWords(request: { text: string; passphrase: string }): Promise<string> {
  const { ciphertext, ...header } = parseFile(request.text);
  const cipher = await cipherOf(header, request.passphrase);
  let words: string;
  try {
    words = Buffer.from(cipher.decrypt(Buffer.from(ciphertext, "hex"))).toString("utf8");
  } catch {
    throw new SeedUnavailable("the passphrase is not that of the seed file, or the file is damaged");
  }
  if (!validateMnemonic(words, wordlist)) throw new SeedUnavailable("the seed file holds no BIP 39 words");
  return words;
}

async function cipherOf({ version, kdf, cipher }: Header, passphrase: string) {
  // The library's default algorithm is argon2id.
  const key = await hashRaw(passphrase.normalize("NFKC"), {
    memoryCost: kdf.memoryKib,
    timeCost: kdf.passes,
    parallelism: kdf.lanes,
    outputLen: KEY_BYTES,
    salt: Buffer.from(kdf.salt, "hex"),
  });
  const { name, memoryKib, passes, lanes, salt } = kdf;
  const authenticated = JSON.stringify([version, name, memoryKib, passes, lanes, salt, cipher.name]);
  return xchacha20poly1305(key, Buffer.from(cipher.nonce, "hex"), Buffer.from(authenticated, "utf8"));
}

function parseFile(text: string): z.infer<typeof SeedFile> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SeedUnavailable("the seed file is damaged");
  }
  if (z.looseObject({ version: z.literal(1) }).safeParse(value).success)
    throw new SeedUnavailable(
      "the seed file has the format of an unreleased version: on simnet start over with another DATA_DIR",
    );
  const parsed = SeedFile.safeParse(value);
  if (!parsed.success) throw new SeedUnavailable("the seed file is damaged");
  return parsed.data;
}
