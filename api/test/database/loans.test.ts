import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { legIdOf, loanIdOf } from "../../src/core/ids";
import { silentNotifier } from "../../src/db/notifications";
import { lockLoan } from "../../src/loans/store";
import { PRICE_SCALE } from "../../src/market/price";
import { createSwitches } from "../../src/switches/switches";
import {
  ANA,
  apply,
  balanceOf,
  CHECK,
  clock,
  codeOf,
  create,
  DENIED,
  FEE_UNITS,
  FEE_UNITS_MAX,
  failure,
  given,
  loans,
  openLoanWorld,
  PAYEE,
  pay,
  place,
  planned,
  prices,
  record,
  reserves,
  TRON_PAYEE,
  violated,
} from "./loan-world";

beforeAll(() => openLoanWorld());
afterAll(() => place.close());

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
    const legId = legIdOf("leg-that-fails");
    await apply(id, { type: "leg_planned", legId });
    expect(await reserves()).toEqual(aside("planned"));
    expect(await violated()).toEqual([]);
    expect(await balanceOf("loans", "USDT-TRC20")).toBe("200000000");
    expect(await balanceOf(`payable:${legId}`, "USDT-TRC20")).toBe("200000000");
    for (const n of [1, 2])
      await apply(id, { type: "leg_reverted", legId, txId: `reverted-${n}`, feeUnits: 40n, at: clock.now() });
    expect((await lockLoan(place.worker, loanIdOf(id)))?.phase.status).toBe("failed");
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
    await apply(id, { type: "leg_planned", legId: legIdOf(`leg-of-${id}`) });
  });
});

