import { type AddressChecks, checkAddress } from "../../address/checks";
import { appendAudit } from "../../audit/audit";
import { amountText } from "../../core/asset-amount";
import { type Problem, problem } from "../../core/errors";
import type { DepositId } from "../../core/ids";
import type { Clock, Random } from "../../core/ports";
import { err, ok, type Result } from "../../core/result";
import type { Database, Tx } from "../../db/client";
import type { Notifier } from "../../db/notifications";
import { isKeyTaken, transaction } from "../../db/transaction";
import { type DepositRow, loadDeposit } from "../../deposits/store";
import type { PriceReader } from "../../market/price-reader";
import { worthRefunding } from "../../market/worth-refunding";
import type { Order } from "../machine/order";
import { openClaim } from "./open-claim";

export type RecoverParts = {
  database: Database;
  clock: Clock;
  random: Random;
  prices: Pick<PriceReader, "refresh">;
  checks: AddressChecks;
  notifier: Pick<Notifier, "wake">;
};

/** The order that sends a deposit back, and what the deposit brought. */
export type Recovered = { order: Order; deposit: DepositRow; refundAddress: string };

/**
 * Has coins sent back that came to an address which a sister chain handed out, by an order of their own and to the address that
 * an approver names. The order that the address belongs to stays as it is. Errors: `recovery/unknown`; `recovery/not-final`;
 * `recovery/opened`, also where another approver was faster; `recovery/too-little` where it is not worth its network fee;
 * `rate/unavailable` while that is unknown; `address/…`.
 */
export async function recover(
  parts: RecoverParts,
  id: DepositId,
  asked: { refundAddress: string; reason: string; admin: string },
): Promise<Result<Recovered, Problem>> {
  const { database, clock } = parts;
  const { admin, reason } = asked;
  const draft = { at: clock.now(), admin, action: "recovery.refund" };
  const brought = await amountOf(database, id);
  const outcome = await open(parts, id, asked, (tx, { trackingCode }) =>
    appendAudit(tx, { ...draft, subject: `${trackingCode}: ${brought}`, outcome: "done", reason }),
  );
  if (outcome.ok) parts.notifier.wake("outbox");
  else {
    const { code } = outcome.error;
    await transaction(database, (tx) =>
      appendAudit(tx, { ...draft, subject: brought, outcome: "refused", reason: code }),
    );
  }
  return outcome;
}

/** What the audit log names such a deposit by: its id has the transaction's, which names the customer's address to all. */
async function amountOf(database: Database, id: DepositId): Promise<string | null> {
  const deposit = await loadDeposit(database, id);
  return deposit === undefined || deposit.home === null
    ? null
    : `${amountText(deposit.asset, deposit.units)} ${deposit.asset}`;
}

async function open(
  parts: RecoverParts,
  id: DepositId,
  asked: { refundAddress: string },
  record: (tx: Tx, order: Order) => Promise<void>,
): Promise<Result<Recovered, Problem>> {
  const { database, checks } = parts;
  const found = await recoverable(database, id);
  if (!found.ok) return found;
  const deposit = found.value;
  const { asset } = deposit;
  const worth = await requireWorth(parts, deposit);
  if (!worth.ok) return worth;
  const refund = await checkAddress(checks, {
    ...{ asset, address: asked.refundAddress, pointer: "/refundAddress" },
  });
  if (!refund.ok) return refund;
  const refundAddress = refund.value;
  try {
    return await transaction(database, async (tx) => {
      const order = await openClaim(parts, tx, { deposit, refundAddress });
      await record(tx, order);
      return ok({ order, deposit, refundAddress });
    });
  } catch (error) {
    if (isKeyTaken(error)) return err(problem("recovery/opened"));
    // Meanwhile the worker has taken it up for another approver, or a reorg has taken it.
    const now = await recoverable(database, id);
    if (!now.ok) return now;
    throw error;
  }
}

/** A refund of less would end without a payment, and the coins would wait for no one any more. */
async function requireWorth(
  { prices, clock }: Pick<RecoverParts, "prices" | "clock">,
  { asset, units }: Pick<DepositRow, "asset" | "units">,
): Promise<Result<null, Problem>> {
  const { unitsMin, unknown } = worthRefunding(await prices.refresh(), clock.now());
  if (unknown.has(asset)) return err(problem("rate/unavailable", { retryAfterS: 5 }));
  return units < (unitsMin.get(asset) ?? 0n) ? err(problem("recovery/too-little")) : ok(null);
}

async function recoverable(database: Database, id: DepositId): Promise<Result<DepositRow, Problem>> {
  const deposit = await loadDeposit(database, id);
  if (deposit === undefined || deposit.home === null) return err(problem("recovery/unknown"));
  if (deposit.kind !== "unallocated") return err(problem("recovery/opened"));
  return deposit.state === "credited" ? ok(deposit) : err(problem("recovery/not-final"));
}
