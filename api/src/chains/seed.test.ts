import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSeed, SeedUnavailable } from "./seed";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sotto-seed-"));
  file = join(folder, "wallet.seed");
});
afterEach(() => rmSync(folder, { recursive: true }));

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe("openSeed", () => {
  it("makes a seed once and opens the same one again", async () => {
    const made = await openSeed({ file, create: true });
    const again = await openSeed({ file, create: true });
    expect([made.created, again.created]).toEqual([true, false]);
    expect(made.seed.length).toBe(64);
    expect(Buffer.from(again.seed).equals(made.seed)).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(["wallet.seed", "wallet.seed.passphrase"]);
    expect([modeOf(file), modeOf(`${file}.passphrase`)]).toEqual([0o600, 0o600]);
    expect(readFileSync(file, "utf8")).not.toContain(readFileSync(`${file}.passphrase`, "utf8"));
  });

  it("keeps no passphrase that it was given, and wants the same one again", async () => {
    const { seed } = await openSeed({ file, passphrase: "a phrase of the operator", create: true });
    expect(readdirSync(folder)).toEqual(["wallet.seed"]);
    expect(
      Buffer.from(
        (await openSeed({ file, passphrase: "a phrase of the operator", create: false })).seed,
      ).equals(seed),
    ).toBe(true);
    await expect(openSeed({ file, passphrase: "another", create: true })).rejects.toThrow(
      "passphrase is not that",
    );
    await expect(openSeed({ file, create: true })).rejects.toThrow("no passphrase was given");
    await expect(openSeed({ file, passphrase: "", create: true })).rejects.toThrow("empty");
  });

  it("makes nothing unless asked to", async () => {
    await expect(openSeed({ file, create: false })).rejects.toBeInstanceOf(SeedUnavailable);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("gives all of two who make it at once the same seed", async () => {
    const both = await Promise.all([openSeed({ file, create: true }), openSeed({ file, create: true })]);
    expect(Buffer.from(both[0].seed).equals(both[1].seed)).toBe(true);
    expect(both.filter(({ created }) => created)).toHaveLength(1);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it("refuses a changed file, a foreign format and one that others can read", async () => {
    await openSeed({ file, create: true });
    const text = readFileSync(file, "utf8");
    const sealed = JSON.parse(text) as { ciphertext: string };
    const flipped = (sealed.ciphertext.startsWith("0") ? "1" : "0") + sealed.ciphertext.slice(1);
    writeFileSync(file, JSON.stringify({ ...sealed, ciphertext: flipped }));
    await expect(openSeed({ file, create: true })).rejects.toThrow("damaged");
    writeFileSync(file, JSON.stringify({ ...sealed, kdf: { name: "scrypt", N: 2, r: 8, p: 1 } }));
    await expect(openSeed({ file, create: true })).rejects.toThrow("the seed file is damaged");
    writeFileSync(file, text);
    chmodSync(file, 0o640);
    await expect(openSeed({ file, create: true })).rejects.toThrow("chmod 600");
    expect(readFileSync(file, "utf8")).toBe(text);
  });
});
