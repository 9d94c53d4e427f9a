import { appendAudit } from "../audit/audit";
import { amountText } from "../core/asset-amount";
import { type AssetCode, assetOf } from "../core/assets";
import { type Problem, problem } from "../core/errors";
import type { Clock } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import type { Database } from "../db/client";
import { transaction, violatedConstraint } from "../db/transaction";
import { missingEntry } from "./loss-entry";
import { askedFor, askToBook, isBeingTaken, missingUnits, settleAsked } from "./missing-store";
import type { LedgerStore } from "./store";

export type MissingAsked = { asset: AssetCode; amount: string };

/**
 * Takes an approver's word that coins which the comparison misses are to be booked out, and records who gave it and why.
 * The worker books them if its next comparison misses exactly as many. `amount` is what the approver saw.
 * Errors: `books/nothing-missing`, also where another amount is missing; `books/unplanned-spend` while a transaction that
 * we did not sign is to be adopted, which books what it took; `books/asked` while an earlier word waits.
 */
export async function askToBookMissing(
  { database, clock }: { database: Database; clock: Clock },
  { asset, amount }: MissingAsked,
  { reason, admin }: { reason: string; admin: string },
): Promise<Result<MissingAsked, Problem>> {
  const refusal = await transaction(database, async (tx) => {
    const at = clock.now();
    const units = await missingUnits(tx, asset);
    const isSeen = units > 0n && amountText(asset, units) === amount;
    const isTaken = isSeen && (await isBeingTaken(tx, assetOf(asset).chain));
    const isKept = isSeen && !isTaken && (await askToBook(tx, { asset, units, askedAt: at }));
    const code = isKept ? null : refusalOf(isSeen, isTaken);
    const draft = { at, admin, action: "books.book-missing", subject: `${amount} ${asset}` };
    const outcome =
      code === null
        ? ({ outcome: "done", reason } as const)
        : ({ outcome: "refused", reason: code } as const);
    await appendAudit(tx, { ...draft, ...outcome });
    return code;
  });
  return refusal === null ? ok({ asset, amount }) : err(problem(refusal));
}

function refusalOf(
  isSeen: boolean,
  isTaken: boolean,
): "books/nothing-missing" | "books/unplanned-spend" | "books/asked" {
  if (!isSeen) return "books/nothing-missing";
  return isTaken ? "books/unplanned-spend" : "books/asked";
}

/**
 * Does what an approver asked for, where exactly that many units are missing; otherwise, and where the coins are promised
 * to orders or payouts, refuses it. Yields the units that were booked.
 */
export async function bookMissing(
  { database, clock, ledger }: { database: Database; clock: Clock; ledger: LedgerStore },
  asset: AssetCode,
  units: bigint,
): Promise<bigint> {
  const asked = await askedFor(database, asset);
  if (asked === undefined) return 0n;
  const isBooked =
    asked.units === units &&
    (await transaction(database, async (tx) => {
      await ledger.append(tx, missingEntry({ id: asked.id, asset, units }), clock.now());
      await settleAsked(tx, asked.id, "booked");
      return true;
    }).catch((error: unknown) => {
      if (violatedConstraint(error) === undefined) throw error;
      return false;
    }));
  if (!isBooked) await settleAsked(database, asked.id, "refused");
  return isBooked ? units : 0n;
}
