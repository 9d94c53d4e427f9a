import type { Problem } from "../../core/errors";
import type { Result } from "../../core/result";
import type { Integrator } from "../../integrators/api-keys";
import type { DeletionNote } from "../../retention/note";
import type { MarketAnswers } from "../market/answers";
import type { OrderAnswers } from "../orders/answers";
import type { OrderCall } from "../orders/call";
import type { CreateOrderBody, OrderWire } from "../orders/schema";

/** What can be done with an order that a key made. */
export type OwnOrder = Pick<
  OrderAnswers,
  "read" | "payment" | "watch" | "decide" | "setRefundAddress" | "cancel"
> & { delete(id: string): Promise<Result<DeletionNote, Problem>> };

/** What holders of a key can do: the public verbs. */
export type V1Verbs = Pick<MarketAnswers, "currencies" | "rate" | "calculate"> & {
  /** At most 100 unpaid orders a key. */
  create(
    body: CreateOrderBody,
    call: OrderCall & { integrator: Integrator },
  ): Promise<Result<OrderWire, Problem>>;
  /** Does something with an order of the key's own. Error: `order/unknown` for every other order, whether it exists or not. */
  own<Value>(
    id: string,
    integrator: Integrator,
    then: (order: OwnOrder) => Promise<Result<Value, Problem>>,
  ): Promise<Result<Value, Problem>>;
};
