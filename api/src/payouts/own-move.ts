import { assert } from "../core/assert";
import { NATIVE_ASSET } from "../core/assets";
import type { Clock } from "../core/ports";
import type { Tx } from "../db/client";
import { networkFeeEntry, sweepEntry, topUpEntry } from "../ledger/entry";
import type { LedgerStore } from "../ledger/store";
import { changeReserves } from "../reserves/store";
import type { Attempt } from "./attempt-store";
import { releaseChildFee } from "./child-fees";
import { changeUnswept } from "./holdings-store";

/** Books a sweep, a top-up, joined coins or spent change that landed: no order is concerned, the ledger and the addresses are. */
export async function bookOwnMove(
  parts: { ledger: LedgerStore; clock: Clock },
  tx: Tx,
  attempt: Attempt,
  landed: { feeUnits: bigint; succeeded: boolean },
): Promise<void> {
  const nativeAsset = NATIVE_ASSET[attempt.chain];
  const at = parts.clock.now();
  const { txId, asset, units } = attempt;
  const { feeUnits } = landed;
  const isSweep = attempt.purpose.kind === "sweep";
  const isAtHome = attempt.purpose.kind === "consolidation" || attempt.purpose.kind === "child";
  await releaseTopUp(tx, attempt);
  await releaseChildFee(tx, attempt);
  if (!landed.succeeded || isAtHome) {
    const holding = isSweep ? "unswept" : "chain";
    await parts.ledger.append(tx, networkFeeEntry({ txId, nativeAsset, feeUnits, holding }), at);
    if (isSweep) await changeAddress(tx, attempt, nativeAsset, -feeUnits);
    return;
  }
  const booking = isSweep
    ? sweepEntry({ txId, asset, units, nativeAsset, feeUnits })
    : topUpEntry({ txId, nativeAsset, units, feeUnits });
  await parts.ledger.append(tx, booking, at);
  if (isSweep) await changeAddress(tx, attempt, asset, -units);
  await changeAddress(tx, attempt, nativeAsset, isSweep ? -feeUnits : units);
}

/** What a top-up was to take is promised no more: it has taken it, or never will. Nothing for other transactions. */
export async function releaseTopUp(tx: Tx, { purpose, asset, units, feeUnitsMax }: Attempt): Promise<void> {
  if (purpose.kind === "top_up")
    await changeReserves(tx, [{ asset, held: 0n, planned: -(units + feeUnitsMax) }]);
}

async function changeAddress(
  tx: Tx,
  attempt: Attempt,
  asset: Attempt["asset"],
  change: bigint,
): Promise<void> {
  const address = attempt.purpose.kind === "sweep" ? attempt.sender : attempt.destination;
  assert(address !== null && attempt.depositIndex !== null, "a sweep without its address", {
    id: attempt.id,
  });
  await changeUnswept(tx, { chain: attempt.chain, address, index: attempt.depositIndex, asset, change });
}
