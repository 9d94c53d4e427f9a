import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSottoClient } from "../../openapi/src/client";
import { apiDocsOf } from "../../web/scripts/api-docs-plugin.mjs";
import { callsOf } from "./contract/calls";
import { type RunningSotto, startSotto } from "./running-sotto";
import { workspaceRoot } from "./workspace-copy";

let sotto: RunningSotto;
beforeAll(async () => {
  sotto = await startSotto();
});
afterAll(() => sotto?.stop());

/** What a shell prints that is handed commands as they are on the page, and its exit code. */
async function pasted(commands: string, key: string): Promise<{ code: number | null; printed: string }> {
  const shell = spawn("sh", ["-e"], { env: { PATH: process.env.PATH, SOTTO_API_KEY: key } });
  let printed = "";
  const keep = (chunk: Buffer): void => {
    printed += chunk.toString();
  };
  shell.stdout.on("data", keep);
  shell.stderr.on("data", keep);
  shell.stdin.end(`${commands}\n`);
  await once(shell, "close");
  return { code: shell.exitCode, printed };
}

it("the commands of the API's page lead from a key to a completed swap", async () => {
  const calls = callsOf(createSottoClient({ baseUrl: sotto.base }));
  const { token } = await calls.ok("adminLogin", {}, sotto.admin);
  const headers = { authorization: `Bearer ${token}` };
  const admin = callsOf(createSottoClient({ baseUrl: sotto.base, headers }));
  const { secret } = await admin.ok("createApiKey", {}, { name: "a reader of the page" });
  const contract = JSON.parse(readFileSync(join(workspaceRoot, "openapi/openapi.json"), "utf8"));
  const { tryIt, originMark } = apiDocsOf(contract);
  const commands = tryIt.map(({ code }) => code).join("\n");
  const { code, printed } = await pasted(commands.replaceAll(originMark, sotto.base), secret);
  const [, id] = /^order (\S+)$/m.exec(printed) ?? [];
  expect(id, printed).toMatch(/^[\w-]{22}$/);
  expect(printed).toContain(`again ${id}\n`);
  expect(printed).toContain('"state":"completed"\n');
  expect(printed.trimEnd().split("\n").at(-1)).toBe("exchanged");
  expect(code).toBe(0);
  const orders = await sotto.sql`SELECT id FROM orders`;
  expect(orders.length).toBe(1);
});
