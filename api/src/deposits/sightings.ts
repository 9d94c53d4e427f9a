import type { BlockRef, Chain, Outpoint, Tip, Transfer } from "../chains/chain";
import { leastPayment } from "../core/asset-amount";
import type { OrderId } from "../core/ids";
import type { Tx } from "../db/client";
import { Conflict } from "../db/transaction";
import { type OwnPayment, ourTransactions } from "../payouts/attempt-store";
import { type Recipient, verdictOn } from "./credit";
import { type Crowd, unlessCrowded } from "./crowd";
import { crowdsOf } from "./crowd-store";
import { depositId } from "./deposit-id";
import { noteDepths } from "./depth";
import { isOfOrder } from "./listener";
import { outpointText } from "./outpoints";
import { isForgottenCredit, type Owner, ownersOf } from "./owners-store";
import { addSisters } from "./sister-owners";
import { type DepositRow, type InBlock, insertDeposit, loadDeposit, moveDeposit } from "./store";
import type { WatchParts } from "./watch-parts";

/** Coins that the chain shows at an address, and what reported them. */
export type Sighting = Pick<DepositRow, "origin" | "txHash" | "asset" | "address" | "units"> & {
  sources: readonly string[];
  hasUnknownSource?: boolean;
  spends?: readonly Outpoint[];
};

/** Inputs of a payment that are kept. Of one with more, a replacement may go unseen: it is missing then, and keeps its order. */
const SPENDS_MAX = 100;

/**
 * Takes note of transfers in a block, or (null) in the mempool: writes deposit rows and reports them to the orders.
 * Returns the orders that changed.
 */
export function noteTransfers(
  parts: WatchParts,
  tx: Tx,
  transfers: readonly Transfer[],
  block: BlockRef | null,
): Promise<Set<OrderId>> {
  const sightings = transfers.map(({ txId, ordinal, asset, to, units, from, spends = [] }): Sighting => {
    const origin = { kind: "transaction", txId, ordinal } as const;
    return { origin, txHash: txId, asset, address: to, units, sources: from, spends };
  });
  return noteSightings(parts, tx, sightings, block);
}

/** The same for coins that anything else reported. */
export async function noteSightings(
  parts: WatchParts,
  tx: Tx,
  sightings: readonly Sighting[],
  block: BlockRef | null,
): Promise<Set<OrderId>> {
  const touched = new Set<OrderId>();
  if (sightings.length === 0) return touched;
  const { chain, hotAddress } = parts;
  const owners = await ownersAmong(parts, tx, sightings);
  const relevant = sightings.filter(
    (sighting) =>
      (owners.has(sighting.address) || sighting.address === hotAddress) && !isToItself(chain, sighting),
  );
  const txIds = relevant.flatMap(({ origin }) => (origin.kind === "transaction" ? [origin.txId] : []));
  const ours = await ourTransactions(tx, chain.id, [...new Set(txIds)]);
  const crowds = await crowdsOf(tx, [
    ...new Set(relevant.flatMap((one) => owners.get(one.address)?.orderId ?? [])),
  ]);
  for (const sighting of relevant) {
    const { origin } = sighting;
    const payment = origin.kind === "transaction" ? ours.get(origin.txId) : undefined;
    const isOurTransaction = payment !== undefined && isSigned(chain, payment, sighting);
    const orderId = await note(parts, tx, sighting, {
      recipient: recipientOf(owners.get(sighting.address)),
      isOurTransaction,
      isReturned: payment !== undefined && !isOurTransaction,
      block,
      crowds,
    });
    if (orderId !== null) touched.add(orderId);
  }
  await noteDepths(parts, tx, touched);
  return touched;
}

/** Whether the coins of an account went to the same account, which has as many afterwards. Outputs are others afterwards. */
const isToItself = (chain: Chain, { address, sources }: Sighting): boolean =>
  chain.model === "account" && sources.includes(address);

