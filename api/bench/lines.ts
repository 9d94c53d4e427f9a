/** Where a figure should be. */
export type Goal = { ratioMin: number } | { oursMax: number };

/** What a line of the table says whatever was measured. */
export type Line = {
  name: string;
  /** What the ratio compares with. */
  bare?: string;
  unit: string;
  /** What the processor time is divided by. */
  work?: string;
  goal?: Goal;
};

const A_SECOND = "/s";

/** The lines of `pnpm bench` with their goals on two cores, in the order of the table. A higher ratio is better. */
export const LINES = {
  "cached-get": {
    name: "cached GET /api/currencies",
    bare: "bare Hono GET of the same bytes",
    unit: A_SECOND,
    work: "answer",
    goal: { ratioMin: 0.8 },
  },
  create: {
    name: "create order",
    bare: "bare Hono JSON POST, which writes nothing",
    unit: A_SECOND,
    work: "order",
    goal: { ratioMin: 0.08 },
  },
  "track-hit": {
    name: "tracking, a code that exists",
    bare: "bare Hono GET of the same bytes",
    unit: A_SECOND,
    work: "answer",
    goal: { ratioMin: 0.5 },
  },
  "track-miss": {
    name: "tracking, a code that does not exist",
    bare: "bare Hono GET of the same bytes",
    unit: A_SECOND,
    work: "answer",
    goal: { ratioMin: 0.5 },
  },
  "home-page": {
    name: "home page, rendered on the server",
    bare: "bare Hono GET of the same bytes",
    unit: A_SECOND,
    work: "page",
    goal: { ratioMin: 0.05 },
  },
  settlement: {
    name: "settlement, credit to completed",
    bare: "TPC-B on the same PostgreSQL",
    unit: A_SECOND,
    work: "order",
    goal: { ratioMin: 0.2 },
  },
  "whole-order": {
    name: "whole orders on simnet, from the payment to the final payout, by all processes",
    bare: "settlement by itself",
    unit: A_SECOND,
    work: "order",
    goal: { ratioMin: 0.5 },
  },
  mixes: {
    name: "settlement of mixes: 3 rounds, 2 to 5 legs, no delay",
    bare: "settlement of plain orders",
    unit: A_SECOND,
    work: "mix",
  },
  "create-old": {
    name: "create order beside old orders",
    bare: "without old orders",
    unit: A_SECOND,
    work: "order",
    goal: { ratioMin: 0.9 },
  },
  "settle-old": {
    name: "settlement beside old orders",
    bare: "without old orders",
    unit: A_SECOND,
    work: "order",
    goal: { ratioMin: 0.9 },
  },
  "longest-statement": {
    name: "longest statement of the worker's loops beside old orders",
    unit: "ms",
    goal: { oursMax: 5 },
  },
  "longest-answer": {
    name: "longest answer of an operation that reads, beside old orders",
    unit: "ms",
    goal: { oursMax: 100 },
  },
  scan: {
    name: "blocks of 3,000 transactions scanned beside 1,000,000 watched addresses",
    bare: "beside 10,000",
    unit: A_SECOND,
    work: "block",
    goal: { ratioMin: 0.83 },
  },
  "streams-memory": {
    name: "2,000 streams: memory (PSS) that they add to `http`",
    unit: "MB",
    goal: { oursMax: 30 },
  },
  "streams-cpu": {
    name: "2,000 streams: CPU of `http` and PostgreSQL for a delivered change",
    unit: "ms",
    goal: { oursMax: 0.1 },
  },
  "idle-cpu": { name: "idle, no orders: CPU", unit: "% of a core", goal: { oursMax: 1 } },
  "idle-wal": { name: "idle, no orders: WAL", unit: "bytes/s", goal: { oursMax: 1_000 } },
  "idle-waiting-cpu": {
    name: "idle, 2,000 waiting orders: CPU",
    unit: "% of a core",
    goal: { oursMax: 2 },
  },
  "idle-waiting-wal": { name: "idle, 2,000 waiting orders: WAL", unit: "bytes/s" },
  start: {
    name: "start to the first answer, warm, all processes",
    unit: "ms",
    work: "start",
    goal: { oursMax: 2_500 },
  },
  "start-memory": {
    name: "memory (PSS) of all processes without PostgreSQL",
    unit: "MB",
    goal: { oursMax: 450 },
  },
  "cli-start": { name: "`sotto --version`, bundled", bare: "`node -e 0`", unit: "ms" },
} as const satisfies Record<string, Line>;

export type LineKey = keyof typeof LINES;

export const lineOf = (key: LineKey): Line => LINES[key];
