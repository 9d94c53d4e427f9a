import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSeed, writeSeed } from "./seed";
import { SeedUnavailable } from "./seed-file";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sotto-seed-"));
  file = join(folder, "wallet.seed");
});
afterEach(() => rmSync(folder, { recursive: true }));

const modeOf = (path: string): number => statSync(path).mode & 0o777;

const bytesOf = ({ seed }: { seed: Uint8Array }): string => Buffer.from(seed).toString("hex");
/** Guesses may be cheap here. */
const cost = { memoryKib: 8, passes: 1, lanes: 1 };
const WORDS = `${"abandon ".repeat(23)}art`;
const PASSPHRASE = "a phrase of the operator";

describe("on simnet and regtest", () => {
  const open = (passphrase?: string) => openSeed({ file, passphrase, isTrial: true, cost });

  it("makes a seed once, keeps its passphrase beside it, and opens the same one again", async () => {
    const made = await open();
    const again = await open();
    expect([made.created, again.created]).toEqual([true, false]);
    expect([made.passphraseKept, again.passphraseKept]).toEqual([true, true]);
    expect(made.seed.length).toBe(64);
    expect(bytesOf(again)).toBe(bytesOf(made));
    expect(readdirSync(folder).sort()).toEqual(["wallet.seed", "wallet.seed.passphrase"]);
    expect([modeOf(file), modeOf(`${file}.passphrase`)]).toEqual([0o600, 0o600]);
    expect(readFileSync(file, "utf8")).not.toContain(readFileSync(`${file}.passphrase`, "utf8"));
  });

  it("keeps no passphrase that it was given, and wants the same one again", async () => {
    const made = await open(PASSPHRASE);
    expect(made.passphraseKept).toBe(false);
    expect(readdirSync(folder)).toEqual(["wallet.seed"]);
    expect(bytesOf(await open(PASSPHRASE))).toBe(bytesOf(made));
    await expect(open("another")).rejects.toThrow("passphrase is not that");
    await expect(open()).rejects.toThrow("no passphrase was given");
    await expect(open("")).rejects.toThrow("empty");
  });

  it("stretches a passphrase that somebody chose, and not one of 256 random bits", async () => {
    const memoryKibOf = async (passphrase?: string): Promise<unknown> => {
      const own = join(folder, passphrase === undefined ? "random.seed" : "chosen.seed");
      await openSeed({ file: own, passphrase, isTrial: true });
      return JSON.parse(readFileSync(own, "utf8")).kdf.memoryKib;
    };
    expect([await memoryKibOf(), await memoryKibOf(PASSPHRASE)]).toEqual([2 ** 10, 2 ** 17]);
  });

  it("returns the same seed to two who make it at once", async () => {
    const both = await Promise.all([open(), open()]);
    expect(bytesOf(both[0])).toBe(bytesOf(both[1]));
    expect(both.filter(({ created }) => created)).toHaveLength(1);
    expect(readdirSync(folder)).toHaveLength(2);
  });
});

