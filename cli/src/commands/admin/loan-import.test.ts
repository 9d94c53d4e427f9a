import { describe, expect, test } from "vitest";
import { problem } from "../../testing/fake-api";
import { BITCOIN, FILE, loanImports } from "../../testing/loan-import";
import { ledger, loan } from "../../testing/loan-ledger";
import type { CreateLoanBody } from "../../wire";

const { start, importFile, importTable, requests, created } = loanImports();

describe("importing, and importing again", () => {
  test("creates a loan a row, and again it creates nothing", async () => {
    const { loans, find, create } = ledger();
    await start(create, { "GET /api/admin/loan-orders": find });
    const firstRun = await importFile(FILE);
    expect([firstRun.exitCode, firstRun.outcomes]).toEqual([0, ["created", "created", "created"]]);
    expect(firstRun.notes).toEqual([
      "Created: 3 loans, 0.5 BTC + 1000.5 USDT-TRC20 + 2 ETH, worth 37000.50 USDT, fees 166.50225 USDT.",
      "Of 3 rows: 3 created.",
    ]);
    expect(created()[1]?.body).toEqual({
      currency: "USDT-TRC20",
      amount: "1000.50",
      exchangeRate: "1",
      usdtValue: "1000.50000000",
      feeAmount: "4.50225000",
      status: "pending",
      reference: "pay-2",
    });
    const again = await importFile(FILE);
    expect([again.exitCode, again.outcomes]).toEqual([0, ["exists", "exists", "exists"]]);
    expect(again.rows.map(({ id }) => id)).toEqual(["1", "2", "3"]);
    expect(loans.size).toBe(3);
    const keys = new Set(created().map(({ headers }) => headers["idempotency-key"]));
    expect([keys.size, created().length]).toEqual([3, 3]);
  });

  test("a reference that somebody used in the meantime is compared with what it names", async () => {
    const { create } = ledger();
    await start(create);
    await importFile(FILE);
    const { exitCode, outcomes } = await importFile(FILE.replace("pay-3,ETH,2,", "pay-3,ETH,3,"));
    expect([exitCode, outcomes]).toEqual([1, ["exists", "exists", "conflict"]]);
  });

  test("the same figure written otherwise exists; another one is a conflict and exit code 1", async () => {
    const { loans, find, create } = ledger();
    await start(create, { "GET /api/admin/loan-orders": find });
    await importFile(FILE);
    const changed = FILE.replace("pay-2,usdttrc,1000.50,1,", "pay-2,USDT-TRC20,1000.5,1.0,").replace(
      "pay-3,ETH,2,",
      "pay-3,ETH,3,",
    );
    const { exitCode, outcomes } = await importFile(changed);
    expect([exitCode, outcomes]).toEqual([1, ["exists", "exists", "conflict"]]);
    const elsewhere = await importFile(FILE.replace(`,${BITCOIN}`, ","));
    expect([elsewhere.exitCode, elsewhere.outcomes]).toEqual([1, ["conflict", "exists", "exists"]]);
    expect(loans.size).toBe(3);
  });
});

describe("importing into a server that has loans", () => {
  test("a row that contradicts a loan that is there is found before any other is sent", async () => {
    const { find, create } = ledger();
    await start(create, { "GET /api/admin/loan-orders": find });
    await importFile(FILE);
    const sent = created().length;
    const { exitCode, outcomes, notes } = await importFile(
      `${FILE.replace("pay-3,ETH,2,", "pay-3,ETH,3,")}pay-4,ETH,1,3000,\n`,
    );
    expect([exitCode, outcomes]).toEqual([1, ["exists", "exists", "conflict", "skipped"]]);
    expect(notes.join("\n")).toContain("Nothing was sent: 1 of 4 rows is wrong.");
    expect(created()).toHaveLength(sent);
  });

  test("in a list too long to be read it looks up what it did not meet, and reads no more than it has rows", async () => {
    const { create, find } = ledger();
    const many = Array.from({ length: 100 }, (_, at) => ({
      ...loan,
      id: String(at),
      reference: `other-${at}`,
    }));
    await start(create, {
      "GET /api/admin/loan-orders": (request) =>
        request.path.includes("reference=") ? find(request) : { body: { items: many, nextCursor: "more" } },
    });
    expect((await importFile(FILE)).outcomes).toEqual(["created", "created", "created"]);
    expect((await importFile(FILE)).outcomes).toEqual(["exists", "exists", "exists"]);
    const reads = requests().filter(({ path }) => path.startsWith("/api/admin/loan-orders?"));
    expect(reads.filter(({ path }) => path.includes("reference="))).toHaveLength(6);
    const pages = requests().filter(
      ({ method, path }) => method === "GET" && /loan-orders(\?cursor=.*)?$/.test(path),
    );
    expect(pages).toHaveLength(6);
    expect(created()).toHaveLength(3);
  });
});

