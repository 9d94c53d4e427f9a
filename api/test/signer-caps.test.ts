// A payout above a cap of the signer, on the running server: it waits until an approver's one-time code releases it.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { codeOfStep, stepAt } from "../src/admin/totp";
import { type ApiClient, apiClient, waitFor } from "./api-client";
import { type RunningSotto, startSotto } from "./running-sotto";
import { decodeSecret } from "./totp";

const WAIT_MS = 60_000;
let sotto: RunningSotto;
let api: ApiClient;

beforeAll(async () => {
  sotto = await startSotto({ SOTTO_SIGNER_CAP_TRANSACTION: "100" });
  api = apiClient(sotto.base);
}, 240_000);
afterAll(() => sotto?.stop());

const answerSchema = z.looseObject({
  token: z.string().optional(),
  secret: z.string().optional(),
  stuck: z.object({ first: z.array(z.unknown()) }).optional(),
});

/** The answer of an administrators' operation, with its status. */
async function administer(method: "GET" | "POST", path: string, body?: object, token?: string) {
  const headers = {
    ...(body && { "content-type": "application/json" }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const answer = await sotto.fetch(new Request(`${sotto.base}/api/admin${path}`, init));
  return { status: answer.status, body: answerSchema.parse(await answer.json()) };
}

/** Logs the first administrator in and sets up one-time codes. */
async function approver(): Promise<{ token: string | undefined; code: () => string; used: string }> {
  const { token } = (await administer("POST", "/login", sotto.admin)).body;
  const enrolled = await administer("POST", "/totp/enrol", { password: sotto.admin.password }, token);
  const secret = decodeSecret(enrolled.body.secret ?? "");
  const code = (): string => codeOfStep(secret, stepAt(Date.now()));
  const used = code();
  expect((await administer("POST", "/totp/confirm", { totp: used }, token)).status).toBe(200);
  return { token, code, used };
}

it("waits, is shown, and is paid once the signer has checked the code itself", async () => {
  const { token, code, used } = await approver();
  const order = await api.create({
    sendCurrency: "BTC",
    sendAmount: "0.05",
    receiveCurrency: "USDT-TRC20",
    receiveAddress: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
  });
  await api.pay({ currency: "BTC", address: order.depositAddress, amount: "0.05" });
  const waiting = () => sotto.sql`
    SELECT payload ->> 'legId' AS leg FROM outbox WHERE done_at IS NULL AND last_error LIKE 'waits for an approver%'`;
  await waitFor("a payout that waits", WAIT_MS, async () => (await waiting()).length === 1);
  const leg = (await waiting())[0]?.leg;
  const { body: overview } = await administer("GET", "/overview", undefined, token);
  expect(overview.stuck?.first).toContainEqual(
    expect.objectContaining({
      name: leg,
      awaits: "release",
      detail: "waits for an approver's release: above the signer's cap for one transaction",
    }),
  );
  const release = (given: string) =>
    administer("POST", `/payouts/${leg}/release`, { reason: "Agreed by phone.", code: given }, token);
  const wrong = code() === "000000" ? "000001" : "000000";
  expect((await release(wrong)).status).toBe(200);
  const verdicts = () => sotto.sql`SELECT outcome FROM signer_verdicts ORDER BY release_id`;
  await waitFor("the signer's look at a code", WAIT_MS, async () => (await verdicts()).length === 1);
  expect(await verdicts()).toMatchObject([{ outcome: "refused" }]);
  await sleep(1_000);
  expect((await api.read(order.id)).state).toBe("sending");
  await waitFor("a code that was not used", WAIT_MS, async () => code() !== used);
  expect((await release(code())).status).toBe(200);
  await api.untilState(order.id, ["completed"], 2 * WAIT_MS);
  expect(await verdicts()).toMatchObject([{ outcome: "refused" }, { outcome: "released" }]);
  const { body: check } = await administer("GET", "/audit/verify", undefined, token);
  expect(check).toMatchObject({ valid: true, signerGap: null });
}, 240_000);
