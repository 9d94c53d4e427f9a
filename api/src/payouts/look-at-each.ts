import { type Chain, ChainUnavailable } from "../chains/chain";
import { wayOf } from "../chains/tor";
import type { TimeMs } from "../core/ports";
import { together } from "../core/together";
import { failureFacts } from "../db/failure";
import { Conflict, violatedConstraint } from "../db/transaction";
import { RESERVE_SHORT } from "../reserves/store";
import { type Attempt, streamOf } from "./attempt-store";
import type { AttemptWay } from "./attempt-way-store";
import type { FollowParts } from "./parts";
import { LEASE_MS, RESEND_AFTER_MS } from "./send";

/** Logged for as long as it is so. */
const LOOK_FAILED = "a transaction could not be followed";
/** Every coin of the hot wallet is promised. The books know that the transaction has landed, and it is booked when others have. */
const NO_ROOM = "what a transaction of ours took cannot be booked before a promise is kept";
const ATTEMPTS_PER_TICK_MAX = 100;
/** Through Tor a look takes seconds: they are done at once, and leased for as long as a call may take with its retries. */
const TOR_LEASE_MS = 60_000;
const TOR_AT_ONCE_MAX = 20;

/** How many transactions are looked at in one turn, and for how long others leave them alone. */
export const leaseFor = (way: AttemptWay) =>
  way === "tor"
    ? { way, forMs: TOR_LEASE_MS, limit: TOR_AT_ONCE_MAX }
    : { way, forMs: LEASE_MS, limit: ATTEMPTS_PER_TICK_MAX };

type Looks<One> = {
  way: AttemptWay;
  /** Looks at one, on the chain as it is asked for this one. */
  at(chain: Chain, attempt: One): Promise<void>;
  postpone(attempt: One, until: TimeMs): Promise<void>;
};

/** Looks at leased transactions in turn, through Tor at once. */
export async function lookAtEach<One extends Attempt>(
  parts: FollowParts,
  chain: Chain,
  due: readonly One[],
  looks: Looks<One>,
): Promise<void> {
  await together(due, looks.way === "tor" ? due.length : 1, (attempt) => look(parts, chain, attempt, looks));
}

/** One look. If anything in it fails, the bytes are kept and the next look finds out; the chain's other attempts do not wait for it. */
async function look<One extends Attempt>(
  { log, clock, overTor }: FollowParts,
  chain: Chain,
  attempt: One,
  looks: Looks<One>,
): Promise<void> {
  try {
    await looks.at(wayOf(chain, overTor, { ...attempt, stream: streamOf(attempt) }), attempt);
  } catch (error) {
    const isAway = error instanceof ChainUnavailable;
    if (isAway && attempt.overTor)
      log.warn({ attempt: attempt.id, failure: error.message }, "a payment waits for Tor");
    else if (violatedConstraint(error) === RESERVE_SHORT)
      log.warn({ chain: chain.id, attempt: attempt.id }, NO_ROOM);
    else if (!isAway && !(error instanceof Conflict))
      log.error({ chain: chain.id, attempt: attempt.id, ...failureFacts(error) }, LOOK_FAILED);
    await looks.postpone(attempt, clock.now() + RESEND_AFTER_MS);
  }
}
