import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from "node:crypto";
import { constants } from "node:fs";
import { link, mkdir, open, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { generateMnemonic, mnemonicToSeed, validateMnemonic } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { z } from "zod";

const CIPHER = "chacha20-poly1305";
const TAG_BYTES = 16;
const MNEMONIC_BITS = 256;
/** RFC 7914's parameters at 128 MiB: about half a second, once per start. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1 } as const;
const FILE_BYTES_MAX = 4_096;
const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));
const SeedFile = z.strictObject({
  version: z.literal(1),
  kdf: z.strictObject({
    name: z.literal("scrypt"),
    N: z.literal(SCRYPT.N),
    r: z.literal(8),
    p: z.literal(1),
  }),
  cipher: z.literal(CIPHER),
  salt: hex(32),
  nonce: hex(12),
  ciphertext: z.string().regex(/^([0-9a-f]{2}){17,512}$/),
});
type SeedFile = z.infer<typeof SeedFile>;

/** The seed file is missing, damaged, readable by others, or the passphrase is not its own. */
export class SeedUnavailable extends Error {
  override readonly name = "SeedUnavailable";
}

/**
 * Opens the wallet's encrypted seed and returns its 64 bytes (BIP 39, 24 words, no 25th). With `create`, it is
 * created when missing, and `created` is true. Throws SeedUnavailable.
 *
 * Without `passphrase` (simnet and regtest) one is generated and kept beside it in `<file>.passphrase`, mode 0600.
 * That protects a copied seed file, but not a copied folder.
 */
export async function openSeed(request: {
  file: string;
  passphrase?: string;
  create: boolean;
}): Promise<{ seed: Uint8Array; created: boolean }> {
  const { file, create } = request;
  const sealed = await readOwn(file);
  if (sealed === undefined && !create) throw new SeedUnavailable(`there is no seed file ${file}`);
  const passphrase = request.passphrase ?? (await keptPassphrase(`${file}.passphrase`, sealed === undefined));
  if (passphrase === "") throw new SeedUnavailable("the passphrase of the seed is empty");
  if (sealed !== undefined)
    return { seed: await mnemonicToSeed(await unseal(sealed, passphrase)), created: false };
  const created = await writeNew(file, await seal(generateMnemonic(wordlist, MNEMONIC_BITS), passphrase));
  // Read back even when just written: only a seed that opens again may receive money.
  const written = await readOwn(file);
  if (written === undefined) throw new SeedUnavailable(`the seed file ${file} vanished`);
  return { seed: await mnemonicToSeed(await unseal(written, passphrase)), created };
}

async function keptPassphrase(file: string, create: boolean): Promise<string> {
  if (create) await writeNew(file, randomBytes(32).toString("base64url"));
  const kept = await readOwn(file);
  if (kept === undefined) throw new SeedUnavailable(`no passphrase was given and there is no ${file}`);
  return kept.trim();
}

async function seal(mnemonic: string, passphrase: string): Promise<string> {
  const salt = randomBytes(32);
  const nonce = randomBytes(12);
  const cipher = createCipheriv(CIPHER, await keyOf(passphrase, salt), nonce, { authTagLength: TAG_BYTES });
  const ciphertext = Buffer.concat([cipher.update(mnemonic, "utf8"), cipher.final(), cipher.getAuthTag()]);
  const sealed: SeedFile = {
    version: 1,
    kdf: { name: "scrypt", ...SCRYPT },
    cipher: CIPHER,
    // A fresh salt makes a fresh key, so that a 96-bit nonce cannot repeat under one.
    salt: salt.toString("hex"),
    nonce: nonce.toString("hex"),
    ciphertext: ciphertext.toString("hex"),
  };
  return `${JSON.stringify(sealed, null, 2)}\n`;
}

async function unseal(text: string, passphrase: string): Promise<string> {
  const sealed = parseSealed(text);
  const whole = Buffer.from(sealed.ciphertext, "hex");
  const key = await keyOf(passphrase, Buffer.from(sealed.salt, "hex"));
  const decipher = createDecipheriv(CIPHER, key, Buffer.from(sealed.nonce, "hex"), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(whole.subarray(-TAG_BYTES));
  let mnemonic: string;
  try {
    const body = decipher.update(whole.subarray(0, -TAG_BYTES));
    mnemonic = Buffer.concat([body, decipher.final()]).toString("utf8");
  } catch {
    throw new SeedUnavailable("the passphrase is not that of the seed file, or the file is damaged");
  }
  if (!validateMnemonic(mnemonic, wordlist)) throw new SeedUnavailable("the seed file holds no BIP 39 words");
  return mnemonic;
}

function parseSealed(text: string): SeedFile {
  try {
    return SeedFile.parse(JSON.parse(text));
  } catch {
    throw new SeedUnavailable("the seed file is damaged");
  }
}

const scryptAsync = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt);

const keyOf = (passphrase: string, salt: Uint8Array): Promise<Buffer> =>
  scryptAsync(passphrase.normalize("NFKC"), salt, 32, { ...SCRYPT, maxmem: 2 * 128 * SCRYPT.N * SCRYPT.r });

/** The text of a file that only its owner can read; undefined when there is none. */
async function readOwn(file: string): Promise<string | undefined> {
  const handle = await open(file, constants.O_RDONLY).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return undefined;
    throw new SeedUnavailable(`cannot read ${file}`, { cause });
  });
  if (!handle) return undefined;
  try {
    const { mode, size } = await handle.stat();
    if ((mode & OTHERS) !== 0) throw new SeedUnavailable(`${file} is open to others: chmod 600 it`);
    if (size > FILE_BYTES_MAX) throw new SeedUnavailable(`${file} is too large`);
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}

/** Writes a file whole or not at all, durably, and never over an existing one; false when there was one. */
async function writeNew(file: string, text: string): Promise<boolean> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  const handle = await open(draft, "wx", OWNER_ONLY);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    // A rename would replace the seed that another process made in the meantime; a link refuses to.
    await link(draft, file);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
    return false;
  } finally {
    await unlink(draft);
  }
  const directory = await open(folder, constants.O_RDONLY);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
  return true;
}
