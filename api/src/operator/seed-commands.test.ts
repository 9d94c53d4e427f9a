import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { seededRandom } from "../core/seeded-random";
import { seedCommand } from "./seed-commands";
import { createTerminal } from "./terminal";

const PASSPHRASE = "a phrase of the operator";
const WORDS = `${"abandon ".repeat(23)}art`;
const cost = { memoryKib: 8, passes: 1, lanes: 1 };

let folder: string;
let seedFile: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sotto-seed-"));
  seedFile = join(folder, "seed.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs `seed ARGS` on a terminal that types `answer` to each question, or without one; returns what was shown. */
async function run(
  args: readonly string[],
  {
    answer,
    input = "",
    configured,
    network = "mainnet",
  }: {
    answer?: (question: string, shown: string) => string;
    input?: string;
    configured?: string;
    network?: "simnet" | "mainnet";
  } = {},
): Promise<{ shown: string; refusal: string | undefined }> {
  let shown = "";
  let isRaw = false;
  const typed = Object.assign(new PassThrough(), {
    isTTY: answer !== undefined,
    setRawMode: (on: boolean) => {
      isRaw = on;
    },
  });
  const output = new PassThrough();
  let answered = "";
  output.on("data", (chunk: Buffer) => {
    shown += chunk.toString();
    // Without the movements of the cursor, which follow a question.
    const plain = stripVTControlCharacters(shown);
    const [question] = /[^\n]*: $/.exec(plain) ?? [];
    if (question === undefined || answer === undefined || plain === answered) return;
    answered = plain;
    const line = `${answer(question, shown)}\r`;
    // Outside raw mode the terminal itself shows what is typed.
    if (!isRaw) shown += line;
    setImmediate(() => typed.write(line));
  });
  const command = seedCommand({
    config: () => ({ network, seedFile, seedPassphrase: configured }),
    terminal: createTerminal({ input: typed, output }),
    input: Readable.from([input]),
    random: seededRandom("seed commands"),
    cost,
  });
  const refusal = await command.parseAsync(args, { from: "user" }).then(
    () => undefined,
    (error: Error) => error.message,
  );
  return { shown, refusal };
}

const wordsIn = (shown: string): string[] =>
  [...shown.matchAll(/^ ?\d+ {2}([a-z]+)$/gm)].map(([, word = ""]) => word);

/** Types the passphrase, and the words that were shown. */
const careful = (question: string, shown: string): string => {
  const [, index] = /^Word (\d+)/.exec(question) ?? [];
  if (index !== undefined) return wordsIn(shown)[Number(index) - 1] ?? "";
  return question.startsWith("Press Enter") ? "" : PASSPHRASE;
};

describe("seed new", () => {
  it("shows the words once, asks for three, and never shows what is typed", async () => {
    const { shown, refusal } = await run(["new"], { answer: careful });
    expect(refusal).toBeUndefined();
    const words = wordsIn(shown);
    expect(words).toHaveLength(24);
    const after = shown.slice(shown.indexOf("\u001b[2J"));
    expect(after.match(/Word \d+: /g)).toHaveLength(3);
    for (const word of words) expect(after).not.toMatch(new RegExp(`\\b${word}\\b`));
    expect(shown).not.toContain(PASSPHRASE);
    expect(shown).toContain("\u001b[3J");
    const restored = join(folder, "restored.json");
    const first = after.slice(after.indexOf("bitcoin"));
    seedFile = restored;
    const again = await run(["import", "--words-stdin"], { input: words.join(" "), configured: PASSPHRASE });
    expect(again.shown).toContain(first);
  });

  it("makes nothing for an operator who has not written the words down", async () => {
    const { refusal } = await run(["new"], {
      answer: (question) => (question.startsWith("Word") ? "zebra" : PASSPHRASE),
    });
    expect(refusal).toBe("That is not the word; no seed was made.");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("wants a new passphrase twice and of twelve characters", async () => {
    const two = await run(["new"], { answer: (question) => `${question} and more` });
    expect(two.refusal).toContain("not the same");
    expect((await run(["new"], { answer: () => "short" })).refusal).toContain("12 characters");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("asks nothing without a terminal, and needs a passphrase from elsewhere", async () => {
    expect((await run(["new"])).refusal).toContain("There is no terminal to ask on");
    const file = join(folder, "passphrase");
    writeFileSync(file, `${PASSPHRASE}\n`);
    const { shown, refusal } = await run(["new", "--passphrase-file", file]);
    expect([refusal, wordsIn(shown).length]).toEqual([undefined, 24]);
    const check = await run(["check"], { configured: PASSPHRASE });
    expect(check.refusal).toBeUndefined();
    expect(shown).toContain(check.shown);
  });

  it("leaves an existing seed alone", async () => {
    await run(["new"], { configured: PASSPHRASE });
    for (const verb of ["new", "import"])
      expect((await run([verb], { configured: PASSPHRASE, input: WORDS })).refusal).toContain("already");
  });
});

describe("seed import", () => {
  it("takes the words from the terminal without showing them", async () => {
    const { shown, refusal } = await run(["import"], {
      answer: (question) => (question.startsWith("The 24") ? `  ${WORDS.toUpperCase()} ` : PASSPHRASE),
    });
    expect(refusal).toBeUndefined();
    expect(shown.toLowerCase()).not.toContain("abandon");
    // As other wallets derive it from these words (BIP 86, m/86'/0'/0').
    expect(shown).toMatch(/^bitcoin {6}hot {5}bc1p/m);
  });

  it.each([`${"abandon ".repeat(23)}abandon`, `${"abandon ".repeat(11)}about`, ""])(
    "refuses what is no seed of 24 words: %s",
    async (input) => {
      const { refusal } = await run(["import", "--words-stdin"], { input, configured: PASSPHRASE });
      expect(refusal).toContain("These are not 24 words");
      expect(readdirSync(folder)).toEqual([]);
    },
  );
});

describe("seed check", () => {
  it("shows addresses of each network, and nothing secret", async () => {
    await run(["import", "--words-stdin"], { input: WORDS, configured: PASSPHRASE });
    const { shown } = await run(["check"], { configured: PASSPHRASE });
    expect(shown.match(/^\w+ +hot /gm)).toHaveLength(11);
    expect(shown).not.toMatch(/abandon|xpub|xprv/);
  });

  it("refuses a wrong passphrase, and a seed that is not there", async () => {
    expect((await run(["check"], { configured: PASSPHRASE })).refusal).toContain("There is no seed file");
    await run(["import", "--words-stdin"], { input: WORDS, configured: PASSPHRASE });
    expect((await run(["check"], { configured: "another one altogether" })).refusal).toContain(
      "passphrase is not that",
    );
  });

  it("opens a seed of simnet with the passphrase that lies beside it, and refuses that on mainnet", async () => {
    await run(["import", "--words-stdin"], { input: WORDS, configured: PASSPHRASE });
    writeFileSync(`${seedFile}.passphrase`, PASSPHRASE, { mode: 0o600 });
    expect((await run(["check"], { network: "simnet" })).shown).toContain("bitcoin");
    expect((await run(["check"], { configured: PASSPHRASE })).refusal).toContain("lies beside the seed");
  });
});
