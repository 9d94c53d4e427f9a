import type { Logger } from "pino";
import { assert } from "../core/assert";
import { NATIVE_ASSET } from "../core/assets";
import type { Clock } from "../core/ports";
import type { Tx } from "../db/client";
import { networkFeeEntry, sweepEntry, topUpEntry } from "../ledger/entry";
import type { LedgerStore } from "../ledger/store";
import { SWEEP_REVERTS_MAX } from "../ledger/stuck";
import { changeReserves } from "../reserves/store";
import type { Attempt } from "./attempt-store";
import { releaseChildFee } from "./child-fees";
import { changeUnswept, countReverts } from "./holdings-store";
import { type AfterCommit, NOTHING } from "./leg-owner";

/** Later tries of the same coins, a day apart, do not log it again. */
const SET_ASIDE = "sweeps of a deposit address failed on the chain, and its coins are set aside";

/** Books a sweep, a top-up, joined coins or spent change that landed: no order is concerned, the ledger and the addresses are. */
export async function bookOwnMove(
  parts: { ledger: LedgerStore; clock: Clock; log: Logger },
  tx: Tx,
  attempt: Attempt,
  landed: { feeUnits: bigint; succeeded: boolean },
): Promise<AfterCommit> {
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
    if (!isSweep) return NOTHING;
    await changeAddress(tx, attempt, nativeAsset, -feeUnits);
    return setAside(parts, tx, attempt);
  }
  const booking = isSweep
    ? sweepEntry({ txId, asset, units, nativeAsset, feeUnits })
    : topUpEntry({ txId, nativeAsset, units, feeUnits });
  await parts.ledger.append(tx, booking, at);
  if (isSweep) await changeAddress(tx, attempt, asset, -units);
  await changeAddress(tx, attempt, nativeAsset, isSweep ? -feeUnits : units);
  if (isSweep) await countReverts(tx, lotOf(attempt), { succeeded: true, at });
  return NOTHING;
}

/** Counts a sweep that failed. The last one that is signed at once raises the alarm; later ones are in the overview. */
async function setAside(
  { clock, log }: { clock: Clock; log: Logger },
  tx: Tx,
  attempt: Attempt,
): Promise<AfterCommit> {
  const reverts = await countReverts(tx, lotOf(attempt), { succeeded: false, at: clock.now() });
  if (reverts !== SWEEP_REVERTS_MAX) return NOTHING;
  const { chain, asset, id } = attempt;
  return () => log.error({ chain, asset, attempt: id }, SET_ASIDE);
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
  const index = attempt.depositIndex;
  assert(index !== null, "a sweep without its address", { id: attempt.id });
  await changeUnswept(tx, { ...lotOf(attempt), index, asset, change });
}

/** The coins at the deposit address that it sends from, or that it brings coins to. */
function lotOf({ id, purpose, chain, sender, destination, asset }: Attempt) {
  const address = purpose.kind === "sweep" ? sender : destination;
  assert(address !== null, "a sweep without its address", { id });
  return { chain, address, asset };
}
