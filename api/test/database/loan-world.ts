import { expect } from "vitest";
import { createOwnAddresses } from "../../src/address/store";
import type { AssetCode, ChainId } from "../../src/core/assets";
import type { Problem } from "../../src/core/errors";
import { depositIdOf, type LegId, legIdOf, loanIdOf } from "../../src/core/ids";
import type { Result } from "../../src/core/result";
import { openInstallation } from "../../src/db/installation";
import { silentNotifier } from "../../src/db/notifications";
import { sqlState, transaction, violatedConstraint } from "../../src/db/transaction";
import { floatEntry } from "../../src/ledger/entry";
import { checkInvariants } from "../../src/ledger/invariants";
import { createLedgerStore, type LedgerStore } from "../../src/ledger/store";
import type { ApprovalLimits } from "../../src/loans/approval";
import { createLoanEngine, type LoanEngine } from "../../src/loans/engine";
import type { LoanEvent } from "../../src/loans/loan";
import { PRICE_SCALE } from "../../src/market/price";
import { legRecord } from "../../src/payouts/leg-record";
import { createLoanAnswers, type LoanAnswers } from "../../src/routes/loans/answers";
import type { LoanWire } from "../../src/routes/loans/schema";
import { openPlace, type Place } from "./place";

export const DENIED = "42501";
export const CHECK = "23514";
export const PAYEE = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";
export const TRON_PAYEE = "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC";
export const FEE_UNITS = 1_000n;
/** Of the fee quote: headroom of a leg, and what stays free of native coin. */
export const FEE_UNITS_MAX = 3n * FEE_UNITS;

export let place: Place;
let ledger: LedgerStore;
let engine: LoanEngine;
export let loans: LoanAnswers;
export const prices = new Map<AssetCode, { price: bigint; at: number; paused: boolean }>();
export const clock = { now: () => Date.parse("2026-03-10T09:30:00.000Z") };

/** Limits under which loans do not add up. */
const EACH_BY_ITSELF = { creatorUsdt: 10n ** 9n, addressUsdt: 10n ** 9n, totalUsdt: 10n ** 9n };

/** Opens the database with a float and prices, and the services on it. */
export async function openLoanWorld(sums: Omit<ApprovalLimits, "loanUsdt"> = EACH_BY_ITSELF): Promise<void> {
  place = await openPlace();
  const random = { bytes: (count: number) => new Uint8Array(count).fill(7) };
  const { ledgerSecret } = await openInstallation(place.worker, { network: "simnet", random });
  ledger = createLedgerStore(ledgerSecret);
  engine = createLoanEngine(ledger);
  for (const asset of ["BTC", "ETH", "USDT-TRC20", "TRX"] as const) {
    const entry = floatEntry({ id: depositIdOf(asset), asset, units: 10n ** (asset === "ETH" ? 24n : 9n) });
    await transaction(place.worker, (tx) => ledger.append(tx, entry, clock.now()));
  }
  const fees = { payoutUnits: FEE_UNITS, sweepUnits: FEE_UNITS };
  const assets: AssetCode[] = ["BTC", "ETH", "USDT-TRC20"];
  const priced = (usdt: bigint) => ({ price: usdt * PRICE_SCALE, at: clock.now(), paused: false });
  prices.set("BTC", priced(100n)).set("ETH", priced(1_000n)).set("USDT-TRC20", priced(1n));
  const current = {
    at: clock.now(),
    prices,
    networkFees: new Map(assets.map((asset) => [asset, fees])),
    reserves: new Map(),
    chains: new Set<ChainId>(),
    assets: new Set(assets),
    paused: new Set<AssetCode>(),
  };
  loans = createLoanAnswers({
    database: place.admin,
    clock,
    prices: { current: () => current, fresh: async () => current },
    notifier: silentNotifier,
    checks: {
      isOurs: createOwnAddresses(place.admin),
      network: "main",
      contracts: new Map(),
      isListed: () => false,
    },
    limits: { loanUsdt: 10_000n, ...sums },
  });
}

export const given = (result: Result<LoanWire, Problem>): LoanWire => {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
};
/** The code with which it is refused, or "ok". */
export const codeOf = async (asked: Promise<Result<LoanWire, Problem>>): Promise<string> => {
  const answer = await asked;
  return answer.ok ? "ok" : answer.error.code;
};
export const ANA = { admin: "ana" };
export const create = async (change: object = {}): Promise<LoanWire> =>
  given(
    await loans.create(
      { currency: "BTC", amount: "0.5", exchangeRate: "100", receiveAddress: PAYEE, ...change },
      ANA,
    ),
  );
export const pay = async (id: string) => loans.pay(id, {}, ANA);
export const apply = (id: string, event: LoanEvent) =>
  transaction(place.worker, (tx) => engine.applyIn(tx, { loanId: loanIdOf(id), event, at: clock.now() }));
export const failure = async (statement: string, as = place.owner): Promise<string | undefined> =>
  as.$client.unsafe(statement).then(
    () => undefined,
    (error: unknown) => violatedConstraint(error) || sqlState(error) || String(error),
  );
export const reserves = async () =>
  place.owner.$client`SELECT asset, hot::text, held::text, planned::text FROM reserves ORDER BY asset`;
export const balanceOf = async (account: string, asset: string): Promise<string> => {
  const rows = await place.owner
    .$client`SELECT balance::text FROM ledger_accounts WHERE account = ${account} AND asset = ${asset}`;
  return String(rows[0]?.balance ?? "0");
};
export const violated = async () =>
  (await checkInvariants(place.worker)).filter(({ violations }) => violations > 0);
/** A loan that the reserve pays, with its one leg planned. */
export async function planned(change: object = {}): Promise<{ id: string; legId: LegId }> {
  const { id } = await create(change);
  given(await pay(id));
  const legId = legIdOf(`leg-of-${id}`);
  expect((await apply(id, { type: "leg_planned", legId })).ok).toBe(true);
  return { id, legId };
}

/** What the signer would pay for a leg, or in words why it would not. */
export async function record(legId: LegId) {
  const found = await legRecord(place.signer, legId, () => true);
  return found.ok ? found.value : found.error;
}
