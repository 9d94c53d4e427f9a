import type { Chain, WalletOutput } from "../chains/chain";
import { type Heights, patienceOf } from "../chains/policy";
import { OWN_SPENDING_MAX } from "../chains/signer";
import { maxUnits, minUnits } from "../core/amount";
import { assert } from "../core/assert";
import { registryUnits } from "../core/asset-amount";
import { NATIVE_ASSET } from "../core/assets";
import type { Tx } from "../db/client";
import { transaction } from "../db/transaction";
import { isPaused } from "../switches/switches";
import type { AttemptState } from "./attempt";
import { type Superseded, supersededAttempts } from "./attempt-legs-store";
import { type Attempt, insertAttempt, legsOf } from "./attempt-store";
import { feeByShape, sumOf } from "./build-payment";
import { buryAttempt } from "./bury";
import { HAS_LANDED } from "./child-fees";
import { changeSpentBy, lockFamily, type Relative } from "./child-store";
import { type FeeOf, shapeOf } from "./coin-selection";
import type { Leg } from "./leg-store";
import { hasMinedLook } from "./looks-store";
import { type FollowParts, hotAddress } from "./parts";
import { lockPaid, stopOf } from "./stop-reason";
import { hasUnplannedSpend } from "./unplanned-store";
import { unsignedOf } from "./unsigned";

/** States of a payment that a node has in its pool. */
const MAY_LAND: ReadonlySet<AttemptState> = new Set(["sent", "superseded"]);
/** Its change becomes one coin of the hot wallet. */
const CHILD = { inputs: 1, outputs: 1 };

/**
 * Child pays for parent: spends the change of a payment that waits, to ourselves, at a fee for which miners take both. That
 * is done where its payee has spent the payment already, so that what takes its place must pay for what the payee sent too
 * (BIP 125, rule 3): a version at a higher fee is above the cap, or nodes refuse it and still have an earlier one. All fees
 * together stay within the legs' caps; the child's is the house's. Where the child waits too, it gets one of its own. False
 * where there is none to sign.
 */
export async function payByChild(
  parts: FollowParts,
  chain: Chain,
  attempt: Attempt,
  tip: Heights,
): Promise<boolean> {
  const patience = patienceOf(chain.id);
  const legIds = legsOf(attempt.purpose).map(({ legId }) => legId);
  if (chain.model !== "utxo" || patience === null || legIds.length === 0) return false;
  const earlier = await supersededAttempts(parts.database, legIds);
  const known = await knownOf(chain, [attempt, ...earlier]);
  if (known === undefined) return false;
  const feeOf = await feeByShape(chain, async (shape) => (await chain.feeQuote(shape)).feeUnits);
  const isSigned = await transaction(parts.database, async (tx) => {
    if (await isPaused(tx, "payouts", "signer")) return false;
    if (await hasUnplannedSpend(tx, chain.id)) return false;
    const legs = await lockPaid(tx, legsOf(attempt.purpose));
    if ((await stopOf(parts, tx, legs)) !== null) return false;
    // One that is in a block has paid.
    if (await hasMinedLook(tx, earlier)) return false;
    const relatives = await lockFamily(tx, { id: known.id, purpose: attempt.purpose });
    const family = relatives.filter(({ isChild, state }) => !isChild || state !== "dead");
    const [payment, last] = [family[0], family.at(-1)];
    if (payment === undefined || last === undefined || !MAY_LAND.has(payment.state)) return false;
    if (last.isChild && tip.height - (last.signedHeight ?? tip.height) < patience.raiseBlocks) return false;
    return signChild(parts, tx, chain, { payment, family, last, legs, feeOf });
  });
  if (!isSigned) return false;
  parts.log.info({ chain: chain.id, attempt: attempt.id }, "the change of a payment pays for it");
  parts.onAttempt(chain.id);
  return true;
}

