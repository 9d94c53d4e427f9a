import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LoanWire } from "../src/routes/loans/schema";
import { type ApiClient, ApiProblem, apiClient, bookTroubles, waitFor } from "./api-client";
import { type RunningSotto, startSotto } from "./running-sotto";

const WAIT_MS = 120_000;
const TEST_MS = 240_000;
/** Longer than the worker takes to compare the chains with the books twice: then invariant 12 has spoken. */
const RECONCILED_MS = 4_500;
const PAYEES = {
  BTC: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
  ETH: "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
  "USDT-TRC20": "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC",
} as const;

let sotto: RunningSotto;
let api: ApiClient;
/** Three people: two who approve, and one who may not. */
let ana: string;
let ben: string;
let cleo: string;

beforeAll(async () => {
  sotto = await startSotto();
  api = apiClient(sotto.base);
  for (const [name, role] of [
    ["ben", "approver"],
    ["cleo", "operator"],
  ] as const) {
    await sotto.sql`INSERT INTO admin_users (id, username, password_hash, role, created_at)
      SELECT ${name}, ${name}, password_hash, ${role}, now() FROM admin_users WHERE username = ${sotto.admin.username}`;
  }
  ana = await api.login(sotto.admin);
  ben = await api.login({ ...sotto.admin, username: "ben" });
  cleo = await api.login({ ...sotto.admin, username: "cleo" });
}, 240_000);
afterAll(() => sotto.stop());

let references = 0;
const newReference = (): string => `test-${++references}`;
const create = (change: Partial<Parameters<ApiClient["createLoan"]>[1]> = {}, token = ana) =>
  api.createLoan(token, {
    currency: "BTC",
    amount: "0.01",
    exchangeRate: "60000",
    reference: newReference(),
    ...change,
  });
/** The code with which it was refused; the loan when it was not. */
const refusal = (asked: Promise<LoanWire>): Promise<string | LoanWire> =>
  asked.catch((error: unknown) => {
    if (error instanceof ApiProblem) return error.code;
    throw error;
  });
const reserve = async (asset: string) => {
  const [row] = await sotto.sql`SELECT held, planned, hot FROM reserves WHERE asset = ${asset}`;
  return row;
};
const legsOf = async (id: string) => sotto.sql`SELECT id, state FROM payout_legs WHERE loan_id = ${id}`;
const lastAudit = async () => {
  const [row] =
    await sotto.sql`SELECT admin, action, outcome, subject, reason FROM admin_audit ORDER BY seq DESC LIMIT 1`;
  return row;
};

describe("a loan that the reserve pays", () => {
  it.each([
    ["BTC", "0.01", "60000", "600.00000000", "2.70000000"],
    ["eth", "0.123456789012345678", "2500.5", "308.70370092", "1.38916666"],
    ["USDTTRC", "1000.000001", "1", "1000.00000100", "4.50000001"],
  ] as const)(
    "lands in %s to the last unit, once, and the books are sound",
    { timeout: TEST_MS },
    async (currency, amount, exchangeRate, usdtValue, feeAmount) => {
      const code = currency === "USDTTRC" ? "USDT-TRC20" : currency === "eth" ? "ETH" : "BTC";
      const receiveAddress = PAYEES[code];
      const before = await reserve(code);
      const figures = { usdtValue, feeAmount, status: "pending" } as const;
      const loan = await create({ currency, amount, exchangeRate, ...figures, receiveAddress });
      expect(loan).toMatchObject({ currency: code, ...figures, createdBy: "checker" });
      const paying = await api.payLoan(cleo, loan.id);
      expect(paying).toMatchObject({ status: "processing", paidBy: "cleo", txHash: null });
      const done = { admin: "cleo", action: "loan.pay", outcome: "done", subject: loan.id, reason: null };
      expect(await lastAudit()).toEqual(done);
      const landed = await api.untilLoan(ana, loan.reference ?? "", ["completed", "failed"], WAIT_MS);
      expect(landed).toMatchObject({
        status: "completed",
        txHash: expect.any(String),
        completedAt: expect.any(String),
      });
      expect(await api.simnetBalance(code, receiveAddress)).toBe(amount);
      expect(await legsOf(loan.id)).toMatchObject([{ state: "final" }]);
      expect(await refusal(api.payLoan(ana, loan.id))).toBe("loan/not-pending");
      const [after] = [await reserve(code)];
      expect([after?.held, after?.planned]).toEqual([before?.held, before?.planned]);
    },
  );

  it("asked for by ten at once is paid once", { timeout: TEST_MS }, async () => {
    const receiveAddress = "bc1qp59yckz4ae5c4efgw2s5wfyvrz0ala7rgvuz8z";
    const loan = await create({ receiveAddress });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => refusal(api.payLoan(n % 2 === 0 ? ana : ben, loan.id))),
    );
    expect(answers.filter((answer) => answer === "loan/not-pending")).toHaveLength(9);
    await api.untilLoan(ana, loan.reference ?? "", ["completed"], WAIT_MS);
    expect(await legsOf(loan.id)).toHaveLength(1);
    expect(await api.simnetBalance("BTC", receiveAddress)).toBe("0.01");
    const [paid] =
      await sotto.sql`SELECT count(*) FILTER (WHERE outcome = 'done')::int AS done, count(*)::int AS tried
        FROM admin_audit WHERE action = 'loan.pay' AND subject = ${loan.id}`;
    expect(paid).toEqual({ done: 1, tried: 10 });
  });
});

