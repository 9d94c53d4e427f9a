import type { z } from "@hono/zod-openapi";
import { defineOperation, type OperationSpec } from "../../http/operation";
import { v1Success } from "../../http/wire";
import { LIMITS } from "../limits";
import { listCurrencies, readRate } from "../market/operations";
import { createExchange, readExchange } from "../orders/operations";

/** The third-party base /api/v1: the public operations, in an envelope, for holders of a key. */
function underV1<Params extends z.ZodType, Body extends z.ZodType, Answer extends z.ZodType>(
  operation: OperationSpec<Params, Body, Answer> & { route: unknown },
  own: { path: string; operationId: string },
) {
  const { route: _route, cached: _cached, successLimits: _successLimits, ...spec } = operation;
  return defineOperation({
    ...spec,
    ...own,
    tag: "v1",
    answer: v1Success(operation.answer),
    answerStatus: 200,
    // The envelope of a generic answer is beyond what the compiler can follow; the contract's test checks the example.
    answerExample: { success: true, data: operation.answerExample } as never,
    security: "apiKey",
    limits: [LIMITS.apiKey],
  });
}

export const listCurrenciesV1 = underV1(listCurrencies, {
  path: "/api/v1/currencies",
  operationId: "v1ListCurrencies",
});

export const readRateV1 = underV1(readRate, {
  path: "/api/v1/exchange-rate/{from}/{to}",
  operationId: "v1ReadRate",
});

export const createExchangeV1 = underV1(createExchange, {
  path: "/api/v1/exchanges",
  operationId: "v1CreateExchange",
});

export const readExchangeV1 = underV1(readExchange, {
  path: "/api/v1/exchanges/{id}",
  operationId: "v1ReadExchange",
});
