import { assert } from "../core/assert";
import { NATIVE_ASSET } from "../core/assets";
import type { Clock } from "../core/ports";
import type { Tx } from "../db/client";
import type { Notifier } from "../db/notifications";
import { mixRoundEntry, networkFeeEntry } from "../ledger/entry";
import type { LedgerStore } from "../ledger/store";
import type { Engine } from "../orders/engine/apply";
import { changeUnswept } from "../payouts/holdings-store";
import type { AfterCommit, RoundOwner, RoundPayment } from "../payouts/leg-owner";
import { changeReserves } from "../reserves/store";
import { closeRounds, type Round } from "./rounds-store";

type RoundOwnerParts = { engine: Engine; ledger: LedgerStore; notifier: Notifier; clock: Clock };

/** Ends the rounds that a transaction carried: their orders continue, or the rounds are done again. */
export function createRoundOwner(parts: RoundOwnerParts): RoundOwner {
  return {
    async final(tx, payment) {
      const rounds = await closeRounds(tx, payment.attemptId, true);
      for (const round of rounds) await reportDone(parts, tx, round);
      await releaseReserve(tx, payment);
      const { txId, asset, units, feeUnits, fresh } = payment;
      const nativeAsset = NATIVE_ASSET[payment.chain];
      const holding = fresh === null ? "chain" : "unswept";
      const booking = mixRoundEntry({ txId, asset, units, nativeAsset, feeUnits, holding });
      await parts.ledger.append(tx, booking, parts.clock.now());
      if (fresh !== null) await changeUnswept(tx, { chain: payment.chain, ...fresh, asset, change: units });
      return notifyOf(parts, rounds);
    },
    async reverted(tx, payment) {
      const rounds = await closeRounds(tx, payment.attemptId, false);
      await releaseReserve(tx, payment);
      const { txId, feeUnits } = payment;
      const nativeAsset = NATIVE_ASSET[payment.chain];
      const booking = networkFeeEntry({ txId, nativeAsset, feeUnits, holding: "chain" });
      await parts.ledger.append(tx, booking, parts.clock.now());
      return notifyOf(parts, rounds);
    },
    async dead(tx, payment) {
      const rounds = await closeRounds(tx, payment.attemptId, false);
      await releaseReserve(tx, payment);
      return notifyOf(parts, rounds);
    },
  };
}

async function reportDone({ engine, clock }: RoundOwnerParts, tx: Tx, { orderId, no }: Round): Promise<void> {
  const applied = await engine.applyIn(tx, {
    orderId,
    source: "mixer",
    externalId: `${orderId}:round:${no}`,
    event: { type: "mix_round", at: clock.now(), no, outcome: "done" },
  });
  // An order that continued without the round is not affected by it; the coins are where they are.
  const isTaken = applied.ok || applied.error === "already_done";
  assert(isTaken, "a round is never refused", { error: applied.ok ? null : applied.error });
}

/** On account chains signing sets a round's coins aside, because they leave the hot wallet now, or did not after all. */
async function releaseReserve(
  tx: Tx,
  { fresh, asset, units }: Omit<RoundPayment, "feeUnits">,
): Promise<void> {
  if (fresh !== null) await changeReserves(tx, [{ asset, held: 0n, planned: -units }]);
}

const notifyOf =
  ({ notifier }: RoundOwnerParts, rounds: readonly Round[]): AfterCommit =>
  () => {
    for (const { orderId } of rounds) notifier.orderChanged(orderId);
  };
