import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AssetCode, ChainId } from "../../src/core/assets";
import type { Problem } from "../../src/core/errors";
import type { Result } from "../../src/core/result";
import { openInstallation } from "../../src/db/installation";
import { silentNotifier } from "../../src/db/notifications";
import { sqlState, transaction, violatedConstraint } from "../../src/db/transaction";
import { floatEntry } from "../../src/ledger/entry";
import { checkInvariants } from "../../src/ledger/invariants";
import { createLedgerStore, type LedgerStore } from "../../src/ledger/store";
import { createLoanEngine, type LoanEngine } from "../../src/loans/engine";
import type { LoanEvent } from "../../src/loans/loan";
import { lockLoan } from "../../src/loans/store";
import { PRICE_SCALE } from "../../src/market/price";
import { legRecord } from "../../src/payouts/leg-store";
import { createLoanAnswers, type LoanAnswers } from "../../src/routes/loans/answers";
import type { LoanWire } from "../../src/routes/loans/schema";
import { createSwitches } from "../../src/switches/switches";
import { openPlace, type Place } from "./place";

const DENIED = "42501";
const CHECK = "23514";
const PAYEE = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";
const TRON_PAYEE = "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC";
const FEE_UNITS = 1_000n;
/** Of the fee quote: headroom of a leg, and what stays free of native coin. */
const FEE_UNITS_MAX = 3n * FEE_UNITS;

let place: Place;
let ledger: LedgerStore;
let engine: LoanEngine;
let loans: LoanAnswers;
const prices = new Map<AssetCode, { price: bigint; at: number; paused: boolean }>();
const clock = { now: () => Date.parse("2026-03-10T09:30:00.000Z") };

beforeAll(async () => {
  place = await openPlace();
  const random = { bytes: (count: number) => new Uint8Array(count).fill(7) };
  const { ledgerSecret } = await openInstallation(place.worker, { network: "simnet", random });
  ledger = createLedgerStore(ledgerSecret);
  engine = createLoanEngine(ledger);
  for (const asset of ["BTC", "USDT-TRC20", "TRX"] as const) {
    const entry = floatEntry({ id: asset, asset, units: 10n ** 9n });
    await transaction(place.worker, (tx) => ledger.append(tx, entry, clock.now()));
  }
  const fees = { payoutUnits: FEE_UNITS, sweepUnits: FEE_UNITS };
  const assets: AssetCode[] = ["BTC", "USDT-TRC20"];
  const priced = (usdt: bigint) => ({ price: usdt * PRICE_SCALE, at: clock.now(), paused: false });
  prices.set("BTC", priced(100n)).set("USDT-TRC20", priced(1n));
  const board = {
    at: clock.now(),
    prices,
    networkFees: new Map(assets.map((asset) => [asset, fees])),
    reserves: new Map(),
    chains: new Set<ChainId>(),
    assets: new Set(assets),
    paused: new Set<AssetCode>(),
  };
  loans = createLoanAnswers({
    database: place.http,
    clock,
    board: { current: () => board },
    notifier: silentNotifier,
    checks: { database: place.http, contracts: new Map(), isListed: () => false },
    approvalUsdt: 10_000n,
  });
});
afterAll(() => place.close());

const given = (result: Result<LoanWire, Problem>): LoanWire => {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
};
const ana = { admin: "ana" };
const create = async (change: object = {}): Promise<LoanWire> =>
  given(
    await loans.create(
      { currency: "BTC", amount: "0.5", exchangeRate: "100", receiveAddress: PAYEE, ...change },
      ana,
    ),
  );
const pay = async (id: string) => loans.pay(id, {}, ana);
const tell = (loanId: string, event: LoanEvent) =>
  transaction(place.worker, (tx) => engine.applyIn(tx, { loanId, event, at: clock.now() }));
const failure = async (statement: string, as = place.owner): Promise<string | undefined> =>
  as.$client.unsafe(statement).then(
    () => undefined,
    (error: unknown) => violatedConstraint(error) || sqlState(error) || String(error),
  );
const reserves = async () =>
  place.owner.$client`SELECT asset, hot::text, held::text, planned::text FROM reserves ORDER BY asset`;
const balanceOf = async (account: string, asset: string): Promise<string> => {
  const rows = await place.owner
    .$client`SELECT balance::text FROM ledger_accounts WHERE account = ${account} AND asset = ${asset}`;
  return String(rows[0]?.balance ?? "0");
};
const violated = async () => (await checkInvariants(place.worker)).filter(({ violations }) => violations > 0);
/** A loan that the reserve pays, with its one leg planned. */
async function planned(change: object = {}): Promise<{ id: string; legId: string }> {
  const { id } = await create(change);
  given(await pay(id));
  const legId = `leg-of-${id}`;
  expect((await tell(id, { type: "leg_planned", legId })).ok).toBe(true);
  return { id, legId };
}

