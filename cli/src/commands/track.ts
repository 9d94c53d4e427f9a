import type { Track } from "@sotto/openapi";
import { Command } from "commander";
import { ask, askPatiently, type Context, type Contexts } from "../context";
import { CliFailure, EXIT, usage } from "../failure";
import { styleOf } from "../output/colour";
import { printRecord } from "../output/print";
import type { Pair } from "../output/table";
import { parseSeconds } from "../pages";

type TrackOptions = { watch?: true; timeout: number };

/** Ten looks a minute are allowed; this leaves some for others behind the same address. */
const LOOK_MS = 10_000;

/** `sotto track CODE`: what anybody may know of an order by its 9-digit code; amounts and times are coarse. */
export const trackCommand = (contexts: Contexts): Command =>
  new Command("track")
    .description("show how far an order is, by its 9-digit code")
    .argument("<code>", "the tracking code")
    .option("-w, --watch", "go on to its end, one line a change")
    .option("--timeout <seconds>", "with --watch: give up after this long", parseSeconds, 7_200)
    .action(async (text: string, options: TrackOptions) => {
      const code = parseTrackingCode(text);
      if (code === undefined) throw usage("A tracking code has 9 digits.");
      const sotto = contexts.public();
      if (options.watch) await watch(sotto, code, options.timeout * 1000);
      else await printRecord(sotto, await read(sotto, code, ask), trackPairs);
    });

/** The nine digits, which people write in groups; undefined when it is something else. */
export function parseTrackingCode(text: string): string | undefined {
  const code = text.replace(/[\s-]/g, "");
  return /^\d{9}$/.test(code) ? code : undefined;
}

async function watch(sotto: Context, code: string, timeoutMs: number): Promise<void> {
  let seen = "";
  for (let waitedMs = 0; ; waitedMs += LOOK_MS) {
    const order = await read(sotto, code, seen === "" ? ask : askPatiently);
    const now = JSON.stringify(order);
    if (now !== seen && sotto.format === "table" && seen !== "")
      sotto.terminal.out(`${order.status} (${order.state})`);
    else if (now !== seen) await printRecord(sotto, order, trackPairs, { titles: seen === "" });
    seen = now;
    if (order.status === "completed") return;
    if (order.status === "failed" || order.status === "expired")
      throw new CliFailure(`The order did not complete (${order.state}).`, { exitCode: EXIT.failure });
    if (waitedMs >= timeoutMs)
      throw new CliFailure(`Gave up waiting: the order is still ${order.state}.`, { exitCode: EXIT.failure });
    await sotto.terminal.sleep(LOOK_MS);
  }
}

const read = (sotto: Context, code: string, how: typeof ask): Promise<Track> =>
  how(sotto, (client) => client.GET("/api/track/{code}", { params: { path: { code } } }));

const trackPairs = (order: Track): readonly Pair[] => [
  ["order", order.id],
  ["status", `${order.status} (${order.state})`, styleOf(order.status)],
  // A mixed order shows only its status.
  ["sends", order.sendAmount === null ? null : `about ${order.sendAmount} ${order.sendCurrency}`],
  [
    "receives",
    order.receiveAmount === null
      ? null
      : `about ${order.receiveAmount} ${order.receiveCurrency} at ${order.receiveAddress}`,
  ],
  ["created", order.createdAt === null ? null : `about ${order.createdAt}`],
  ["ended", order.completedAt === null ? null : `about ${order.completedAt}`],
];