describe("a loan that cannot be paid yet", () => {
  it("is refused when the reserve cannot pay it, and nothing stays held", async () => {
    const before = await Promise.all(["BTC", "TRX", "USDT-TRC20"].map(reserve));
    for (const [currency, amount] of [
      ["BTC", "500"],
      ["USDT", "999999999"],
    ] as const) {
      const receiveAddress = PAYEES[currency === "BTC" ? "BTC" : "USDT-TRC20"];
      const loan = await create({ currency, amount, exchangeRate: "0.00001", receiveAddress });
      await api.approveLoan(ben, loan.id);
      expect(await refusal(api.payLoan(ana, loan.id))).toBe("reserve/insufficient");
      expect((await api.loans(ana, `?reference=${loan.reference}`)).items[0]?.status).toBe("pending");
      // Approved, it counts for the loans of 24 hours until it is marked.
      await api.payLoan(ana, loan.id, { txHash: "elsewhere" });
    }
    expect(await Promise.all(["BTC", "TRX", "USDT-TRC20"].map(reserve))).toEqual(before);
  });

  it("waits while its chain is halted, and is paid afterwards", { timeout: TEST_MS }, async () => {
    const receiveAddress = "0x1111111111111111111111111111111111111112";
    const loan = await create({ currency: "ETH", amount: "0.5", exchangeRate: "1000", receiveAddress });
    await sotto.sql`UPDATE chain_cursors SET status = 'halted' WHERE chain = 'ethereum'`;
    await api.payLoan(ana, loan.id);
    await waitFor("the leg", WAIT_MS, async () => (await legsOf(loan.id)).length === 1);
    await sleep(1_500);
    const attempts = () =>
      sotto.sql`SELECT 1 FROM attempt_legs p JOIN payout_legs l ON l.id = p.leg_id WHERE l.loan_id = ${loan.id}`;
    expect(await attempts()).toHaveLength(0);
    expect((await api.loans(ana, "?status=processing")).items.map(({ id }) => id)).toEqual([loan.id]);
    await sotto.sql`UPDATE chain_cursors SET status = 'ok' WHERE chain = 'ethereum'`;
    await api.untilLoan(ana, loan.reference ?? "", ["completed"], WAIT_MS);
    expect(await attempts()).toHaveLength(1);
    expect(await api.simnetBalance("ETH", receiveAddress)).toBe("0.5");
  });
});

describe("approval", () => {
  const large = { amount: "0.2", receiveAddress: "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g" };

  it("is a second person's, and needed before the reserve pays", { timeout: TEST_MS }, async () => {
    const loan = await create(large);
    expect(loan).toMatchObject({ usdtValue: "12000.00000000", approvalRequired: true, approvedBy: null });
    expect(await refusal(api.payLoan(ben, loan.id))).toBe("loan/approval-required");
    expect(await lastAudit()).toMatchObject({
      admin: "ben",
      action: "loan.pay",
      outcome: "refused",
      reason: "loan/approval-required",
    });
    expect(await refusal(api.approveLoan(ana, loan.id))).toBe("loan/own-approval");
    expect(await lastAudit()).toMatchObject({ admin: "checker", action: "loan.approve", outcome: "refused" });
    expect(await refusal(api.approveLoan(cleo, loan.id))).toBe("auth/forbidden");
    expect(await api.approveLoan(ben, loan.id)).toMatchObject({ approvedBy: "ben", status: "pending" });
    expect(await refusal(api.approveLoan(ben, loan.id))).toBe("loan/approval-needless");
    await api.payLoan(ana, loan.id);
    await api.untilLoan(ana, loan.reference ?? "", ["completed"], WAIT_MS);
    expect(await refusal(api.approveLoan(ben, loan.id))).toBe("loan/not-pending");
    expect(await api.simnetBalance("BTC", large.receiveAddress)).toBe("0.2");
  });

  it("is not got round by a rate of one's own", async () => {
    const cheap = { amount: "100", exchangeRate: "0.00000001", receiveAddress: large.receiveAddress };
    const before = await reserve("BTC");
    const loan = await create(cheap, cleo);
    expect(loan).toMatchObject({ usdtValue: "0.00000100", approvalRequired: true });
    expect(await refusal(api.payLoan(cleo, loan.id))).toBe("loan/approval-required");
    expect(await reserve("BTC")).toEqual(before);
  });

  it("is needless at the configured value, below it, and without an address", async () => {
    const tether = { currency: "USDT-TRC20", amount: "10000", receiveAddress: PAYEES["USDT-TRC20"] };
    const at = await create({ ...tether, exchangeRate: "1" });
    expect(at.approvalRequired).toBe(false);
    const above = await create({ ...tether, exchangeRate: "1.00000001" });
    expect(above.approvalRequired).toBe(true);
    const elsewhere = await create({ amount: "10" });
    expect(elsewhere.approvalRequired).toBe(false);
    expect(await refusal(api.approveLoan(ben, elsewhere.id))).toBe("loan/approval-needless");
  });
});

