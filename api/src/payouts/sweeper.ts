import type { BuildRequest, Chain, FeeQuote } from "../chains/chain";
import { isUpToDate, loadCursor } from "../chains/cursor-store";
import { SignerRefusal, type SigningPurpose, signedFeeMax } from "../chains/signer";
import { leastMoved } from "../core/asset-amount";
import { type AssetCode, type ChainId, NATIVE_ASSET } from "../core/assets";
import type { Tx } from "../db/client";
import { transaction } from "../db/transaction";
import { changeReserves, lockReserveRoom } from "../reserves/store";
import { isOff, isPaused } from "../switches/switches";
import { insertAttempt } from "./attempt-store";
import { nextNonce } from "./build-payment";
import { noteRefusal, noteShort } from "./holdings-store";
import { hotAddress, type PayoutParts } from "./parts";
import { type Lot, lockIdleAddress, shortSweeps, sweepable, unsweptUnits } from "./sweep-store";
import { hasUnplannedSpend } from "./unplanned-store";

const SWEEPS_PER_TICK_MAX = 20;
/** Logged once, or where the sweep is signed already, at every look; the overview has it for as long as it is so. */
const NO_ROOM = "a sweep waits for network fees, because every native coin is promised";
/** Logged once for each reason; the overview has it once it has been so for an hour. */
const REFUSED = "the signer does not sign for a sweep";
/** A deposit that a reorg took is usually in another block after minutes, and pays for its sweep by itself. */
const RETURN_MS = 600_000;
/** So long after the last sweep that failed, coins that are set aside are tried once more: their token may only have been paused. */
export const SET_ASIDE_MS = 86_400_000;
/** Coins worth less than this many times the sweep's fee stay where they are. */
const WORTH_SWEEPING = 3n;

/** Moves credited coins from deposit addresses to the hot wallet; tokens get the native coin for their fee first. */
export async function sweep(parts: PayoutParts, chain: Chain): Promise<void> {
  if (chain.model === "utxo") return;
  const cursor = await loadCursor(parts.database, chain.id);
  if (cursor?.status !== "ok" || !isUpToDate(cursor, parts.clock.now())) return;
  if (await isOff(parts.database, "signer")) return;
  if (await hasUnplannedSpend(parts.database, chain.id)) return;
  const native = NATIVE_ASSET[chain.id];
  await payShortSweeps(parts, chain);
  const unitsMin = await worthSweeping(chain);
  const busy = new Set<string>();
  for (const lot of await sweepable(parts.database, chain.id, {
    unitsMin,
    native,
    revertedBefore: parts.clock.now() - SET_ASIDE_MS,
    now: parts.clock.now(),
    limit: SWEEPS_PER_TICK_MAX,
  })) {
    if (busy.has(lot.address)) continue;
    busy.add(lot.address);
    await unlessRefused(parts, chain, lot, () => sweepLot(parts, chain, lot));
  }
}

/** Leaves coins where they are whose movement the signer refuses, until the next tick: others are moved meanwhile. */
async function unlessRefused(
  parts: PayoutParts,
  chain: Chain,
  { address, asset, index, home }: Omit<Lot, "units">,
  act: () => Promise<void>,
): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof SignerRefusal)) throw error;
    const refusal = { reason: error.message, at: parts.clock.now() };
    const isNew = await noteRefusal(parts.database, { chain: chain.id, address, asset }, refusal);
    if (isNew) parts.log.warn({ chain: chain.id, asset, index, home, reason: error.message }, REFUSED);
  }
}

/**
 * Sends what is missing to addresses that can no longer pay for their sweep. The sweep itself stays as it is signed: the
 * same bytes are sent again, and are mined once the coins are there.
 */
async function payShortSweeps(parts: PayoutParts, chain: Chain): Promise<void> {
  const short = await shortSweeps(parts.database, chain.id, {
    native: NATIVE_ASSET[chain.id],
    // The signer signs no higher top-up. What lacks more is listed in the overview.
    unitsMax: signedFeeMax(chain.id),
    refusedSince: parts.clock.now() - RETURN_MS,
    limit: SWEEPS_PER_TICK_MAX,
  });
  for (const { txId, nonce, shortUnits, ...lot } of short) {
    // A node may know it again: the coins may be back, and the books have them only at the policy depth.
    if ((await chain.transaction(txId)).status !== "unknown") continue;
    await unlessRefused(parts, chain, lot, () =>
      topUp(parts, chain, lot, { units: shortUnits, paidNonce: nonce }),
    );
  }
}

/** The least units of each asset that are worth the fee of moving them. */
async function worthSweeping(chain: Chain): Promise<Map<AssetCode, bigint>> {
  const native = NATIVE_ASSET[chain.id];
  const { feeUnits } = await chain.feeQuote({ model: "account", asset: native });
  return new Map(
    chain.assets.map((asset) => [
      asset,
      asset === native ? feeUnits * (WORTH_SWEEPING + 1n) : leastMoved(asset),
    ]),
  );
}