describe("the reserve of a loan", () => {
  it("is held when it is asked for, set aside when its leg is planned, and free again when that failed twice", async () => {
    const before = await reserves();
    const change = { currency: "USDT-TRC20", amount: "200", exchangeRate: "1", receiveAddress: TRON_PAYEE };
    const { id } = await create(change);
    given(await pay(id));
    const held = (units: bigint, how: "held" | "planned") => (row: Record<string, string>) => ({
      ...row,
      [how]: String(BigInt(row[how] ?? "0") + units),
    });
    const aside = (how: "held" | "planned") =>
      before.map((row) =>
        row.asset === "USDT-TRC20"
          ? held(200_000_000n, how)(row)
          : row.asset === "TRX"
            ? held(FEE_UNITS_MAX, how)(row)
            : row,
      );
    expect(await reserves()).toEqual(aside("held"));
    expect(await violated()).toEqual([]);
    const legId = "leg-that-fails";
    await tell(id, { type: "leg_planned", legId });
    expect(await reserves()).toEqual(aside("planned"));
    expect(await violated()).toEqual([]);
    expect(await balanceOf("loans", "USDT-TRC20")).toBe("200000000");
    expect(await balanceOf(`payable:${legId}`, "USDT-TRC20")).toBe("200000000");
    for (const n of [1, 2])
      await tell(id, { type: "leg_reverted", legId, txId: `reverted-${n}`, feeUnits: 40n, at: clock.now() });
    expect((await lockLoan(place.worker, id))?.phase.status).toBe("failed");
    expect(await balanceOf("loans", "USDT-TRC20")).toBe("0");
    expect(await balanceOf(`payable:${legId}`, "USDT-TRC20")).toBe("0");
    expect(await reserves()).toEqual(
      before.map((row) => (row.asset === "TRX" ? { ...row, hot: String(BigInt(row.hot) - 80n) } : row)),
    );
    expect(await violated()).toEqual([]);
    const sent = await place.owner
      .$client`SELECT kind FROM outbox WHERE key LIKE ${`loan:${id}:%`} ORDER BY id`;
    expect(sent.map(({ kind }) => kind)).toEqual(["plan_loan", "send_leg", "send_leg"]);
  });

  it("is refused beside what is set aside for others, a mix's deposits among it, and beside the gas", async () => {
    const others = String(10n ** 9n - 50_000_000n - 10n * FEE_UNITS);
    const { id } = await create();
    await place.owner.$client`UPDATE reserves SET planned = planned + ${others} WHERE asset = 'BTC'`;
    try {
      const before = await reserves();
      expect(await pay(id)).toMatchObject({ ok: false, error: { code: "reserve/insufficient" } });
      expect(await reserves()).toEqual(before);
    } finally {
      await place.owner.$client`UPDATE reserves SET planned = planned - ${others} WHERE asset = 'BTC'`;
    }
    expect((await pay(id)).ok).toBe(true);
    await tell(id, { type: "leg_planned", legId: `leg-of-${id}` });
  });
});

describe("one payout, whoever tries", () => {
  it("two workers that plan it at once plan one leg", async () => {
    const { id } = await create();
    given(await pay(id));
    const told = await Promise.all(
      ["leg-a", "leg-b", "leg-c", "leg-d"].map((name) =>
        tell(id, { type: "leg_planned", legId: `${name}-${id}` }),
      ),
    );
    expect(told.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await place.owner.$client`SELECT id FROM payout_legs WHERE loan_id = ${id}`).toHaveLength(1);
    expect(await violated()).toEqual([]);
  });

  it("the database itself has room for one leg alone, and for it only while the loan is being paid", async () => {
    const { id, legId } = await planned();
    const leg = (loan: string, kind: string) =>
      failure(
        `INSERT INTO payout_legs (id, loan_id, leg_no, kind, chain, asset, destination, units, fee_units_max, state, created_at)
        VALUES ('another', ${loan}, 2, '${kind}', 'bitcoin', 'BTC', 'mine', 1, 1, 'planned', now())`,
        place.worker,
      );
    expect(await leg(id, "loan")).toBe("payout_legs_loan");
    expect(await leg("NULL", "loan")).toBe("payout_legs_owner");
    expect(await leg(id, "payout")).toBe("payout_legs_owner");
    expect(await legRecord(place.worker, legId)).toMatchObject({ destination: PAYEE, units: 50_000_000n });
    await tell(id, { type: "leg_final", legId, txId: "landed", feeUnits: 10n, at: clock.now() });
    expect(await legRecord(place.worker, legId)).toBeUndefined();
    await expect(
      tell(id, { type: "leg_final", legId, txId: "landed", feeUnits: 10n, at: clock.now() }),
    ).rejects.toThrow("not open");
    expect(await violated()).toEqual([]);
  });

  it("the signer signs nothing that the loan does not say", async () => {
    const { legId } = await planned();
    expect(await legRecord(place.worker, legId)).toBeDefined();
    for (const change of ["destination = 'mine'", "units = units + 1", "fee_units_max = fee_units_max + 1"]) {
      await place.owner.$client.unsafe(`UPDATE payout_legs SET ${change} WHERE id = '${legId}'`);
      expect(await legRecord(place.worker, legId)).toBeUndefined();
      await place.owner
        .$client`UPDATE payout_legs l SET destination = n.receive_address, units = n.units, fee_units_max = n.fee_units_max
        FROM loans n WHERE n.id = l.loan_id AND l.id = ${legId}`;
    }
    expect(await legRecord(place.worker, legId)).toBeDefined();
  });
});

