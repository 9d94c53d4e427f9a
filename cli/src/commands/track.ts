import type { Track } from "@sotto/openapi";
import { readTail } from "@sotto/openapi/tail";
import { Command, InvalidArgumentError } from "commander";
import { ask, askPatiently, type Context, type Contexts } from "../context";
import { CliFailure, EXIT, usage } from "../failure";
import { styleOf } from "../output/colour";
import { printRecord } from "../output/print";
import { minuteOf } from "../output/printable";
import type { Pair } from "../output/table";
import { parseSeconds } from "../pages";

type TrackOptions = { watch?: true; timeout: number; tail?: string };

/** Which order to look at; the tail is learnt when the server asks for it. */
type Wanted = { code: string; tail: string | undefined };

/** Ten looks a minute are allowed; this leaves some for others behind the same address. */
const LOOK_MS = 10_000;

/** `sotto track CODE`: what anybody may know of an order by its 9-digit code; amounts and times are coarse. */
export const trackCommand = (contexts: Contexts): Command =>
  new Command("track")
    .description("show how far an order is, by its 9-digit code")
    .argument("<code>", "the tracking code")
    .option("-w, --watch", "go on to its end, one line a change")
    .option("--timeout <seconds>", "with --watch: give up after this long", parseSeconds, 7_200)
    .option("--tail <characters>", "the last four characters of the address you receive at", parseTail)
    .action(async (text: string, options: TrackOptions) => {
      const code = parseTrackingCode(text);
      if (code === undefined) throw usage("A tracking code has 9 digits.");
      const sotto = contexts.public();
      const wanted = { code, tail: options.tail };
      if (options.watch) await watch(sotto, wanted, options.timeout * 1000);
      else await printRecord(sotto, await read(sotto, wanted, ask), trackPairs(sotto));
    });

/** The nine digits, which people write in groups; undefined when it is something else. */
export function parseTrackingCode(text: string): string | undefined {
  const code = text.replace(/[\s-]/g, "");
  return /^\d{9}$/.test(code) ? code : undefined;
}

function parseTail(text: string): string {
  const tail = readTail(text);
  if (tail === undefined) throw new InvalidArgumentError("four letters or digits");
  return tail;
}

async function watch(sotto: Context, wanted: Wanted, timeoutMs: number): Promise<void> {
  let order = await read(sotto, wanted, ask);
  await printRecord(sotto, order, trackPairs(sotto));
  for (let waitedMs = 0; ; waitedMs += LOOK_MS) {
    if (order.status === "completed") return;
    if (order.status === "failed" || order.status === "expired")
      throw new CliFailure(`The order did not complete (${order.state}).`, { exitCode: EXIT.failure });
    if (waitedMs >= timeoutMs)
      throw new CliFailure(`Gave up waiting: the order is still ${order.state}.`, { exitCode: EXIT.failure });
    await sotto.terminal.sleep(LOOK_MS);
    const now = await lookAgain(sotto, wanted, order);
    const isChanged = JSON.stringify(now) !== JSON.stringify(order);
    order = now;
    if (!isChanged) continue;
    if (sotto.format === "table") sotto.terminal.out(`${order.status} (${order.state})`);
    else await printRecord(sotto, order, trackPairs(sotto), { titles: false });
  }
}

/** The order now, or as it was: without a person to ask for the tail, the next look may succeed. */
async function lookAgain(sotto: Context, wanted: Wanted, before: Track): Promise<Track> {
  try {
    return await read(sotto, wanted, askPatiently);
  } catch (error) {
    if (isTailWanted(error)) return before;
    throw error;
  }
}

/** Reads the order; where the server asks for the tail, a person on the terminal is asked for it. */
async function read(sotto: Context, wanted: Wanted, how: typeof ask): Promise<Track> {
  const { terminal } = sotto;
  const { code, tail } = wanted;
  const query = tail === undefined ? {} : { tail };
  try {
    return await how(sotto, (client) =>
      client.GET("/api/track/{code}", { params: { path: { code }, query } }),
    );
  } catch (error) {
    if (!isTailWanted(error) || !terminal.canAsk) throw error;
    terminal.note(error.message);
    const typed = await terminal.ask("Last four characters of the address you receive at: ");
    wanted.tail = readTail(typed);
    if (wanted.tail === undefined) throw usage("The last characters are four letters or digits.");
    return read(sotto, wanted, how);
  }
}

const isTailWanted = (error: unknown): error is CliFailure =>
  error instanceof CliFailure && error.problem?.code === "track/tail-required";

/** What anybody may know, by the amounts of the order's present state; of a mixed order only its status. */
const trackPairs =
  ({ terminal }: Context) =>
  (order: Track): readonly Pair[] => [
    ["order", order.id],
    ["status", `${order.status} (${order.state})`, styleOf(order.status)],
    [SENT[order.basis ?? "none"], about(order.sendAmount, order.sendCurrency)],
    [
      order.status === "completed" ? "received" : "receives",
      order.receiveAmount === null
        ? null
        : `${about(order.receiveAmount, order.receiveCurrency)} at ${order.receiveAddress}`,
    ],
    [order.state === "refunded" ? "refunded" : "refund", about(order.refundAmount, order.sendCurrency)],
    ["created", order.createdAt && coarseTime(order.createdAt, order.timeGrain, terminal.now())],
    ["ended", order.completedAt && coarseTime(order.completedAt, order.timeGrain, terminal.now())],
  ];

/** What the sent amount is, by which amounts hold. */
const SENT: Readonly<Record<NonNullable<Track["basis"]>, string>> = {
  ordered: "to be sent",
  arrived: "arrived",
  exchanged: "arrived",
  refunded: "arrived",
  none: "ordered",
};

const about = (amount: string | null, currency: string | null): string | null =>
  amount === null ? null : `about ${amount} ${currency}`;

/** A time that the server rounds down to `grainSeconds`, as coarse as it is: the truth lies within them. */
export function coarseTime(instant: string, grainSeconds: number | null, nowMs: number): string {
  const from = Date.parse(instant);
  const until = from + (grainSeconds ?? 0) * 1000;
  if (grainSeconds === null || Number.isNaN(from)) return `about ${minuteOf(instant)} UTC`;
  if (nowMs < until) return `within the last ${Math.ceil(grainSeconds / 60)} minutes`;
  return `between ${minuteOf(instant)} and ${minuteOf(new Date(until).toISOString()).slice(-5)} UTC`;
}
