import { type AddressChecks, checkAddress } from "../../address/checks";
import { parseUnits } from "../../core/amount";
import { assetOf } from "../../core/assets";
import { type Problem, problem } from "../../core/errors";
import type { OrderId } from "../../core/ids";
import { err, ok, type Result } from "../../core/result";
import type { Tx } from "../../db/client";
import { createMarketForOrder } from "../engine/market-for-order";
import { type Choice, consentOf, type Order, refundable } from "../machine/order";
import { type ActParts, act } from "./act";
import type { Call } from "./call";
import { exceedExposure } from "./exposure";
import { type ReadParts, refreshOffer, withFreshOffer } from "./read";
import { withOrder } from "./with-order";

export type DecideParts = ActParts & ReadParts & { checks: AddressChecks };

export type Decision = {
  choice: Choice;
  refundAddress?: string | undefined;
  /** Of the figures that were seen. */
  revision?: number | undefined;
  /** The least that must land, in whole coins. */
  minReceive?: string | undefined;
};

/**
 * Answers the question that an order asks its customer. Errors: `request/invalid` for what the choice has no use for,
 * `order/unknown`, `decision/unavailable`, `decision/stale` with the order as it is now under `extra.order`,
 * `rate/unavailable`, `amount/*`, `address/*` and `order/refund-address-*`.
 */
export async function decideOrder<Answer>(
  parts: DecideParts,
  id: OrderId,
  decision: Decision,
  call: Call<Answer>,
): Promise<Result<Answer, Problem>> {
  const useless = decision.choice === "exchange" ? "refundAddress" : "minReceive";
  if (decision[useless] !== undefined) return err(problem("request/invalid", { pointer: `/${useless}` }));
  const outcome = await withOrder(parts.database, id, async (loaded) => {
    const order = await withFreshOffer(parts, loaded);
    const refund = await decisionRefundAddress(parts, order, decision);
    if (!refund.ok) return refund;
    const least = leastUnits(order, decision);
    if (!least.ok) return least;
    const market = decision.choice === "exchange" ? await createMarketForOrder(parts)(id) : null;
    const event = {
      type: "decision",
      market,
      at: parts.clock.now(),
      choice: decision.choice,
      refundAddress: refund.value,
      revision: decision.revision ?? null,
      receiveUnitsMin: least.value,
    } as const;
    const check = (tx: Tx, decided: Order) => checkExposure(parts, tx, decided);
    return act(parts, id, { source: "holder", event, check }, call);
  });
  if (outcome.ok || outcome.error.code !== "decision/stale") return outcome;
  const fresh = await withOrder(parts.database, id, async (order) => ok(await refreshOffer(parts, order)));
  if (!fresh.ok) return outcome;
  return err({ ...outcome.error, extra: { order: await call.answer(fresh.value, parts.database) } });
}

/** A consent promises a rate until it is settled: it counts among the fixed ones, and may be one too many. */
async function checkExposure({ prices, clock }: DecideParts, tx: Tx, order: Order): Promise<Problem | null> {
  if (consentOf(order) === null) return null;
  const pair = { send: order.terms.sendAsset, receive: order.terms.receiveAsset };
  const market = { current: prices.current(), now: clock.now() };
  return (await exceedExposure(tx, [{ pair, unpaidOf: null }], market)) ? problem("rate/unavailable") : null;
}

/** The refund address that comes with the decision; null where none does. */
async function decisionRefundAddress(
  parts: DecideParts,
  order: Order,
  { refundAddress: address }: Decision,
): Promise<Result<string | null, Problem>> {
  if (address === undefined || address === "") return ok(null);
  const { asset } = refundable(order);
  return checkAddress(parts.checks, { asset, address, pointer: "/refundAddress" });
}

function leastUnits(order: Order, { minReceive }: Decision): Result<bigint | null, Problem> {
  if (minReceive === undefined) return ok(null);
  const units = parseUnits(minReceive, assetOf(order.terms.receiveAsset).decimals);
  return units.ok ? units : err(problem(units.error, { pointer: "/minReceive" }));
}