describe("importing into a server that is busy, gone or refuses", () => {
  test("waits as the server asks, and asks again under the same key after a lost answer", async () => {
    const { loans, create } = ledger();
    let calls = 0;
    await start((request) => {
      calls++;
      if (calls === 2) {
        return { status: 429, headers: { "retry-after": "17" }, body: problem(429, "limit/rate", "Slower.") };
      }
      const answer = create(request);
      return calls === 4 ? { status: 503, body: problem(503, "service/unavailable", "Soon.") } : answer;
    });
    const { exitCode, outcomes, waitsMs } = await importFile(FILE);
    expect([exitCode, outcomes]).toEqual([0, ["created", "created", "created"]]);
    expect(waitsMs).toEqual([17_000, 500]);
    expect(loans.size).toBe(3);
  });

  test("a server that is gone for good ends it; the next run goes on where it ended", async () => {
    const { loans, create } = ledger();
    let isGone = true;
    await start((request) =>
      isGone && loans.size === 1
        ? { status: 503, body: problem(503, "service/unavailable", "Soon.") }
        : create(request),
    );
    const { exitCode, outcomes } = await importFile(FILE);
    expect([exitCode, outcomes]).toEqual([1, ["created", "failed", "skipped"]]);
    isGone = false;
    expect((await importFile(FILE)).outcomes).toEqual(["exists", "created", "created"]);
    expect(loans.size).toBe(3);
  });

  test("a refusal of one row leaves the others", async () => {
    const { create } = ledger();
    await start((request) =>
      (request.body as CreateLoanBody).reference === "pay-2"
        ? { status: 422, body: problem(422, "address/listed", "Listed.") }
        : create(request),
    );
    const { exitCode, rows } = await importFile(FILE);
    expect(exitCode).toBe(1);
    expect(rows.map(({ outcome, code }) => [outcome, code])).toEqual([
      ["created", null],
      ["failed", "address/listed"],
      ["created", null],
    ]);
  });

  test("after Ctrl-C the rest is not sent, and it says what was created and how to continue", async () => {
    const { loans, create } = ledger();
    await start(create);
    const { exitCode, outcomes, notes } = await importFile(FILE, "--yes", () => loans.size === 2);
    expect([exitCode, outcomes]).toEqual([130, ["created", "created", "skipped"]]);
    expect(notes.slice(0, 2)).toEqual([
      "Created: 2 loans, 0.5 BTC + 1000.5 USDT-TRC20, worth 31000.50 USDT, fees 139.50225 USDT.",
      "sotto: Interrupted. Of 3 rows: 2 created, 1 not sent.",
    ]);
    expect(notes[2]).toMatch(/creates only what is missing: sotto admin loans import .*loans\.csv$/);
    expect((await importFile(FILE)).outcomes).toEqual(["exists", "exists", "created"]);
  });
});

describe("what a person sees of an import", () => {
  test("failures come first and whole, what was created next, the summary last", async () => {
    const { create } = ledger();
    const why = "The address belongs to a contract that cannot receive coins sent to it by a reserve.";
    await start((request) =>
      (request.body as CreateLoanBody).reference === "pay-3"
        ? { status: 422, body: problem(422, "address/contract", why) }
        : create(request),
    );
    const { exitCode, out, notes } = await importTable(FILE);
    expect(exitCode).toBe(1);
    expect(out.slice(0, 3)).toEqual([
      "line 4: pay-3: failed",
      `  ${why} (address/contract)`,
      "LINE  REFERENCE  OUTCOME  LOAN  STATUS",
    ]);
    expect(notes.at(-2)).toBe("sotto: Of 3 rows: 2 created, 1 failed.");
  });

  test("the question is for the sum, after every row with its figures", async () => {
    await start(ledger().create);
    const { exitCode, notes, questions } = await importTable(FILE, "n");
    expect([exitCode, created()]).toEqual([1, []]);
    expect(questions).toEqual(["Create these 3 loans, worth 37000.50 USDT in all? [y/N] "]);
    expect(notes).toContain(`      to ${BITCOIN}`);
    expect(notes).toContain(
      "3 loans to be created: 0.5 BTC + 1000.5 USDT-TRC20 + 2 ETH, worth 37000.50 USDT, fees 166.50225 USDT",
    );
  });
});
