import type { Spend } from "../chains/chain";
import type { Tx } from "../db/client";
import { transaction } from "../db/transaction";
import { ourTransactions } from "../payouts/attempt-store";
import { nonceAfter } from "../payouts/nonce-store";
import { noteUnplanned, ourOutputs, type SeenSpend } from "../payouts/unplanned-store";
import { ownersOf } from "./owners-store";
import { addSisters } from "./sister-owners";
import type { WatchParts } from "./watch-parts";

/**
 * Takes note of transactions that spend our coins and that are no attempt of ours: signing stops on their chain. Ours are
 * written down before they are sent, so one that is not known here was signed by somebody else with our keys.
 */
export async function noteSpends(parts: WatchParts, tx: Tx, spends: readonly Spend[]): Promise<void> {
  if (spends.length === 0) return;
  const { chain, clock, log } = parts;
  const seen = [...(await ofOurAddresses(parts, tx, spends)), ...(await ofOurOutputs(parts, tx, spends))];
  if (seen.length === 0) return;
  const txIds = seen.flatMap(({ txId }) => (txId === null ? [] : [txId]));
  const planned = await ourTransactions(tx, chain.id, txIds);
  for (const spend of seen) {
    if (await isPlanned(tx, spend, planned)) continue;
    if (await noteUnplanned(tx, spend, clock.now()))
      log.error({ chain: chain.id, transaction: spend.txId }, "coins of ours are spent without a plan");
  }
}

async function isPlanned(tx: Tx, spend: SeenSpend, planned: ReadonlyMap<string, unknown>): Promise<boolean> {
  if ("outputs" in spend) return planned.has(spend.txId);
  if (spend.txId !== null) return planned.has(spend.txId);
  // Our count is written before what it counts is sent, so a node's is never ahead of it.
  const next = await nonceAfter(tx, spend.chain, spend.sender);
  return next !== null && spend.nonce < next;
}

async function ofOurAddresses(parts: WatchParts, tx: Tx, spends: readonly Spend[]): Promise<SeenSpend[]> {
  const { chain, hotAddress } = parts;
  const sent = spends.filter((spend) => spend.kind === "account");
  if (sent.length === 0) return [];
  const senders = new Set(sent.map(({ sender }) => sender));
  senders.delete(hotAddress);
  const owners = await ownersOf(tx, chain.id, [...senders]);
  await addSisters(parts, tx, owners, senders);
  return sent.flatMap(({ txId, sender, nonce }): SeenSpend[] => {
    const index = owners.get(sender)?.index;
    if (sender === hotAddress) return [{ chain: chain.id, txId, sender, nonce, index: null }];
    return index === undefined ? [] : [{ chain: chain.id, txId, sender, nonce, index }];
  });
}

async function ofOurOutputs({ chain }: WatchParts, tx: Tx, spends: readonly Spend[]): Promise<SeenSpend[]> {
  const spent = spends.filter((spend) => spend.kind === "output");
  if (spent.length === 0) return [];
  const ours = await ourOutputs(
    tx,
    chain.id,
    spent.map(({ output }) => output),
  );
  const outputs = new Map<string, string[]>();
  for (const { txId, output } of spent) {
    const name = `${output.txId}:${output.ordinal}`;
    if (ours.has(name)) outputs.set(txId, [...(outputs.get(txId) ?? []), name]);
  }
  return [...outputs].map(([txId, names]) => ({ chain: chain.id, txId, outputs: names }));
}

/** Looks at unconfirmed spends, at each of them once: those of the last look are known. */
export function createSpendsLook(parts: WatchParts): () => Promise<void> {
  let known = new Set<string>();
  return async () => {
    const spends = await parts.chain.unconfirmedSpends([parts.hotAddress]);
    const names = new Map(spends.map((spend) => [nameOf(spend), spend]));
    const fresh = [...names].filter(([name]) => !known.has(name)).map(([, spend]) => spend);
    if (fresh.length > 0) await transaction(parts.database, (tx) => noteSpends(parts, tx, fresh));
    known = new Set(names.keys());
  };
}

const nameOf = (spend: Spend): string =>
  spend.kind === "account"
    ? `${spend.sender}:${spend.nonce}:${spend.txId}`
    : `${spend.output.txId}:${spend.output.ordinal}:${spend.txId}`;
