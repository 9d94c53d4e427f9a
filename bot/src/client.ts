import { createSottoClient, type SottoClient } from "@sotto/openapi";
import { atMost } from "./at-most";

const ANSWER_MS_MAX = 15_000;
/** With its wait for a turn a request takes twice as long at most, however many wait for a server that hangs. */
const WAITS_MAX = 2;
const REQUESTS_MAX = 16;

/**
 * The client of the API for all chats. Many at once wait their turn here rather than in the server. A stream of events
 * lasts, and is ended by its own watcher.
 */
export function createBotClient(options: {
  apiUrl: string;
  botSecret: string | undefined;
  answerMsMax?: number;
}): SottoClient {
  const { apiUrl, botSecret, answerMsMax = ANSWER_MS_MAX } = options;
  const inTurn = atMost(REQUESTS_MAX);
  return createSottoClient({
    baseUrl: apiUrl,
    ...(botSecret !== undefined && { headers: { "x-sotto-bot": botSecret } }),
    fetch: (request) => {
      if (request.headers.get("accept") === "text/event-stream") return fetch(request);
      const until = performance.now() + answerMsMax * WAITS_MAX;
      return inTurn(() => {
        const leftMs = Math.floor(until - performance.now());
        if (leftMs <= 0) return Promise.reject(new Error("no turn came in time"));
        return fetch(request, { signal: AbortSignal.timeout(Math.min(answerMsMax, leftMs)) });
      });
    },
  });
}
