import { Agent, get, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** Streams of server-sent events that read what arrives and count it. */
export type EventStreams = {
  received(): number;
  /** Resolves when so many events have arrived in all. Throws when none arrives for five minutes. */
  until(count: number): Promise<void>;
  close(): void;
};

const STALLED_MS = 300_000;
const LOOK_MS = 10;
/** Connections that are opened at a time. */
const OPENED_AT_ONCE = 50;

/** Opens a stream for each URL. */
export async function openStreams(urls: readonly string[]): Promise<EventStreams> {
  const agent = new Agent({ maxSockets: urls.length });
  let received = 0;
  const count = (chunk: string): void => {
    received += chunk.split("event: ").length - 1;
  };
  for (let i = 0; i < urls.length; i += OPENED_AT_ONCE) {
    const some = urls.slice(i, i + OPENED_AT_ONCE).map((url) => opened(url, agent));
    for (const response of await Promise.all(some)) response.setEncoding("latin1").on("data", count);
  }
  return {
    received: () => received,
    async until(wanted) {
      let [before, changedAtMs] = [received, performance.now()];
      while (received < wanted) {
        await sleep(LOOK_MS);
        if (received !== before) [before, changedAtMs] = [received, performance.now()];
        if (performance.now() - changedAtMs > STALLED_MS)
          throw new Error(`${received} of ${wanted} events have arrived`);
      }
    },
    close: () => agent.destroy(),
  };
}

function opened(url: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent }, (response) => {
      // It is cut in the end.
      response.on("error", () => {});
      if (response.statusCode === 200) resolve(response);
      else reject(new Error(`a stream was refused with ${response.statusCode}`));
    });
    request.on("error", reject);
  });
}