/**
 * Whose the addresses of these are, on this chain or on a sister chain. One that was written down by somebody else, and is not
 * ours, is no one's.
 */
async function ownersAmong(
  parts: WatchParts,
  tx: Tx,
  sightings: readonly Sighting[],
): Promise<Map<string, Owner>> {
  const { chain, log, isOurs } = parts;
  const addresses = [...new Set(sightings.map(({ address }) => address))];
  const owners = await ownersOf(tx, chain.id, addresses);
  for (const [address, { index }] of owners) {
    if (await isOurs(tx, { address, index })) continue;
    log.error({ chain: chain.id, index }, "an address was given out that our keys do not have");
    owners.delete(address);
  }
  await addSisters(parts, tx, owners, addresses);
  return owners;
}

/** Takes note of the hot wallet's balances when we begin to watch a chain: they are the operator's own money. */
export async function noteOpeningBalances(parts: WatchParts, tx: Tx, tip: Tip): Promise<void> {
  const { chain, hotAddress: address } = parts;
  for (const asset of chain.assets) {
    const isCumulative = chain.nativeDeposits === "cumulative" && asset === chain.assets[0];
    if (isCumulative) continue;
    const units = await chain.balance({ address, asset, height: tip.height });
    const sighting: Sighting = {
      origin: { kind: "opening" },
      txHash: null,
      asset,
      address,
      units,
      sources: [],
    };
    await note(parts, tx, sighting, {
      recipient: { kind: "hot" },
      isOurTransaction: false,
      isReturned: false,
      block: tip,
      crowds: new Map(),
    });
  }
}

/**
 * Whether a transfer in a transaction of ours is what was signed. On account chains a recipient's contract may move coins in
 * it as well; those come from outside.
 */
const isSigned = (chain: Chain, payment: OwnPayment, { asset, address }: Sighting): boolean =>
  chain.model === "utxo" || payment === null || (payment.asset === asset && payment.destination === address);

/** Where a transfer to one of our addresses belongs. */
function recipientOf(owner: Owner | undefined): Recipient {
  if (owner === undefined) return { kind: "hot" };
  const { orderId, index, home } = owner;
  if (home !== undefined) return { kind: "sister", home, index };
  return orderId === null ? { kind: "forgotten", index } : { kind: "order", orderId, index };
}

type Context = {
  recipient: Recipient;
  isOurTransaction: boolean;
  isReturned: boolean;
  block: BlockRef | null;
  /** Of the orders that are paid: what is noted counts. */
  crowds: Map<OrderId, Crowd>;
};

/** Takes note of one sighting; returns the order that changed. */
async function note(
  parts: WatchParts,
  tx: Tx,
  sighting: Sighting,
  { recipient, isOurTransaction, isReturned, block, crowds }: Context,
): Promise<OrderId | null> {
  const { chain, clock } = parts;
  const given = verdictOn(sighting, recipient, {
    isOurTransaction,
    isReturned,
    leastPayment,
  });
  if (given.kind === "ignored") return null;
  // In no block it costs its sender nothing, however many there are, and no order waits for it.
  if (given.kind !== "order" && block === null) return null;
  const id = depositId({ ...sighting, chain: chain.id });
  const known = await loadDeposit(tx, id);
  const inBlock = { ...inBlockOf(block), units: sighting.units };
  const source = { sources: [...sighting.sources], hasUnknownSource: sighting.hasUnknownSource ?? false };
  if (known !== undefined && block !== null && isOtherAmount(known, sighting)) {
    const isTooLittle = known.kind === "order" && given.kind !== "order";
    return noteAmount(parts, tx, known, isTooLittle ? null : inBlock);
  }
  if (known !== undefined) return noteAgain(parts, tx, { ...known, ...source }, inBlock, block === null);
  const isOfNoOrder = recipient.kind === "forgotten" || recipient.kind === "sister";
  if (isOfNoOrder && (await isForgottenCredit(tx, id))) return null;
  const crowd = (recipient.kind === "order" && crowds.get(recipient.orderId)) || { noted: 0, inBlocks: 0 };
  const verdict = unlessCrowded(given, sighting, crowd, block !== null);
  if (verdict.kind === "ignored") return null;
  if (verdict.kind === "order")
    crowds.set(verdict.orderId, {
      noted: crowd.noted + 1,
      inBlocks: crowd.inBlocks + (block === null ? 0 : 1),
    });
  const row: DepositRow = {
    ...sighting,
    ...inBlock,
    id,
    chain: chain.id,
    kind: verdict.kind,
    orderId: verdict.kind === "order" ? verdict.orderId : null,
    state: "seen",
    ...source,
    spends: (sighting.spends ?? []).slice(0, SPENDS_MAX).map(outpointText),
    required: parts.policyFor([sighting]).confirmations,
    firstSeenAt: clock.now(),
    sighting: 1,
    lossUnbooked: false,
    lostFrom: null,
    home: recipient.kind === "sister" ? recipient.home : null,
    homeIndex: recipient.kind === "sister" ? recipient.index : null,
  };
  await insertDeposit(tx, row);
  return reportSeen(parts, tx, row);
}

