import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { example } from "./testing/contract";
import { type FakeRequest, type FakeRoutes, problem, runSotto, startFakeApi } from "./testing/fake-api";
import type { Loan, Page } from "./wire";

const OPTIONS = { environment: { SOTTO_TOKEN: "t" } };
const loan = example<Page<Loan>>("GET", "/api/admin/loan-orders").items[0] as Loan;
const given = example<{ authorization: string }>("POST", "/api/admin/authorizations");

/** Pays by a loan's number, and only with the authorization. */
const pays = (request: FakeRequest) => {
  if (request.headers["sotto-authorization"] === given.authorization) return { body: loan };
  const [, subject] = /loan-orders\/(\w+)\/pay/.exec(request.path) ?? [];
  const named = { operation: "payLoan", subject };
  return { status: 403, body: problem(403, "authorization/required", "It moves money.", named) };
};
const list: FakeRoutes = {
  "GET /api/admin/loan-orders": { body: { items: [{ ...loan, id: "18" }, loan], nextCursor: null } },
  "GET /api/admin/loan-orders/18": { body: { ...loan, id: "18" } },
};
const routes: FakeRoutes = {
  ...list,
  ...Object.fromEntries(["17", "18"].map((id) => [`POST /api/admin/loan-orders/${id}/pay`, pays])),
};
const authorizations = ({ requests }: { requests: readonly FakeRequest[] }) =>
  requests.filter(({ path }) => path === "/api/admin/authorizations").map(({ body }) => body);

test("many loans are paid with one one-time code", async () => {
  const api = await startFakeApi(routes);
  const args = ["admin", "loans", "pay", "17", "18", "17", "--code", "492039", "--yes"];
  const { exitCode } = await runSotto(args, { ...OPTIONS, apiUrl: api.url });
  await api.close();
  expect(exitCode).toBe(0);
  expect(authorizations(api)).toEqual([
    { operations: [{ operation: "payLoan", subjects: ["17", "18"] }], code: "492039" },
  ]);
  const paid = api.requests.filter(
    ({ path, headers }) => path.endsWith("/pay") && headers["sotto-authorization"],
  );
  expect(paid.map(({ path }) => path)).toEqual([
    "/api/admin/loan-orders/17/pay",
    "/api/admin/loan-orders/18/pay",
  ]);
});

test("a code is asked for at a terminal, and only when the server wants one", async () => {
  const api = await startFakeApi(routes);
  const asked = await runSotto(["admin", "loans", "pay", "17", "--yes"], {
    ...{ ...OPTIONS, apiUrl: api.url, answers: ["492039"] },
  });
  await api.close();
  expect([asked.exitCode, asked.questions]).toEqual([0, ["One-time code: "]]);
  const lenient = await startFakeApi(list);
  const unasked = await runSotto(["admin", "loans", "pay", "17", "--yes"], {
    ...{ ...OPTIONS, apiUrl: lenient.url, answers: [] },
  });
  await lenient.close();
  expect([unasked.exitCode, unasked.questions, authorizations(lenient)]).toEqual([0, [], []]);
});

test("a script without a code is told what to add", async () => {
  const api = await startFakeApi(routes);
  const { exitCode, notes } = await runSotto(["admin", "loans", "pay", "17", "--yes"], {
    ...{ ...OPTIONS, apiUrl: api.url },
  });
  await api.close();
  expect(exitCode).toBe(4);
  expect(notes.join("\n")).toContain("--code");
});

test("a login keeps what the server left for the next one, over a logout too", async () => {
  const home = mkdtempSync(join(tmpdir(), "sotto-cli-"));
  const session = example<{ deviceToken: string }>("POST", "/api/admin/login");
  const api = await startFakeApi({});
  const options = { apiUrl: api.url, environment: { XDG_CONFIG_HOME: home }, input: "a password" };
  await runSotto(["admin", "login", "admin"], options);
  await runSotto(["admin", "logout"], options);
  expect(JSON.parse(readFileSync(join(home, "sotto", "config.json"), "utf8"))).toEqual({
    apiUrl: api.url,
    deviceToken: session.deviceToken,
  });
  await runSotto(["admin", "login", "admin"], options);
  const other = await startFakeApi({});
  await runSotto(["admin", "login", "admin"], { ...options, apiUrl: other.url });
  await other.close();
  await api.close();
  rmSync(home, { recursive: true });
  const bodies = api.requests.filter(({ path }) => path === "/api/admin/login").map(({ body }) => body);
  expect(bodies[0]).not.toHaveProperty("deviceToken");
  expect(bodies[1]).toMatchObject({ deviceToken: session.deviceToken });
  expect(other.requests[0]?.body).not.toHaveProperty("deviceToken");
});