describe("switches", () => {
  const turn = (name: "payouts" | "asset:BTC", paused: boolean) =>
    createSwitches({
      database: place.http,
      clock,
      board: { refresh: async () => {} },
      notifier: silentNotifier,
    }).turn({ name, paused, reason: "A test.", admin: "ana" });

  it("stop a payout before anything is held for it, and a mark never", async () => {
    const { id } = await create();
    const before = await reserves();
    for (const [name, code] of [
      ["payouts", "payouts/paused"],
      ["asset:BTC", "currency/paused"],
    ] as const) {
      await turn(name, true);
      expect(await pay(id)).toMatchObject({ ok: false, error: { code } });
      await turn(name, false);
    }
    expect(await reserves()).toEqual(before);
    await turn("payouts", true);
    expect(given(await loans.pay(id, { txHash: "elsewhere" }, ana)).status).toBe("paid");
    await turn("payouts", false);
  });
});

describe("the row of a loan", () => {
  it("goes on, never back, and keeps its terms, whoever writes", async () => {
    const paid = await create();
    given(await loans.pay(paid.id, { txHash: "elsewhere" }, ana));
    const { id: sent, legId } = await planned();
    const update = (id: string, change: string, as = place.owner) =>
      failure(`UPDATE loans SET ${change}, version = version + 1 WHERE id = ${id}`, as);
    for (const status of ["pending", "processing", "completed", "failed", "paid"])
      expect(await update(paid.id, `status = '${status}'`)).toBe(CHECK);
    for (const status of ["pending", "paid"]) expect(await update(sent, `status = '${status}'`)).toBe(CHECK);
    for (const change of [
      "receive_address = 'mine'",
      "units = units + 1",
      "reference = 'other'",
      "leg_id = NULL",
      "created_by = 'x'",
    ])
      expect(await update(sent, change)).toBe(CHECK);
    expect(await failure(`UPDATE loans SET reverts = reverts WHERE id = ${sent}`)).toBe(CHECK);
    for (const statement of ["DELETE FROM loans", "TRUNCATE loans CASCADE"])
      expect(await failure(statement)).toBe(DENIED);
    await tell(sent, { type: "leg_final", legId, txId: "t", feeUnits: 1n, at: clock.now() });
    expect(await update(sent, "status = 'failed'")).toBe(CHECK);
  });

  it("is asked for by the public process and carried out by the worker, each its part alone", async () => {
    const { id } = await planned();
    const other = await create();
    const http = (change: string, loan = id) =>
      failure(`UPDATE loans SET ${change}, version = version + 1 WHERE id = ${loan}`, place.http);
    expect(await http("status = 'completed', completed_at = now()")).toBe(DENIED);
    expect(await http("tx_hash = 'mine'")).toBe(DENIED);
    for (const change of ["receive_address = 'mine'", "units = 1", "leg_id = 'leg'", "reverts = 0"])
      expect(await http(change, other.id)).toBe(DENIED);
    expect(await http("status = 'processing', paid_by = 'x'", other.id)).toBe("loans_payable");
    const born = (columns: string, values: string) =>
      failure(
        `INSERT INTO loans (version, status, asset, units, rate_scaled, value_scaled, fee_scaled, approval_required, created_by,
        created_at${columns}) VALUES (${values})`,
        place.http,
      );
    const usual = "'BTC', 1, 1, 1, 1, false, 'ana', now()";
    expect(await born(", paid_by, completed_at", `1, 'paid', ${usual}, 'ana', now()`)).toBe(CHECK);
    expect(await failure("INSERT INTO loans DEFAULT VALUES", place.worker)).toBe(DENIED);
    expect(
      await failure(
        `UPDATE loans SET approved_by = 'x', version = version + 1 WHERE id = ${other.id}`,
        place.worker,
      ),
    ).toBe(DENIED);
  });

  it("never bears its creator's own approval, nor goes to the reserve without the one it needs", async () => {
    const { id } = await create({ exchangeRate: "100000" });
    const update = (change: string) =>
      failure(`UPDATE loans SET ${change}, version = version + 1 WHERE id = ${id}`, place.http);
    expect(await update("approved_by = 'ana'")).toBe("loans_own_approval");
    expect(await update("status = 'processing', paid_by = 'ana', fee_units_max = 1")).toBe("loans_payable");
    expect(await loans.approve(id, ana)).toMatchObject({ ok: false, error: { code: "loan/own-approval" } });
    expect((await loans.approve(id, { admin: "ben" })).ok).toBe(true);
    expect((await pay(id)).ok).toBe(true);
  });

  it("comes to need an approval when it has grown, and not once it was approved; never the other way", async () => {
    const { id, approvalRequired } = await create();
    expect(approvalRequired).toBe(false);
    const price = prices.get("BTC");
    if (price === undefined) throw new Error("no price");
    prices.set("BTC", { ...price, price: 20_001n * PRICE_SCALE });
    try {
      for (let n = 0; n < 2; n++)
        expect(await pay(id)).toMatchObject({ ok: false, error: { code: "loan/approval-required" } });
      const update = `UPDATE loans SET approval_required = false, version = version + 1 WHERE id = ${id}`;
      expect(await failure(update, place.http)).toBe(CHECK);
      expect(await loans.approve(id, ana)).toMatchObject({ ok: false, error: { code: "loan/own-approval" } });
      expect(given(await loans.approve(id, { admin: "ben" }))).toMatchObject({ approvalRequired: true });
      prices.set("BTC", { ...price, price: 10n ** 9n * PRICE_SCALE });
      expect((await pay(id)).ok).toBe(true);
    } finally {
      prices.set("BTC", price);
    }
  });
});