describe("a loan that is paid elsewhere", () => {
  it("is marked once, also by ten at once, and touches no books", async () => {
    const loan = await create();
    const before = await reserve("BTC");
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => refusal(api.payLoan(n % 2 === 0 ? ana : ben, loan.id))),
    );
    expect(answers.filter((answer) => answer === "loan/not-pending")).toHaveLength(9);
    expect(answers.find((answer) => typeof answer !== "string")).toMatchObject({
      status: "paid",
      txHash: null,
    });
    expect(await legsOf(loan.id)).toEqual([]);
    expect(await reserve("BTC")).toEqual(before);
  });

  it("may have an address, when a transaction is named; then nothing is sent there", async () => {
    const receiveAddress = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
    const loan = await create({ receiveAddress });
    expect(await api.payLoan(ana, loan.id, { txHash: "\u0000seen-elsewhere" })).toMatchObject({
      status: "paid",
      txHash: "seen-elsewhere",
    });
    expect(await lastAudit()).toMatchObject({ action: "loan.mark-paid", subject: loan.id });
    expect(await refusal(api.payLoan(ana, loan.id))).toBe("loan/not-pending");
    await sleep(1_000);
    expect(await api.simnetBalance("BTC", receiveAddress)).toBe("0");
  });
});

describe("a reference", () => {
  it("is used once, also by ten at once, and shows whose it is", async () => {
    const reference = newReference();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refusal(create({ reference }))));
    const made = answers.filter((answer) => typeof answer !== "string");
    expect(made).toHaveLength(1);
    expect(new Set(answers.filter((answer) => typeof answer === "string"))).toEqual(
      new Set(["loan/reference-used"]),
    );
    const response = await fetch(`${sotto.base}/api/admin/loan-orders`, {
      method: "POST",
      headers: { authorization: `Bearer ${ben}`, "content-type": "application/json" },
      body: JSON.stringify({ currency: "ETH", amount: "3", exchangeRate: "1", reference }),
    });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: "loan/reference-used", loan: made[0] });
  });

  it("is no other's because the letters differ in case, and a loan without one is a loan", async () => {
    const { reference } = await create();
    expect((await create({ reference: String(reference).toUpperCase() })).status).toBe("pending");
    const { reference: none } = await api.createLoan(ana, {
      currency: "BTC",
      amount: "1",
      exchangeRate: "1",
    });
    expect(none).toBeNull();
  });
});

it("a loan may be stated by its value, as the specification's console states it, but not by neither", async () => {
  const stated = { amount: "0.03", usdtValue: "1000", feeAmount: "4.5", status: "pending" } as const;
  const loan = await create({ ...stated, exchangeRate: undefined });
  expect(loan).toMatchObject({
    exchangeRate: "33333.33333334",
    usdtValue: "1000.00000000",
    feeAmount: "4.50000000",
  });
  const neither = await create({ exchangeRate: undefined }).catch((error: unknown) => error);
  expect(neither).toMatchObject({ code: "request/invalid" });
});

it("the same Idempotency-Key is the same loan", async () => {
  const body = { currency: "BTC", amount: "1", exchangeRate: "1" };
  const once = await api.createLoan(ana, body, { idempotencyKey: "one-loan-of-mine" });
  expect(await api.createLoan(ana, body, { idempotencyKey: "one-loan-of-mine" })).toEqual(once);
});

it("the list goes back in time, page by page", async () => {
  const [{ n } = { n: 0 }] = await sotto.sql`SELECT count(*)::int AS n FROM loans`;
  for (let left = 205 - n; left > 0; left -= 20)
    await Promise.all(Array.from({ length: Math.min(left, 20) }, () => create()));
  const ids: number[] = [];
  let query = "";
  for (;;) {
    const page = await api.loans(ana, query);
    ids.push(...page.items.map(({ id }) => Number(id)));
    if (page.nextCursor === null) break;
    expect(page.items).toHaveLength(100);
    query = `?cursor=${page.nextCursor}`;
  }
  expect(ids).toHaveLength(205);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  await expect(api.loans(ana, "?cursor=x")).rejects.toMatchObject({ code: "request/invalid" });
});

it("after all of that the books are sound, and the log of it is whole", { timeout: TEST_MS }, async () => {
  await sleep(RECONCILED_MS);
  expect(await bookTroubles(api, sotto.admin)).toEqual([]);
  const [lent] =
    await sotto.sql`SELECT balance::text FROM ledger_accounts WHERE account = 'loans' AND asset = 'BTC'`;
  const [paid] =
    await sotto.sql`SELECT sum(units)::text AS units FROM loans WHERE asset = 'BTC' AND status = 'completed'`;
  expect(lent?.balance).toBe(paid?.units);
});
