import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildBundle, runBundle, runProcess, temporaryFolder } from "../src/testing/process";

const folder = temporaryFolder();
const script = (shell: string) => join(folder.path, `sotto.${shell}`);
beforeAll(async () => {
  await buildBundle();
  for (const shell of ["bash", "zsh", "fish"]) {
    const { code, out } = await runBundle(["completion", shell]);
    expect([shell, code]).toEqual([shell, 0]);
    writeFileSync(script(shell), out);
  }
  writeFileSync(join(folder.path, "loans.csv"), "");
});
afterAll(() => folder.remove());

const LINES = {
  "sotto ": ["currencies", "rates", "quote", "swap", "track", "address", "stats", "admin", "completion"],
  "sotto ra": ["rates"],
  "sotto swap ": ["create", "show", "watch", "decide", "refund-address", "cancel", "delete", "claim", "qr"],
  "sotto swap decide 5q0Zt1VZ3mQ2o7h1v0y6Kg ": ["exchange", "refund"],
  "sotto --api-url swap admin a": ["audit", "assets"],
  "sotto admin loans ": ["list", "show", "create", "pay", "approve", "import", "export", "sums"],
  "sotto admin loans list --status ": ["pending", "processing", "completed", "failed", "paid"],
  "sotto admin loans pay 17 --": [
    "--code",
    "--all-pending",
    "--tx",
    "--wait",
    "--timeout",
    "--yes",
    "--dry-run",
    "--help",
    "--api-url",
    "--json",
    "--csv",
    "--table",
    "--jq",
  ],
  "sotto admin --json keys re": ["revoke"],
  "sotto admin loans import lo": ["loans.csv"],
  "sotto completion ": ["bash", "zsh", "fish"],
  "sotto stats ": [],
};

describe("completion of", () => {
  test.for(Object.entries(LINES))("bash: %s", async ([line, words]) => {
    const typed = line.split(" ").map((word) => `'${word}'`);
    const program = `source ${script("bash")}; COMP_WORDS=(${typed.join(" ")}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _sotto; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { code, out, err } = await runProcess("bash", ["--norc", "-c", program], { cwd: folder.path });
    expect([code, err]).toEqual([0, ""]);
    expect(
      out
        .split("\n")
        .filter((word) => word !== "")
        .sort(),
    ).toEqual([...words].sort());
  });

  test("zsh and fish: a script without a fault, where these shells are there", async () => {
    for (const shell of ["zsh", "fish"]) {
      const { code, err } = await runProcess("bash", [
        "-c",
        `command -v ${shell} >/dev/null || exit 0; ${shell} -n ${script(shell)}`,
      ]);
      expect([shell, code, err]).toEqual([shell, 0, ""]);
    }
  });
});
