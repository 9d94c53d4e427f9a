import type { Order, SottoClient } from "@sotto/openapi";
import { err, ok } from "@sotto/openapi/result";
import { type ApiResult, clientHeader, failureOf } from "../api";
import { readEvents } from "./read-events";

/** The server sends a comment every 15 s: a stream without one for three times as long is dead. */
const SILENCE_MS_MAX = 45_000;

/**
 * Reads an order's events (GET /api/exchanges/{id}/events): `onOrder` is called at once and at each change, and ends
 * the stream by returning false. Resolves when the stream ends; throws when the network fails or `signal` aborts.
 */
export async function watchOrder(options: {
  client: SottoClient;
  /** Names the chat to the API for its limits. */
  clientKey: string;
  id: string;
  signal: AbortSignal;
  onOrder(order: Order): Promise<boolean>;
}): Promise<ApiResult<void>> {
  // A signal from AbortSignal.any may be garbage-collected before it aborts, so this one is made by hand.
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  options.signal.addEventListener("abort", abort);
  const guard = setTimeout(abort, SILENCE_MS_MAX);
  try {
    const {
      data: body,
      error,
      response,
    } = await options.client.GET("/api/exchanges/{id}/events", {
      params: { path: { id: options.id } },
      headers: { accept: "text/event-stream", ...clientHeader(options.clientKey) },
      parseAs: "stream",
      signal: stop.signal,
    });
    if (!body) return err(failureOf(error, response));
    for await (const data of readEvents(body, { signal: stop.signal, onBytes: () => guard.refresh() })) {
      if (!(await options.onOrder(JSON.parse(data)))) break;
    }
    return ok(undefined);
  } finally {
    clearTimeout(guard);
    options.signal.removeEventListener("abort", abort);
    stop.abort();
  }
}

/** Reads an order once. */
export async function lookAtOrder(options: {
  client: SottoClient;
  clientKey: string;
  id: string;
}): Promise<ApiResult<Order>> {
  const { data, error, response } = await options.client.GET("/api/exchanges/{id}", {
    params: { path: { id: options.id } },
    headers: clientHeader(options.clientKey),
  });
  return data === undefined ? err(failureOf(error, response)) : ok(data);
}
