import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sameDecimal } from "@sotto/openapi/decimal";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type FakeAnswer,
  type FakeRequest,
  type FakeRoutes,
  problem,
  runSotto,
  startFakeApi,
} from "../../testing/fake-api";
import { LISTED, ledger, loan, loanRoutes, MISTYPED } from "../../testing/loan-ledger";
import type { CreateLoanBody } from "../../wire";

const BITCOIN = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";
let folder: string;
let api: Awaited<ReturnType<typeof startFakeApi>>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sotto-import-"));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await api.close();
});

async function start(create: (request: FakeRequest) => FakeAnswer, more: FakeRoutes = {}) {
  api = await startFakeApi({ ...loanRoutes(create), ...more });
}

async function importFile(text: string, ...args: string[]) {
  const path = join(folder, "loans.csv");
  writeFileSync(path, text);
  const ended = await runSotto(["admin", "loans", "import", path, ...(args.length > 0 ? args : ["--yes"])], {
    apiUrl: api.url,
    environment: { SOTTO_TOKEN: "t" },
  });
  const rows = JSON.parse(ended.out[0] ?? "[]") as {
    line: number;
    outcome: string;
    code: string | null;
    id: string | null;
  }[];
  return { ...ended, rows, outcomes: rows.map(({ outcome }) => outcome) };
}

const created = () =>
  api.requests.filter(({ method, path }) => method === "POST" && path === "/api/admin/loan-orders");

const FILE = `reference,currency,amount,exchangeRate,receiveAddress
pay-1,BTC,0.5,60000,${BITCOIN}
pay-2,usdttrc,1000.50,1,
pay-3,ETH,2,3000,
`;

describe("importing, and importing again", () => {
  test("creates a loan a row, and again it creates nothing", async () => {
    const { loans, find, create } = ledger();
    await start(create, { "GET /api/admin/loan-orders": find });
    const firstRun = await importFile(FILE);
    expect([firstRun.exitCode, firstRun.outcomes]).toEqual([0, ["created", "created", "created"]]);
    expect(firstRun.notes).toEqual(["3 created"]);
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
    expect(notes.join("\n")).toContain("Nothing was sent: 1 of the rows are wrong.");
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
    const reads = api.requests.filter(({ path }) => path.startsWith("/api/admin/loan-orders?"));
    expect(reads.filter(({ path }) => path.includes("reference="))).toHaveLength(6);
    const pages = api.requests.filter(
      ({ method, path }) => method === "GET" && /loan-orders(\?cursor=.*)?$/.test(path),
    );
    expect(pages).toHaveLength(6);
    expect(created()).toHaveLength(3);
  });
});

