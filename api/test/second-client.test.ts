import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSottoClient } from "../../openapi/src/client";
import { callsOf } from "./contract/calls";
import { GOOD_ORDER, RECEIVE } from "./contract/world";
import { type RunningSotto, startSotto } from "./running-sotto";
import { type Integrator, ranWell } from "./second-client/program";
import { workspaceRoot } from "./workspace-copy";

/** As an integrator's own project may have it. */
const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    target: "ES2022",
    lib: ["ES2022", "DOM", "DOM.Iterable"],
    module: "NodeNext",
    types: [],
    outDir: "built",
  },
  files: ["integrator.ts"],
};

let folder: string;
let sotto: RunningSotto;
let program: Integrator;
let unpaid: object;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sotto-second-client-"));
  [sotto] = await Promise.all([startSotto(), build(folder)]);
  const calls = callsOf(createSottoClient({ baseUrl: sotto.base }));
  const { token } = await calls.ok("adminLogin", {}, sotto.admin);
  const headers = { authorization: `Bearer ${token}` };
  const admin = callsOf(createSottoClient({ baseUrl: sotto.base, headers }));
  const { secret } = await admin.ok("createApiKey", {}, { name: "a second client" });
  const built = await import(pathToFileURL(join(folder, "built/integrator.js")).href);
  const wallet = { pay: (body: never) => calls.ok("simnetPay", {}, body) };
  program = built.integrator({ baseUrl: sotto.base, key: secret, wallet });
  unpaid = built.UNPAID;
});
afterAll(async () => {
  await sotto?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Generates the client from the committed contract and compiles it with the program that uses it. */
async function build(into: string): Promise<void> {
  const tools = join(workspaceRoot, "openapi/node_modules/.bin");
  const contract = join(workspaceRoot, "openapi/openapi.json");
  const generate = ["generate", "--path", contract, "--output", into, "--name", "sotto-api.ts"];
  await ranWell(join(tools, "swagger-typescript-api"), generate, into);
  copyFileSync(join(import.meta.dirname, "second-client/integrator.ts"), join(into, "integrator.ts"));
  writeFileSync(join(into, "tsconfig.json"), JSON.stringify(TSCONFIG));
  writeFileSync(join(into, "package.json"), JSON.stringify({ type: "module" }));
  await ranWell(join(workspaceRoot, "node_modules/.bin/tsc"), ["-p", into], into);
}

describe("a client by another public generator, compiled strictly, exchanges through /api/v1 only", () => {
  it("from a fixed quote to the payout; a repeated creation makes no second order", async () => {
    const { quote, created, repeated, ended } = await program.swap(GOOD_ORDER, crypto.randomUUID());
    expect(created).toMatchObject({ ...unpaid, receiveAmount: quote.netReceiveAmount });
    expect(repeated.id).toBe(created.id);
    expect(ended).toMatchObject({ state: "completed", outcome: "exchanged" });
    expect(ended.payouts).toMatchObject([{ amount: quote.netReceiveAmount, status: "confirmed" }]);
    const [{ orders } = { orders: 0 }] = await sotto.sql`SELECT count(*)::int AS orders FROM orders`;
    expect(orders).toBe(1);
  });

  it("by a decision to a refund; a decision on older figures is refused", async () => {
    const { asked, refund, stale, ended } = await program.refund(GOOD_ORDER, {
      amount: "0.0002",
      refundAddress: RECEIVE.BTC,
    });
    expect(asked).toMatchObject({ reason: "limit", refundAddress: null });
    expect(stale).toBe("decision/stale");
    expect(ended).toMatchObject({ state: "refunded", outcome: "refunded", refundAddress: RECEIVE.BTC });
    expect(ended.payouts).toMatchObject([{ currency: "BTC", amount: refund.sendsAmount }]);
  });
});