async function sweepLot(parts: PayoutParts, chain: Chain, lot: Lot): Promise<void> {
  const native = NATIVE_ASSET[chain.id];
  const hot = hotAddress(parts, chain.id);
  const isExact = lot.asset === native;
  const fee = await chain.feeQuote({
    model: "account",
    asset: lot.asset,
    from: lot.address,
    to: hot,
    isExact,
  });
  if (isExact) {
    if (lot.units <= fee.feeUnits) return;
    return move(parts, chain, lot, { units: lot.units - fee.feeUnits, to: hot, fee });
  }
  const gas = await unsweptUnits(parts.database, chain.id, lot.address, native);
  if (gas >= fee.feeUnits) return move(parts, chain, lot, { units: lot.units, to: hot, fee });
  return topUp(parts, chain, lot, { units: fee.feeUnits - gas, paidNonce: null });
}

const homeOf = ({ home }: Pick<Lot, "home">): { home?: ChainId } => (home === null ? {} : { home });

type Movement = { units: bigint; to: string; fee: FeeQuote };

const move = (parts: PayoutParts, chain: Chain, lot: Lot, movement: Movement): Promise<void> =>
  sign(parts, chain, {
    kind: "sweep",
    purpose: { kind: "sweep" },
    from: lot.address,
    key: { branch: "deposit", index: lot.index, ...homeOf(lot) },
    asset: lot.asset,
    lot,
    paidNonce: null,
    ...movement,
  });

async function topUp(
  parts: PayoutParts,
  chain: Chain,
  lot: OwnMove["lot"],
  { units, paidNonce }: { units: bigint; paidNonce: number | null },
): Promise<void> {
  const native = NATIVE_ASSET[chain.id];
  const hot = hotAddress(parts, chain.id);
  const fee = await chain.feeQuote({ model: "account", asset: native, from: hot, to: lot.address });
  await sign(parts, chain, {
    kind: "top_up",
    purpose: { kind: "top_up", depositIndex: lot.index, ...homeOf(lot) },
    from: hot,
    key: { branch: "hot", index: 0 },
    asset: native,
    lot,
    paidNonce,
    units,
    to: lot.address,
    fee,
  });
}

type OwnMove = Movement & {
  kind: "sweep" | "top_up";
  purpose: SigningPurpose;
  from: string;
  key: Extract<BuildRequest, { model: "account" }>["key"];
  asset: AssetCode;
  /** The coins that are moved, or whose sweep is paid for. */
  lot: Omit<Lot, "units">;
  /** Of a top-up: the nonce of the sweep that it pays for, where that is signed already. */
  paidNonce: number | null;
};

/** Writes the signed bytes down before anything is sent, as for a payout. */
async function sign(parts: PayoutParts, chain: Chain, own: OwnMove): Promise<void> {
  const { lot } = own;
  const at = parts.clock.now();
  const isSigned = await transaction(parts.database, async (tx) => {
    if ((await isPaused(tx, "signer")) || (await hasUnplannedSpend(tx, chain.id))) return false;
    if (!(await isPayable(parts, tx, chain, own))) return false;
    if (!(await lockIdleAddress(tx, chain.id, lot.address, own.paidNonce))) return false;
    if (own.kind === "top_up")
      await changeReserves(tx, [{ asset: own.asset, held: 0n, planned: asideOf(own) }]);
    const nonce = await nextNonce(tx, chain, own.from);
    const request: BuildRequest = {
      model: "account",
      from: own.from,
      key: own.key,
      to: own.to,
      asset: own.asset,
      units: own.units,
      nonce,
      fee: own.fee,
    };
    const signed = await parts.signer.sign({ transaction: chain.build(request), purpose: own.purpose });
    await insertAttempt(tx, {
      purpose: { kind: own.kind },
      chain: chain.id,
      asset: own.asset,
      sender: own.from,
      nonce,
      destination: own.to,
      units: own.units,
      feeUnitsMax: own.fee.feeUnits,
      depositIndex: lot.index,
      raw: signed.raw,
      txId: signed.txId,
      createdAt: at,
    });
    await noteRefusal(tx, { chain: chain.id, ...lot }, null);
    return true;
  });
  if (isSigned) parts.onAttempt(chain.id);
}

/** Whether the hot wallet has what a movement takes from it. Coins that wait for that are noted. */
async function isPayable(parts: PayoutParts, tx: Tx, chain: Chain, own: OwnMove): Promise<boolean> {
  const { lot } = own;
  const isShort = own.kind === "top_up" && !(await hasRoom(tx, own));
  // Nothing would take the note back where the chain mines a signed sweep without our top-up: the overview lists the sweep.
  const isNew =
    own.paidNonce !== null ||
    (await noteShort(tx, { chain: chain.id, ...lot }, isShort ? parts.clock.now() : null));
  if (isShort && isNew) parts.log.warn({ chain: chain.id, asset: lot.asset }, NO_ROOM);
  return !isShort;
}

/** A top-up takes this from the hot wallet: never what is promised, and it is promised itself until it is booked or dead. */
const asideOf = ({ units, fee }: OwnMove): bigint => units + fee.feeUnits;

const hasRoom = async (tx: Tx, own: OwnMove): Promise<boolean> =>
  (await lockReserveRoom(tx, own.asset)).free >= asideOf(own);
