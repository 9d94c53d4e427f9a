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
  /** Requests under way that the sender has given up. */
  late: (() => Promise<unknown>)[];
  /** Until when a chain's node is away. */
  awayUntil: Map<string, number>;
  clock: Clock;
};

/** The way from one process to a node: slow, lossy and at times down. The node itself stays as it is. */
export function faultyChain(chain: Chain, life: Lifeline, mishaps: Mishaps): Chain {
  const { dice, rates } = mishaps;
  const ask = async <Value>(question: () => Promise<Value>): Promise<Value> => {
    await life.point();
    if (mishaps.clock.now() < (mishaps.awayUntil.get(chain.id) ?? 0))
      throw new ChainUnavailable(chain.id, "away");
    if (dice.permille(rates().rpcError)) throw new ChainUnavailable(chain.id, "no answer");
    return question();
  };
  return {
    ...chain,
    tip: () => ask(() => chain.tip()),
    block: (height) => ask(() => chain.block(height)),
    mempool: () =>
      ask(async () => (dice.permille(rates().delay) ? [] : dice.shuffled(await chain.mempool()))),
    unconfirmedSpends: (senders) => ask(() => chain.unconfirmedSpends(senders)),
    transaction: (txId) => ask(() => chain.transaction(txId)),
    proofOfDeath: (raw, finalHeight) => ask(() => chain.proofOfDeath(raw, finalHeight)),
    balance: (query) => ask(() => chain.balance(query)),
    nonce: (address) => ask(() => chain.nonce(address)),
    feeQuote: (request) => ask(() => chain.feeQuote(request)),
    replacementFee: (replaced, request) => ask(() => chain.replacementFee(replaced, request)),
    broadcast: (raw) =>
      ask(async () => {
        if (dice.permille(rates().refusal)) return { outcome: "rejected", reason: "mempool full" };
        if (dice.permille(rates().lateRequest)) {
          mishaps.late.push(() => chain.broadcast(raw));
          throw new ChainUnavailable(chain.id, "timed out");
        }
        const outcome = await chain.broadcast(raw);
        if (dice.permille(rates().duplicate)) await chain.broadcast(raw);
        await life.point();
        if (dice.permille(rates().lostReply)) throw new ChainUnavailable(chain.id, "the answer was lost");
        return outcome;
      }),
  };
}