describe("the audit log", () => {
  const audit = async () =>
    place.owner
      .$client`SELECT action, outcome, subject, reason FROM admin_audit WHERE seq > ${before} ORDER BY seq`;
  let before = 0;
  const since = async () => {
    const [row] = await place.owner.$client`SELECT coalesce(max(seq), 0)::int AS seq FROM admin_audit`;
    before = row?.seq ?? 0;
  };

  it("has a row of every refusal of a loan", async () => {
    const marked = await create({ reference: "taken" });
    given(await loans.pay(marked.id, { txHash: "elsewhere" }, ana));
    const vast = await create({ amount: "90", exchangeRate: "1" });
    await since();
    const unknown = "9007199254740991";
    const code = async (asked: Promise<Result<LoanWire, Problem>>) => {
      const answer = await asked;
      return answer.ok ? "ok" : answer.error.code;
    };
    const draft = { currency: "BTC", amount: "1", exchangeRate: "1" };
    const tried = [
      ["loan.create", null, await code(loans.create({ ...draft, amount: "0" }, ana))],
      ["loan.create", null, await code(loans.create({ ...draft, receiveAddress: "nowhere" }, ana))],
      ["loan.create", null, await code(loans.create({ ...draft, reference: "taken" }, ana))],
      ["loan.pay", unknown, await code(loans.pay(unknown, {}, ana))],
      ["loan.approve", unknown, await code(loans.approve(unknown, ana))],
      ["loan.pay", marked.id, await code(loans.pay(marked.id, {}, ana))],
      ["loan.approve", marked.id, await code(loans.approve(marked.id, ana))],
      ["loan.mark-paid", marked.id, await code(loans.pay(marked.id, { txHash: "again" }, ana))],
      ["loan.pay", vast.id, await code(loans.pay(vast.id, {}, ana))],
    ] as const;
    expect(tried.map(([, , reason]) => reason)).toEqual([
      "amount/zero",
      expect.stringMatching(/^address\//),
      "loan/reference-used",
      "loan/unknown",
      "loan/unknown",
      "loan/not-pending",
      "loan/not-pending",
      "loan/not-pending",
      "reserve/insufficient",
    ]);
    expect(await audit()).toEqual(
      tried.map(([action, subject, reason]) => ({ action, outcome: "refused", subject, reason })),
    );
  });
});
