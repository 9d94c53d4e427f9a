import { unreachable } from "../../core/assert";
import { type Problem, type ProblemCode, problem } from "../../core/errors";
import type { OrderId } from "../../core/ids";
import type { Clock, Random } from "../../core/ports";
import { err, ok, type Result } from "../../core/result";
import type { Database, Tx } from "../../db/client";
import type { Notifier } from "../../db/notifications";
import { type Outcome, rollback, transaction } from "../../db/transaction";
import { type Kept, once } from "../../idempotency/idempotency";
import type { ApplyFailure, Engine } from "../engine/apply";
import type { OrderEvent } from "../machine/events";
import type { Order } from "../machine/order";
import type { Call } from "./call";

export type ActParts = {
  database: Database;
  engine: Engine;
  notifier: Notifier;
  clock: Clock;
  random: Random;
};

type Wish = {
  /** The cause that is kept with the event and shown to administrators; `holder` is the customer. */
  source: "holder" | "admin";
  event: OrderEvent;
  /** Looks at what was written, in the same transaction, and takes it back where it returns a problem. */
  check?: (tx: Tx, order: Order) => Promise<Problem | null>;
  /** Records what became of it, in the same transaction. */
  record?: (tx: Tx, outcome: Result<Order, Problem>) => Promise<void>;
};

/** Applies what somebody asked of an order, and answers it as it is then; all in one transaction. */
export async function act<Answer>(
  parts: ActParts,
  orderId: OrderId,
  wish: Wish,
  call: Call<Answer>,
): Promise<Result<Answer, Problem>> {
  const { source, event, check, record } = wish;
  const externalId = `${orderId}:${Buffer.from(parts.random.bytes(9)).toString("base64url")}`;
  const work = async (tx: Tx): Promise<Outcome<Kept<Answer>, Problem>> => {
    const applied = await parts.engine.applyIn(tx, { orderId, source, externalId, event });
    const refused = applied.ok ? await check?.(tx, applied.value.order) : null;
    if (refused) return rollback(refused);
    const outcome = applied.ok ? ok(applied.value.order) : err(problemOf(applied.error));
    const answer = outcome.ok ? ok(await call.answer(outcome.value, tx)) : outcome;
    await record?.(tx, outcome);
    return answer.ok ? ok({ answer: answer.value, orderId, status: 200 }) : answer;
  };
  const outcome = await transaction(parts.database, (tx) => once(tx, call.idempotency, () => work(tx)));
  if (outcome.ok) parts.notifier.orderChanged(orderId);
  return outcome;
}

function problemOf(failure: ApplyFailure): Problem {
  const code = codeOf(failure);
  return problem(code, failure === "refund_address_missing" ? { pointer: "/refundAddress" } : {});
}

function codeOf(failure: ApplyFailure): ProblemCode {
  switch (failure) {
    case "order_unknown":
      return "order/unknown";
    case "order_not_waiting":
      return "order/not-cancellable";
    case "refund_address_set":
      return "order/refund-address-set";
    case "refund_address_missing":
      return "order/refund-address-missing";
    case "no_question_open":
    case "choice_unavailable":
      return "decision/unavailable";
    case "decision_stale":
      return "decision/stale";
    case "rate_unavailable":
      return "rate/unavailable";
    case "order_not_held":
      return "order/not-held";
    case "sources_unseen":
      return "order/sources-unseen";
    case "order_decided":
    case "already_done":
    case "not_due":
      return "order/closed";
    case "delay_not_longer":
      return "mixer/delay";
    case "reserve_insufficient":
      return "reserve/insufficient";
    default:
      return unreachable(failure);
  }
}