describe("importing a faulty file", () => {
  test("one wrong row, and nothing is sent; every wrong row is named", async () => {
    const { create } = ledger();
    await start(create);
    const wrong = [
      "reference,currency,amount,exchangeRate,receiveAddress",
      "good,BTC,0.5,60000,",
      "good,BTC,0.6,60000,",
      ",BTC,0.5,60000,",
      "sp ace,BTC,0.5,60000,",
      "a1,DOGE,1,1,",
      "a2,LTC,1,1,",
      "a3,BTC,0,1,",
      "a4,BTC,1e5,1,",
      "a5,USDT-TRC20,0.0000001,1,",
      "a6,BTC,1,0.000000001,",
      `a7,BTC,1,1,${MISTYPED}`,
      `a8,BTC,1,1,${LISTED}`,
      "a9,BTC,999999999999999999,10,",
      "",
    ].join("\n");
    const { exitCode, rows } = await importFile(wrong);
    expect(exitCode).toBe(1);
    expect(rows.map(({ line, outcome, code }) => [line, outcome, code])).toEqual([
      [2, "skipped", null],
      [3, "failed", "loan/reference-used"],
      [4, "failed", "request/invalid"],
      [5, "failed", "request/invalid"],
      [6, "failed", "currency/unknown"],
      [7, "failed", "loan/currency"],
      [8, "failed", "amount/zero"],
      [9, "failed", "amount/format"],
      [10, "failed", "amount/precision"],
      [11, "failed", "amount/precision"],
      [12, "failed", "address/checksum"],
      [13, "failed", "address/listed"],
      [14, "failed", "amount/max"],
    ]);
    expect(created()).toEqual([]);
  });

  test.each([
    [`${FILE}pay-4,BTC,1,1\n`, 1, "The file is not CSV: line 5 has 4 cells instead of 5."],
    [`${FILE}"pay-4,BTC,1,1,\n`, 1, "The file is not CSV: the quotation marks of line 5 do not match."],
    [FILE.slice(0, FILE.indexOf("\n")), 2, "The file has no rows."],
    [FILE.replace("amount", "AMOUNT,amount"), 1, "The file's columns are wrong: amount stands there twice."],
    [FILE.replace("amount,", ""), 1, "The file's columns are wrong: amount is missing."],
  ])("a file that cannot be read is refused as a whole (%#)", async (text, exitCode, note) => {
    await start(ledger().create);
    const ended = await importFile(text);
    expect([ended.exitCode, ended.notes[0]]).toEqual([exitCode, expect.stringContaining(note)]);
    expect(api.requests).toEqual([]);
  });

  test("a misspelt column is refused: it would turn payments from the reserve into others", async () => {
    await start(ledger().create);
    const { exitCode, notes } = await importFile(FILE.replace("receiveAddress", "recieveAddress"));
    expect(exitCode).toBe(1);
    expect(notes[0]).toContain('"recieveAddress" is unknown');
    expect(api.requests).toEqual([]);
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
});

describe("the file of an import", () => {
  test("takes a byte order mark, either line end, quotes and any order of columns", async () => {
    const { loans, create } = ledger();
    await start(create);
    const text = `\ufeffamount,"exchangeRate",reference,Currency\r\n"0.5","60000","a,b",BTC\r\n\r\n1,3000,'=1+1,ETH\r\n`;
    expect((await importFile(text)).outcomes).toEqual(["created", "created"]);
    expect([...loans.keys()]).toEqual(["a,b", "=1+1"]);
  });

  test("takes semicolons, as spreadsheets write them where the decimal mark is a comma", async () => {
    const { loans, create } = ledger();
    await start(create);
    expect((await importFile(FILE.replaceAll(",", ";"))).outcomes).toEqual(["created", "created", "created"]);
    expect(loans.size).toBe(3);
  });

  test("asks, and without a terminal wants --yes; --dry-run sends nothing", async () => {
    await start(ledger().create);
    expect((await importFile(FILE, "--json")).exitCode).toBe(2);
    const dry = await importFile(FILE, "--dry-run");
    expect([dry.exitCode, dry.outcomes]).toEqual([0, ["skipped", "skipped", "skipped"]]);
    expect(created()).toEqual([]);
  });

  test("what export writes can be imported again, formulas and nameless loans too", async () => {
    const { create } = ledger();
    const loans = [
      { ...loan, id: "2", reference: null, receiveAddress: null },
      { ...loan, id: "1", reference: "=1+1", receiveAddress: null },
    ];
    await start(create, {
      "GET /api/admin/loan-orders": () => ({ body: { items: loans, nextCursor: null } }),
    });
    const path = join(folder, "out.csv");
    const run = (...args: string[]) =>
      runSotto(["admin", "loans", ...args], { apiUrl: api.url, environment: { SOTTO_TOKEN: "t" } });
    const { out } = await run("export");
    expect(out[2]).toMatch(/^1,'=1\+1,BTC,0\.5,60000,,30000\.00000000,135\.00000000,pending,.*\r$/);
    expect((await run("export", "--output", path)).exitCode).toBe(0);
    expect((await run("export", "--output", path)).exitCode).toBe(1);
    // Into a server that has none of them.
    loans.splice(0);
    const ended = await run("import", path, "--yes");
    expect(JSON.parse(ended.out[0] ?? "").map((row: { outcome: string }) => row.outcome)).toEqual([
      "skipped",
      "created",
    ]);
    expect(created().map(({ body }) => (body as CreateLoanBody).reference)).toEqual(["=1+1"]);
  });
});

test("decimals are compared by their value", () => {
  expect([
    sameDecimal("0.50", "0.5"),
    sameDecimal("1", "1.000"),
    sameDecimal("0.5", "0.05"),
    sameDecimal("x", "x"),
  ]).toEqual([true, true, false, false]);
});