describe("where coins have value", () => {
  const open = (passphrase?: string) => openSeed({ file, passphrase, isTrial: false });

  it("makes nothing", async () => {
    await expect(open(PASSPHRASE)).rejects.toThrow("make one with `sotto-api seed new`");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("opens a seed that the operator made, with the passphrase that is given", async () => {
    await writeSeed({ file, words: WORDS, passphrase: PASSPHRASE, cost });
    expect(bytesOf(await open(PASSPHRASE)).slice(0, 16)).toBe("408b285c12383600");
    await expect(open()).rejects.toThrow("no passphrase was given");
  });

  it("refuses a passphrase that lies beside the seed, even when another way gives it", async () => {
    await openSeed({ file, isTrial: true, cost });
    const kept = readFileSync(`${file}.passphrase`, "utf8");
    await expect(open()).rejects.toThrow("lies beside the seed");
    await expect(open(kept)).rejects.toThrow("lies beside the seed");
    rmSync(`${file}.passphrase`);
    expect((await open(kept)).created).toBe(false);
  });
});

describe("writeSeed", () => {
  it("never writes over a seed", async () => {
    await writeSeed({ file, words: WORDS, passphrase: PASSPHRASE, cost });
    const text = readFileSync(file, "utf8");
    await expect(writeSeed({ file, words: WORDS, passphrase: PASSPHRASE, cost })).rejects.toThrow("already");
    expect(readFileSync(file, "utf8")).toBe(text);
  });
});

describe("the seed file", () => {
  const open = () => openSeed({ file, passphrase: PASSPHRASE, isTrial: false });
  type Sealed = { ciphertext: string; kdf: Record<string, unknown>; cipher: Record<string, unknown> };
  const sealed = async (): Promise<Sealed> => {
    await writeSeed({ file, words: WORDS, passphrase: PASSPHRASE, cost });
    return JSON.parse(readFileSync(file, "utf8")) as Sealed;
  };

  it("is argon2id and XChaCha20-Poly1305, at 128 MiB unless a test asks for less", async () => {
    await writeSeed({ file, words: WORDS, passphrase: PASSPHRASE });
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
      version: 2,
      kdf: { name: "argon2id", memoryKib: 131_072, passes: 3, lanes: 1 },
      cipher: { name: "xchacha20-poly1305" },
    });
    await expect(open()).resolves.toMatchObject({ created: false });
  });

  it("of today is opened by every later version", async () => {
    const ciphertext = [
      "12c8e2b39807446e438c98dc8930c09432e3743f30503a17d29607d6f18f2d0f4ea5f03fdc388d23c305b92887350c53",
      "bc7cd5add7be143c2628afa37e36deff6d2cddb596ec5edd7ebac82667e16dff89ad79b1e3e1b85a97037c100e84c403",
      "1d798dec8cf670c31bc33baf8e878bd060ef7b5876dd52b132e32628f1ffa5753c7dcba33cc5afa41f7394f7611a796c",
      "ef9a012f92c68ff92406af4eea96d97a6c87ba38090d1cb91d976fdfa1dc53cedfac1879ff5b441e27b2ff34671c477c",
      "8b4d3ac15ea429d87eef2c",
    ].join("");
    const kdf = {
      name: "argon2id",
      ...cost,
      salt: "215355f2b8f23db1a058ff8d6342fd45c7ebdf59aa3751a6d7591000218f20cf",
    };
    const cipher = { name: "xchacha20-poly1305", nonce: "ac50fcb884c04ea11965b946ef1c2b5c710d4172bf3485a9" };
    writeFileSync(file, JSON.stringify({ version: 2, kdf, cipher, ciphertext }), { mode: 0o600 });
    expect(bytesOf(await open()).slice(0, 16)).toBe("408b285c12383600");
  });

  it("is refused when any of it was changed", async () => {
    const whole = await sealed();
    const flipped = (text: unknown): string =>
      (String(text).startsWith("0") ? "1" : "0") + String(text).slice(1);
    for (const changed of [
      { ...whole, ciphertext: flipped(whole.ciphertext) },
      { ...whole, kdf: { ...whole.kdf, salt: flipped(whole.kdf.salt) } },
      { ...whole, kdf: { ...whole.kdf, passes: 2 } },
      { ...whole, cipher: { ...whole.cipher, nonce: flipped(whole.cipher.nonce) } },
      { ...whole, kdf: { ...whole.kdf, memoryKib: 2 ** 30 } },
      { ...whole, more: 1 },
    ]) {
      writeFileSync(file, JSON.stringify(changed));
      await expect(open()).rejects.toThrow("damaged");
    }
    writeFileSync(file, JSON.stringify(whole));
    await expect(open()).resolves.toMatchObject({ created: false });
  });

  it("is refused in an older format, and when others can read it", async () => {
    const whole = await sealed();
    writeFileSync(file, JSON.stringify({ version: 1, kdf: { name: "scrypt" } }));
    await expect(open()).rejects.toThrow("an unreleased version");
    writeFileSync(file, JSON.stringify(whole));
    chmodSync(file, 0o640);
    await expect(open()).rejects.toThrow("chmod 600");
    await expect(open()).rejects.toBeInstanceOf(SeedUnavailable);
  });
});