/** The one that the node has in its pool: they spend the same inputs, so at most one is there. */
async function knownOf<Sent extends Pick<Superseded, "txId">>(
  chain: Chain,
  attempts: readonly Sent[],
): Promise<Sent | undefined> {
  for (const attempt of attempts)
    if ((await chain.transaction(attempt.txId)).status === "mempool") return attempt;
  return undefined;
}

type Lineage = {
  payment: Relative;
  family: readonly Relative[];
  last: Relative;
  legs: readonly Leg[];
  feeOf: FeeOf;
};

async function signChild(parts: FollowParts, tx: Tx, chain: Chain, lineage: Lineage): Promise<boolean> {
  const { payment, last } = lineage;
  const asset = NATIVE_ASSET[chain.id];
  const hot = hotAddress(parts, chain.id);
  const change = changeOf(chain, last, hot);
  const feeUnits = feeWithin(chain, lineage);
  if (change === null || feeUnits === null) return false;
  const units = change.units - feeUnits;
  if (units < registryUnits(asset, "dustAmount")) return false;
  const signed = await parts.signer.sign({
    transaction: await unsignedOf(chain, {
      ...{ model: "utxo", inputs: [change], outputs: [{ address: hot, units }] },
    }),
    purpose: { kind: "child" },
  });
  await insertAttempt(tx, {
    purpose: { kind: "child", of: payment.id },
    chain: chain.id,
    asset,
    sender: null,
    nonce: null,
    destination: hot,
    units,
    feeUnitsMax: feeUnits,
    depositIndex: null,
    raw: signed.raw,
    txId: signed.txId,
    createdAt: parts.clock.now(),
  });
  return true;
}

/** What came back to the hot wallet; null where nothing did. */
function changeOf(chain: Chain, { raw, txId, payments }: Relative, hot: string): WalletOutput | null {
  const { outputs } = chain.decode(raw);
  const ordinal = outputs.findIndex(({ to }, at) => at >= payments && to === hot);
  const output = outputs[ordinal];
  return output === undefined
    ? null
    : { txId, ordinal, units: output.units, address: hot, key: { branch: "hot", index: 0 } };
}

/** What the whole family costs now, less what it pays already; as much of that as the caps allow, and null where that is too little. */
function feeWithin(chain: Chain, { family, legs, feeOf }: Lineage): bigint | null {
  const shapes = family.map(({ raw }) => {
    const { inputs, outputs } = chain.decode(raw);
    return shapeOf(
      inputs.map(({ type }) => type),
      outputs.length,
    );
  });
  const paidUnits = family.reduce((sum, { feeUnits }) => sum + feeUnits, 0n);
  const ownUnits = feeOf(CHILD);
  const wantedUnits = shapes.reduce((sum, shape) => sum + feeOf(shape), ownUnits) - paidUnits;
  const roomUnits = sumOf(legs, (leg) => leg.feeUnitsMax) - paidUnits;
  const feeUnits = minUnits(
    maxUnits(wantedUnits, ownUnits),
    minUnits(roomUnits, OWN_SPENDING_MAX[chain.id] ?? 0n),
  );
  return feeUnits < ownUnits ? null : feeUnits;
}

/** Closes a child whose payment is proved dead: it spends what will never be. False while that may still land. */
export async function buryWithPayment(parts: FollowParts, chain: Chain, child: Attempt): Promise<boolean> {
  const [payment] = await lockFamily(parts.database, child);
  if (payment?.state !== "dead") return false;
  assert(payment.proof !== null, "a dead payment without its proof", { id: payment.id });
  await buryAttempt(parts, chain, child, { ...JSON.parse(payment.proof), gone: [] });
  return true;
}

/** Whether the transaction whose change a child spends has landed for good: the child is closed after it. */
export async function isAfterLanded(parts: FollowParts, chain: Chain, child: Attempt): Promise<boolean> {
  const spent = changeSpentBy(chain, child.raw);
  const family = await lockFamily(parts.database, child);
  return family.some(({ txId, state }) => txId === spent && HAS_LANDED.has(state));
}
