import { type Chain, ChainUnavailable } from "../../src/chains/chain";
import type { Clock } from "../../src/core/ports";
import type { Dice } from "./dice";
import type { Lifeline } from "./lifeline";

/** How often the world misbehaves, in a thousand. */
export type FaultRates = {
  rpcError: number;
  /** The node took the transaction, but its answer never came. */
  lostReply: number;
  /** The request comes to the node long after it was given up. */
  lateRequest: number;
  /** The node refuses what is valid, for now. */
  refusal: number;
  duplicate: number;
  /** The mempool shows nothing yet. */
  delay: number;
  crash: number;
  stop: number;
  reorg: number;
  dropOwn: number;
  /** A node goes away for a while. */
  away: number;
  revertRound: number;
};

/** Faults that have dice of their own: those that are staged once in a world, and what others on the chains do. */
const STAGED_FAULTS = [
  "deepReorg",
  "seizure",
  "halt",
  "doze",
  "dust",
  "meddling",
  "fees",
  "flood",
  "loans",
  "contracts",
  "hoard",
  "congestion",
  "lost",
  "keys",
] as const;

export type FaultKind = keyof FaultRates | (typeof STAGED_FAULTS)[number];

export const NO_FAULTS: FaultRates = {
  rpcError: 0,
  lostReply: 0,
  lateRequest: 0,
  refusal: 0,
  duplicate: 0,
  delay: 0,
  crash: 0,
  stop: 0,
  reorg: 0,
  dropOwn: 0,
  away: 0,
  revertRound: 0,
};

/** Every kind of fault, by which one can be counted or kept away. */
export const FAULT_KINDS: readonly FaultKind[] = [
  ...(Object.keys(NO_FAULTS) as (keyof FaultRates)[]),
  ...STAGED_FAULTS,
];

/** Each world has its own mishaps: most kinds are absent, some are frequent. */
export function drawFaults(dice: Dice): FaultRates {
  const rate = (max: number): number => (dice.permille(500) ? 0 : dice.below(max + 1));
  return {
    rpcError: rate(40),
    lostReply: rate(300),
    lateRequest: rate(150),
    refusal: rate(150),
    duplicate: rate(300),
    delay: rate(300),
    crash: rate(120),
    stop: rate(120),
    reorg: rate(60),
    dropOwn: rate(80),
    away: rate(30),
    revertRound: rate(300),
  };
}

export type Mishaps = {
  dice: Dice;
  rates(): FaultRates;
  /** How often each kind of fault struck. */
  met: Map<FaultKind, number>;
  /** Requests under way that the sender has given up. */
  late: (() => Promise<unknown>)[];
  /** Until when a chain's node is away. */
  awayUntil: Map<string, number>;
  clock: Clock;
};

/** Notes that a fault struck. */
export function meet({ met }: Mishaps, kind: FaultKind): void {
  met.set(kind, (met.get(kind) ?? 0) + 1);
}

/** The way from one process to a node: slow, lossy and at times down. The node itself stays as it is. */
export function faultyChain(chain: Chain, life: Lifeline, mishaps: Mishaps): Chain {
  const { dice, rates } = mishaps;
  const { accounts, balances, nativeTransfers } = chain;
  const strikes = (kind: keyof FaultRates): boolean => {
    const struck = dice.permille(rates()[kind]);
    if (struck) meet(mishaps, kind);
    return struck;
  };
  const ask = async <Value>(question: () => Promise<Value>): Promise<Value> => {
    await life.point();
    if (mishaps.clock.now() < (mishaps.awayUntil.get(chain.id) ?? 0))
      throw new ChainUnavailable(chain.id, "away");
    if (strikes("rpcError")) throw new ChainUnavailable(chain.id, "no answer");
    return question();
  };
  return {
    ...chain,
    tip: () => ask(() => chain.tip()),
    block: (height) => ask(() => chain.block(height)),
    mempool: () => ask(async () => (strikes("delay") ? [] : dice.shuffled(await chain.mempool()))),
    unconfirmedSpends: (senders) => ask(() => chain.unconfirmedSpends(senders)),
    transaction: (txId) => ask(() => chain.transaction(txId)),
    proofOfDeath: (raw, finalHeight) => ask(() => chain.proofOfDeath(raw, finalHeight)),
    balance: (query) => ask(() => chain.balance(query)),
    ...(balances && {
      // As if each address were asked for: what goes wrong does not depend on how a node is asked.
      async balances(query) {
        for (const _ of query.addresses) await ask(async () => {});
        return balances(query);
      },
    }),
    ...(accounts && { accounts: (query) => ask(() => accounts(query)) }),
    ...(nativeTransfers && { nativeTransfers: (height) => ask(() => nativeTransfers(height)) }),
    nonce: (address) => ask(() => chain.nonce(address)),
    feeQuote: (request) => ask(() => chain.feeQuote(request)),
    replacementFee: (replaced, request) => ask(() => chain.replacementFee(replaced, request)),
    broadcast: (raw) =>
      ask(async () => {
        if (strikes("refusal")) return { outcome: "rejected", reason: "mempool full" };
        if (strikes("lateRequest")) {
          mishaps.late.push(() => chain.broadcast(raw));
          throw new ChainUnavailable(chain.id, "timed out");
        }
        const outcome = await chain.broadcast(raw);
        if (strikes("duplicate")) await chain.broadcast(raw);
        await life.point();
        if (strikes("lostReply")) throw new ChainUnavailable(chain.id, "the answer was lost");
        return outcome;
      }),
  };
}
