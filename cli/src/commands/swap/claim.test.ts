import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { components } from "@sotto/openapi";
import { afterAll, expect, test } from "vitest";
import { example } from "../../testing/contract";
import { runSotto, startFakeApi } from "../../testing/fake-api";

const folder = mkdtempSync(join(tmpdir(), "sotto-claim-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const ADDRESS = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";
const claimed = example<components["schemas"]["Claimed"][]>("POST", "/api/claims");

function file(text: string): string {
  const path = join(folder, `${crypto.randomUUID()}.json`);
  writeFileSync(path, text);
  return path;
}

test("a note claims what came later, and the orders that send it back are listed", async () => {
  const api = await startFakeApi({ "POST /api/claims": { status: 201, body: claimed } });
  const note = file(JSON.stringify({ payload: "signed", signature: "by us", publicKey: "k" }));
  const { out, exitCode } = await runSotto(["swap", "claim", note, ADDRESS, "--yes"], { apiUrl: api.url });
  await api.close();
  expect(exitCode).toBe(0);
  expect(out.map((line) => JSON.parse(line))).toEqual([claimed]);
});

test("an earlier claim's address is named where this one has another", async () => {
  const [first] = claimed;
  const body = [{ ...first, refundAddress: "bc1qearlier" }];
  const api = await startFakeApi({ "POST /api/claims": { status: 201, body } });
  const note = file(JSON.stringify({ payload: "signed", signature: "by us" }));
  const { notes } = await runSotto(["swap", "claim", note, ADDRESS, "--yes"], { apiUrl: api.url });
  await api.close();
  expect(notes.join("\n")).toContain("goes to that claim's address");
});

test.each([
  ["a file that is none", join(folder, "none.json"), "there is no such file"],
  ["another file", file("{}"), "this is not a deletion note"],
  ["a file that is no JSON", file("x"), "this is not a deletion note"],
])("%s is wrong usage, and nothing is sent", async (_, note, why) => {
  const { notes, exitCode } = await runSotto(["swap", "claim", note, ADDRESS, "--yes"], {
    apiUrl: "http://127.0.0.1:9",
  });
  expect(exitCode).toBe(2);
  expect(notes.join("\n")).toContain(why);
});
