import type { z } from "@hono/zod-openapi";
import { defineOperation, type OperationSpec } from "../../http/operation";
import { v1Success } from "../../http/wire";
import { validateAddress } from "../address/operations";
import { LIMITS, STATED_LIMITS } from "../limits";
import { calculateExchange, listCurrencies, readRate } from "../market/operations";
import {
  cancelExchange,
  createExchange,
  decideExchange,
  readExchange,
  readPayment,
  setRefundAddress,
  watchExchange,
} from "../orders/operations";
import { deleteExchange } from "../retention/operations";

/** What a key may do, beside its requests. */
type OwnLimits = Pick<OperationSpec<z.ZodType, z.ZodType, z.ZodType>, "successLimits" | "statedLimits">;

/** An operation's page of the contract under /api/v1: for holders of a key, whose requests count by it. */
function byKey<Params extends z.ZodType, Body extends z.ZodType, Answer extends z.ZodType>(
  operation: OperationSpec<Params, Body, Answer> & { route: unknown },
  operationId: string,
  own: OwnLimits = {},
) {
  const {
    route: _route,
    cached: _cached,
    successLimits: _successes,
    statedLimits: _stated,
    ...spec
  } = operation;
  return {
    ...spec,
    ...own,
    path: spec.path.replace("/api/", "/api/v1/"),
    operationId,
    tag: "v1",
    security: "apiKey",
    limits: [LIMITS.apiKey],
  } as const;
}

/** The same operation in the envelope of /api/v1. */
function underV1<Params extends z.ZodType, Body extends z.ZodType, Answer extends z.ZodType>(
  operation: OperationSpec<Params, Body, Answer> & { route: unknown },
  operationId: string,
  own: OwnLimits = {},
) {
  return defineOperation({
    ...byKey(operation, operationId, own),
    answer: v1Success(operation.answer),
    answerStatus: 200,
    // The envelope of a generic answer is beyond what the compiler can follow; the contract's test checks the example.
    answerExample: { success: true, data: operation.answerExample } as never,
  });
}

export const listCurrenciesV1 = underV1(listCurrencies, "v1ListCurrencies");
export const readRateV1 = underV1(readRate, "v1ReadRate");
export const calculateExchangeV1 = underV1(calculateExchange, "v1CalculateExchange");
export const validateAddressV1 = underV1(validateAddress, "v1ValidateAddress");
export const createExchangeV1 = underV1(createExchange, "v1CreateExchange", {
  successLimits: [LIMITS.apiKeyOrders],
  statedLimits: [STATED_LIMITS.unpaidOfKey],
});
export const readExchangeV1 = underV1(readExchange, "v1ReadExchange");
export const readPaymentV1 = underV1(readPayment, "v1ReadPayment");
export const decideExchangeV1 = underV1(decideExchange, "v1DecideExchange");
export const setRefundAddressV1 = underV1(setRefundAddress, "v1SetRefundAddress");
export const cancelExchangeV1 = underV1(cancelExchange, "v1CancelExchange");
export const deleteExchangeV1 = underV1(deleteExchange, "v1DeleteExchange");

/** Events come one by one: an envelope around each would only repeat what the stream's beginning says. */
export const watchExchangeV1 = defineOperation(
  byKey(watchExchange, "v1WatchExchange", {
    statedLimits: [STATED_LIMITS.streamsOfOrder, STATED_LIMITS.streamsOfKey],
  }),
);