const inBlockOf = (block: BlockRef | null): InBlock => ({
  height: block?.height ?? null,
  blockHash: block?.hash ?? null,
  blockAt: block?.timeMs ?? null,
});

const isOtherAmount = (known: DepositRow, { units }: Sighting): boolean =>
  known.state === "seen" && known.origin.kind === "transaction" && known.units !== units;

/**
 * A payment brings another amount by its block than it showed before: Monero's wallet counts of a second payment to a one-time key
 * what it brings beyond the first. Null where this is too little to be a payment.
 */
async function noteAmount(
  parts: WatchParts,
  tx: Tx,
  known: DepositRow,
  brought: (InBlock & { units: bigint }) | null,
): Promise<OrderId | null> {
  if (isOfOrder(known)) await parts.listener.gone(tx, known, "replaced");
  const next: DepositRow =
    brought === null
      ? { ...known, ...inBlockOf(null), state: "replaced" }
      : { ...known, ...brought, sighting: known.sighting + 1 };
  if (!(await moveDeposit(tx, known, next, parts.clock.now())))
    throw new Conflict("the deposit has moved on");
  return brought === null ? known.orderId : reportSeen(parts, tx, next);
}

async function noteAgain(
  parts: WatchParts,
  tx: Tx,
  known: DepositRow,
  { units, ...block }: InBlock & { units: bigint },
  isMempool: boolean,
): Promise<OrderId | null> {
  const { clock } = parts;
  // What a balance reported is reported again in each block until it is deep enough.
  const isBack = known.height !== null && known.origin.kind === "balance";
  if (known.state === "lost" && !isMempool && !isBack && known.blockHash !== block.blockHash) {
    if (!(await moveDeposit(tx, known, block, clock.now()))) throw new Conflict("the deposit has moved on");
    return known.orderId;
  }
  if (known.state === "replaced" || known.state === "orphaned") {
    const back: DepositRow = { ...known, ...block, units, state: "seen", sighting: known.sighting + 1 };
    if (!(await moveDeposit(tx, known, back, clock.now()))) throw new Conflict("the deposit has moved on");
    return reportSeen(parts, tx, back);
  }
  if (isMempool || known.state !== "seen" || known.blockHash === block.blockHash) return null;
  if (!(await moveDeposit(tx, known, block, clock.now()))) throw new Conflict("the deposit has moved on");
  const { blockAt } = block;
  if (known.blockAt === null && blockAt !== null && isOfOrder(known))
    await parts.listener.mined(tx, { ...known, ...block, blockAt });
  return known.orderId;
}

async function reportSeen({ listener }: WatchParts, tx: Tx, row: DepositRow): Promise<OrderId | null> {
  if (isOfOrder(row)) await listener.seen(tx, row);
  return row.orderId;
}
