import { expect, test } from "vitest";
import { example } from "../../testing/contract";
import { runSotto, startFakeApi } from "../../testing/fake-api";
import type { StuckPayout } from "../../wire";

const OPTIONS = { environment: { SOTTO_TOKEN: "t" } };
const [stuck] = example<StuckPayout[]>("GET", "/api/admin/payouts/stuck");
const RATE = example<{ rate: string }>("GET", "/api/exchange-rate/{from}/{to}");
const first = stuck?.transactions[0]?.txHash ?? "";

test("what the list shows of a stuck payout is what its override needs, in full", async () => {
  const api = await startFakeApi({});
  const { out } = await runSotto(["--table", "admin", "payouts", "stuck"], {
    ...OPTIONS,
    apiUrl: api.url,
    columns: 40,
  });
  const [, shown] = /^transaction .*: (\S+)$/m.exec(out.join("\n")) ?? [];
  expect(shown).toBe(first);
  const reason = ["--transaction", String(shown), "--reason", "Its input vanished.", "--yes"];
  const asked = await runSotto(["admin", "payouts", "override", stuck?.leg ?? "", ...reason], {
    ...OPTIONS,
    apiUrl: api.url,
  });
  await api.close();
  expect(asked.exitCode).toBe(0);
  expect(api.requests.at(-1)).toMatchObject({
    method: "POST",
    path: `/api/admin/payouts/${stuck?.leg}/override`,
    body: { txHash: first, reason: "Its input vanished." },
  });
});

test("a refused override that can be asked for again is shown as possible", async () => {
  const api = await startFakeApi({
    "GET /api/admin/payouts/stuck": {
      body: [{ ...stuck, canOverride: true, override: { state: "refused", reason: "Its input vanished." } }],
    },
  });
  const { out } = await runSotto(["--csv", "admin", "payouts", "stuck"], { ...OPTIONS, apiUrl: api.url });
  await api.close();
  expect(out.join("\n")).toContain(",possible,");
});

test("a release asks with amount, worth, fee and address", async () => {
  const api = await startFakeApi({
    "GET /api/exchange-rate/BTC/USDT-TRC20": { body: { ...RATE, rate: "60000" } },
  });
  const given = ["--code", "492039", "--reason", "Agreed by phone."];
  const ended = await runSotto(["admin", "payouts", "release", "a-leg", ...given], {
    ...OPTIONS,
    apiUrl: api.url,
    interactive: true,
    answers: ["n"],
  });
  await api.close();
  expect(ended.questions).toEqual(["Have 0.5 BTC paid? [y/N] "]);
  const said = [...ended.out, ...ended.notes].join("\n");
  for (const shown of [
    "0.5 BTC (about 30000.00 USDT)",
    "0.0002 BTC or less",
    "bc1qcr8te4kr609gcaw",
    "482915037",
  ])
    expect(said).toContain(shown);
});

test("a release of what was paid already is refused before the question", async () => {
  const payout = example<object>("GET", "/api/admin/payouts/{leg}");
  const api = await startFakeApi({ "GET /api/admin/payouts/a-leg": { body: { ...payout, state: "final" } } });
  const given = ["--code", "492039", "--reason", "Agreed by phone.", "--yes"];
  const ended = await runSotto(["admin", "payouts", "release", "a-leg", ...given], {
    ...OPTIONS,
    apiUrl: api.url,
  });
  await api.close();
  expect([ended.exitCode, api.requests.map(({ method }) => method)]).toEqual([4, ["GET"]]);
});

test("a release sends the one-time code of now, and the reason", async () => {
  const api = await startFakeApi({});
  const given = ["--code", "492039", "--reason", "Agreed by phone.", "--yes"];
  const asked = await runSotto(["admin", "payouts", "release", "a-leg", ...given], {
    ...OPTIONS,
    apiUrl: api.url,
  });
  await api.close();
  expect(asked.exitCode).toBe(0);
  expect(api.requests.at(-1)).toMatchObject({
    method: "POST",
    path: "/api/admin/payouts/a-leg/release",
    body: { code: "492039", reason: "Agreed by phone." },
  });
});
