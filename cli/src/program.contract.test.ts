import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { schemaFaults } from "./testing/contract";
import { runSotto, startFakeApi } from "./testing/fake-api";
import { ID, ROUTES } from "./testing/stable-api";

let api: Awaited<ReturnType<typeof startFakeApi>>;
beforeAll(async () => {
  api = await startFakeApi(ROUTES);
});
afterAll(() => api.close());

const run = (args: readonly string[]) =>
  runSotto(args, {
    apiUrl: api.url,
    environment: { SOTTO_TOKEN: "q3hN0m0c1Ww3m2K7T8r7n3v2bQ9w0x1y2z3A4b5C6d8" },
  });

describe("what a program gets", () => {
  const documents = [
    [["currencies"], "Currency"],
    [["rates"], "Rate"],
    [["rates", "BTC", "USDT"], "PairRate"],
    [["quote", "BTC", "USDT", "0.05"], "Calculation"],
    [["swap", "show", ID], "Order"],
    [["track", "482915037"], "Track"],
    [["stats"], "Stats"],
    [["admin", "whoami"], "AdminAccount"],
    [["admin", "overview"], "Overview"],
    [["admin", "keys", "list"], "ApiKey"],
    [["admin", "orders", "list"], "AdminOrderRow"],
    [["admin", "orders", "show", ID], "AdminOrder"],
    [["admin", "loans", "list"], "Loan"],
    [["admin", "loans", "sums"], "LoanSums"],
    [["admin", "reserves"], "Wallet"],
    [["admin", "invariants"], "Invariant"],
    [["admin", "audit", "list"], "AuditEntry"],
  ] as const;

  test("a pipe gets one JSON document of the contract's shape", async () => {
    for (const [args, schema] of documents) {
      const { exitCode, out } = await run(args);
      expect([args, exitCode, out.length]).toEqual([args, 0, 1]);
      const answer: unknown = JSON.parse(out[0] ?? "");
      for (const item of Array.isArray(answer) ? answer : [answer])
        expect(schemaFaults(schema, item)).toEqual([]);
    }
  });
});

describe("what changes something", () => {
  const acts: (readonly string[])[] = [
    ["swap", "refund-address", ID, "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"],
    ["swap", "cancel", ID],
    ["swap", "delete", ID],
    ["admin", "keys", "create", "wallet app"],
    ["admin", "keys", "revoke", "k7Qm2xV9bT4c"],
    ["admin", "orders", "release", ID, "--reason", "Cleared."],
    ["admin", "orders", "refund", ID, "--reason", "Listed."],
    ["admin", "loans", "create", "BTC", "0.5", "60000", "--reference", "r-1"],
    ["admin", "loans", "pay", "17"],
    ["admin", "loans", "pay", "17", "--tx", "ab12"],
    ["admin", "loans", "approve", "17"],
    ["admin", "assets", "pause", "BTC", "--reason", "Node upgrade."],
    ["admin", "payouts", "pause", "--reason", "Node upgrade."],
    ["admin", "signer", "stop", "--reason", "Node upgrade."],
    ["admin", "signer", "resume", "--reason", "Node upgrade."],
    ["admin", "chains", "resume", "bitcoin", "--reason", "Examined."],
  ];
  const changes = () => api.requests.filter(({ method }) => method !== "GET").length;

  test("is not done without a terminal and without --yes, and exits with 2", async () => {
    const before = changes();
    for (const args of acts) {
      const { exitCode, out, notes } = await run(args);
      expect([args, exitCode, out]).toEqual([args, 2, []]);
      expect(notes.join("\n")).toContain("Add --yes to do it");
    }
    expect(changes()).toBe(before);
  });

  test("is only shown under --dry-run", async () => {
    const before = changes();
    for (const args of acts) {
      const { exitCode, out } = await run([...args, "--dry-run"]);
      expect([args, exitCode]).toEqual([args, 0]);
      expect(JSON.parse(out[0] ?? "")).toMatchObject({ dryRun: true });
    }
    expect(changes()).toBe(before);
  });

  test("is sent with --yes, with an idempotency key where the contract takes one", async () => {
    for (const args of acts) {
      const { exitCode, out } = await run([...args, "--yes"]);
      expect([args, exitCode]).toEqual([args, 0]);
      JSON.parse(out[0] ?? "");
      const sent = api.requests.at(-1);
      expect(sent?.method).not.toBe("GET");
      const takesKey =
        /\/(exchanges\/.*\/(release|refund|refund-address|cancel)|loan-orders(\/.*\/pay)?)$/.test(
          sent?.path ?? "",
        );
      expect([args, typeof sent?.headers["idempotency-key"]]).toEqual([
        args,
        takesKey ? "string" : "undefined",
      ]);
    }
  });

  test("a loan carries the value and the fee that the schedule makes of it", async () => {
    await run(["admin", "loans", "create", "BTC", "0.3333", "60000.1", "--yes"]);
    expect(api.requests.at(-1)?.body).toEqual({
      currency: "BTC",
      amount: "0.3333",
      exchangeRate: "60000.1",
      usdtValue: "19998.03333000",
      feeAmount: "89.99114999",
      status: "pending",
    });
  });
});

test("a program gets a whole list, page after page; a person the newest entries", async () => {
  const { out } = await run(["admin", "orders", "list"]);
  expect(JSON.parse(out[0] ?? "")).toHaveLength(4);
  const pages = api.requests.filter(({ path }) => path.startsWith("/api/admin/exchanges"));
  expect(pages.at(-1)?.path).toContain("cursor=next");
  const limited = await run(["admin", "orders", "list", "--limit", "2"]);
  expect(JSON.parse(limited.out[0] ?? "")).toHaveLength(2);
  expect(limited.notes[0]).toContain("There are more than these 2");
});

describe("--jq", () => {
  test("selects from each document, text as it is and the rest as JSON", async () => {
    const codes = await run(["currencies", "--jq", ".[] | select(.isActive) | .id"]);
    expect([codes.exitCode, codes.out]).toEqual([0, ["BTC"]]);
    expect((await run(["swap", "show", ID, "--jq", "{state, paid: .amounts.paid}"])).out).toEqual([
      '{"state":"waiting","paid":null}',
    ]);
    const planned = await run(["swap", "cancel", ID, "--dry-run", "--jq", ".calls[].method"]);
    expect(planned.out).toEqual(["POST"]);
  });

  test("a filter that cannot be read is refused before anything is sent", async () => {
    const before = api.requests.length;
    const ended = await run(["swap", "cancel", ID, "--yes", "--jq", ".["]);
    expect([ended.exitCode, api.requests.length]).toEqual([2, before]);
    expect(ended.notes[0]).toMatch(/^sotto: The --jq filter cannot be read: /);
    expect((await run(["stats", "--jq", ".", "--csv"])).exitCode).toBe(2);
  });

  test("what a filter does not fit is written whole: it may be shown only once", async () => {
    const { exitCode, out, notes } = await run(["swap", "delete", ID, "--yes", "--jq", ".payload | error"]);
    expect([exitCode, schemaFaults("DeletionNote", JSON.parse(out[0] ?? ""))]).toEqual([2, []]);
    expect(notes[0]).toContain("The whole document was written");
  });
});