describe("one payout, whoever tries", () => {
  it("two workers that plan it at once plan one leg", async () => {
    const { id } = await create();
    given(await pay(id));
    const outcomes = await Promise.all(
      ["leg-a", "leg-b", "leg-c", "leg-d"].map((name) =>
        apply(id, { type: "leg_planned", legId: legIdOf(`${name}-${id}`) }),
      ),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
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
    expect(await record(legId)).toMatchObject({ destination: PAYEE, units: 50_000_000n });
    await apply(id, { type: "leg_final", legId, txId: "landed", feeUnits: 10n, at: clock.now() });
    expect(await record(legId)).toMatch(/paid or was taken back/);
    await expect(
      apply(id, { type: "leg_final", legId, txId: "landed", feeUnits: 10n, at: clock.now() }),
    ).rejects.toThrow("not open");
    expect(await violated()).toEqual([]);
  });

  it("the signer signs nothing that the loan does not say", async () => {
    const { legId } = await planned();
    const due = await record(legId);
    for (const [change, why] of [
      ["destination = 'mine'", /destination differs/],
      ["units = units + 1", /units differs/],
      ["fee_units_max = fee_units_max + 1", /fee cap is above/],
      ["fee_units_max = 1", /cap is not the loan's/],
    ] as const) {
      await place.owner.$client.unsafe(`UPDATE payout_legs SET ${change} WHERE id = '${legId}'`);
      expect(await record(legId)).toMatch(why);
      await place.owner
        .$client`UPDATE payout_legs l SET destination = n.receive_address, units = n.units, fee_units_max = n.fee_units_max
        FROM loans n WHERE n.id = l.loan_id AND l.id = ${legId}`;
    }
    expect([await record(legId), due]).toEqual([due, expect.objectContaining({ destination: PAYEE })]);
  });
});

describe("switches", () => {
  const turn = (name: "payouts" | "asset:BTC", paused: boolean) =>
    createSwitches({
      database: place.admin,
      clock,
      prices: { refresh: async () => {} },
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
    expect(given(await loans.pay(id, { txHash: "elsewhere" }, ANA)).status).toBe("paid");
    await turn("payouts", false);
  });
});

describe("the row of a loan", () => {
  it("goes on, never back, and keeps its terms, whoever writes", async () => {
    const paid = await create();
    given(await loans.pay(paid.id, { txHash: "elsewhere" }, ANA));
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
    await apply(sent, { type: "leg_final", legId, txId: "t", feeUnits: 1n, at: clock.now() });
    expect(await update(sent, "status = 'failed'")).toBe(CHECK);
  });

  it("is asked for by the public process and carried out by the worker, each its part alone", async () => {
    const { id } = await planned();
    const other = await create();
    const http = (change: string, loan = id) =>
      failure(`UPDATE loans SET ${change}, version = version + 1 WHERE id = ${loan}`, place.admin);
    expect(await http("status = 'completed', completed_at = now()")).toBe(DENIED);
    expect(await http("tx_hash = 'mine'")).toBe(DENIED);
    for (const change of ["receive_address = 'mine'", "units = 1", "leg_id = 'leg'", "reverts = 0"])
      expect(await http(change, other.id)).toBe(DENIED);
    expect(await http("status = 'processing', paid_by = 'x'", other.id)).toBe("loans_payable");
    const insert = (columns: string, values: string) =>
      failure(
        `INSERT INTO loans (version, status, asset, units, rate_scaled, value_scaled, fee_scaled, approval_required, created_by,
        created_at${columns}) VALUES (${values})`,
        place.admin,
      );
    const usual = "'BTC', 1, 1, 1, 1, false, 'ana', now()";
    expect(await insert(", paid_by, completed_at", `1, 'paid', ${usual}, 'ana', now()`)).toBe(CHECK);
    expect(await failure("INSERT INTO loans DEFAULT VALUES", place.worker)).toBe(DENIED);
    expect(
      await failure(
        `UPDATE loans SET approved_by = 'x', version = version + 1 WHERE id = ${other.id}`,
        place.worker,
      ),
    ).toBe(DENIED);
  });
});

describe("approval in the row of a loan", () => {
  it("never bears its creator's own approval, nor goes to the reserve without the one it needs", async () => {
    const { id } = await create({ exchangeRate: "100000" });
    const update = (change: string) =>
      failure(`UPDATE loans SET ${change}, version = version + 1 WHERE id = ${id}`, place.admin);
    expect(await update("approved_by = 'ana'")).toBe("loans_own_approval");
    expect(await update("status = 'processing', paid_by = 'ana', fee_units_max = 1, asked_at = now()")).toBe(
      "loans_payable",
    );
    expect(await loans.approve(id, ANA)).toMatchObject({ ok: false, error: { code: "loan/own-approval" } });
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
      expect(await failure(update, place.admin)).toBe(CHECK);
      expect(await loans.approve(id, ANA)).toMatchObject({ ok: false, error: { code: "loan/own-approval" } });
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
    given(await loans.pay(marked.id, { txHash: "elsewhere" }, ANA));
    const vast = await create({ amount: "90", exchangeRate: "1" });
    await since();
    const unknown = "9007199254740991";
    const draft = { currency: "BTC", amount: "1", exchangeRate: "1" };
    const tried = [
      ["loan.create", null, await codeOf(loans.create({ ...draft, amount: "0" }, ANA))],
      ["loan.create", null, await codeOf(loans.create({ ...draft, receiveAddress: "nowhere" }, ANA))],
      ["loan.create", null, await codeOf(loans.create({ ...draft, reference: "taken" }, ANA))],
      ["loan.pay", unknown, await codeOf(loans.pay(unknown, {}, ANA))],
      ["loan.approve", unknown, await codeOf(loans.approve(unknown, ANA))],
      ["loan.pay", marked.id, await codeOf(loans.pay(marked.id, {}, ANA))],
      ["loan.approve", marked.id, await codeOf(loans.approve(marked.id, ANA))],
      ["loan.mark-paid", marked.id, await codeOf(loans.pay(marked.id, { txHash: "again" }, ANA))],
      ["loan.pay", vast.id, await codeOf(loans.pay(vast.id, {}, ANA))],
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
