import { createSottoClient, type SottoClient } from "@sotto/openapi";
import pLimit from "p-limit";

const ANSWER_MS_MAX = 15_000;
/** Including its wait for a turn a request takes at most twice as long, even when many wait for a server that hangs. */
const WAITS_MAX = 2;
const REQUESTS_MAX = 16;

/**
 * The API client that all chats share. It sends at most 16 requests at a time; the others wait here rather than in the
 * server. Event streams are not counted: they stay open, and their watcher ends them.
 */
export function createBotClient(options: {
  apiUrl: string;
  botSecret: string | undefined;
  answerMsMax?: number;
}): SottoClient {
  const { apiUrl, botSecret, answerMsMax = ANSWER_MS_MAX } = options;
  const inTurn = pLimit(REQUESTS_MAX);
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
