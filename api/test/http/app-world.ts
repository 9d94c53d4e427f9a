import { randomBytes } from "node:crypto";
import { vi } from "vitest";
import type { Overview } from "../../src/admin/overview";
import { problem } from "../../src/core/errors";
import { err, ok } from "../../src/core/result";
import { type AdminAppDeps, createAdminApp } from "../../src/routes/administration";
import { type AppDeps, createApp } from "../../src/routes/app";
import { createV1 } from "../../src/routes/integrators/v1-service";
import type { MarketAnswers } from "../../src/routes/market/answers";
import { feesWire } from "../../src/routes/market/view";
import type { OrderAnswers } from "../../src/routes/orders/answers";
import {
  orderExample,
  paymentExample,
  TRACK_EXAMPLE,
  VERIFICATION_EXAMPLE,
} from "../../src/routes/orders/examples";
import { ADDRESSES } from "./addresses";
import { callsTo } from "./calls-to";
import { STATS } from "./stats";

export const ID = orderExample.id;
export const UNKNOWN = "AAAAAAAAAAAAAAAAAAAAAA";
export const TOKEN = "t".repeat(43);
export const API_KEY = `sotto_${"k".repeat(43)}`;

const ADMINISTRATOR = {
  id: "a1",
  username: "admin",
  role: "approver",
  totp: false,
  mustChangePassword: false,
} as const;

const OVERVIEW: Overview = {
  ...{ at: 1_767_268_800_000, reserves: [], chains: [], orders: [], daily: [], failures: [], loans: [] },
  rates: { source: "simulated", updatedAt: null, paused: [] },
  completion: { median: 380, p95: 1500 },
  books: {
    checked: 12,
    checkedAt: 1_767_268_790_000,
    violated: [],
    unbalanced: [],
    stuck: { count: 0, first: [] },
  },
  unplannedSpends: [],
  recoveries: [],
  comparisons: [],
  switches: [],
  loginFailures: [],
};

type Moving = { version: number; listVersion: number; rates: Rates; watchers: Set<() => void> };
type Rates = { from: string; to: string; rate: string; updatedAt: string }[];

const known = <Value>(id: string, value: Value) => (id === ID ? ok(value) : err(problem("order/unknown")));

function exampleOrders(moving: Moving): OrderAnswers {
  return {
    list: async () => ok({ items: [], nextCursor: null }),
    inspect: async () => err(problem("order/unknown")),
    under: (name, _role, then) => then(name),
    create: vi.fn(async () => ok(orderExample)),
    read: vi.fn(async (id: string) => {
      const { version } = moving;
      return known(id, { order: { ...orderExample, revision: version }, version });
    }),
    payment: async (id) => known(id, paymentExample),
    qrText: async (id) => known(id, "bitcoin:bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu?amount=0.05"),
    verifyPayment: vi.fn(async (id: string) => known(id, VERIFICATION_EXAMPLE)),
    decide: async (id) =>
      id === ID
        ? err(problem("decision/stale", { extra: { order: orderExample } }))
        : err(problem("order/unknown")),
    setRefundAddress: async (id) => known(id, orderExample),
    cancel: async (id) => known(id, orderExample),
    delay: async (id) => known(id, orderExample),
    track: vi.fn(async ({ code, tail = "wydh" }: { code: string; tail?: string | undefined }) =>
      code === "482915037" && tail === "wydh" ? ok(TRACK_EXAMPLE) : err(problem("track/unknown")),
    ),
    countUnpaid: async (ids) => ids.length,
    release: vi.fn(async (id: string) => known(id, orderExample)),
    refundHeld: async (id) => known(id, orderExample),
    watch: (_, listener) => {
      moving.watchers.add(listener);
      return () => moving.watchers.delete(listener);
    },
  };
}

const exampleMarket = (moving: Moving): MarketAnswers => ({
  version: () => `${moving.listVersion}`,
  currencies: () => [],
  rates: vi.fn(() => moving.rates),
  fees: feesWire,
  reserves: () => [],
  dayPrices: { refresh: async () => undefined, version: () => "0", read: () => [] },
  rate: () => err(problem("currency/unknown")),
  history: async () => err(problem("currency/unknown")),
  calculate: async () =>
    err(problem("amount/min", { pointer: "/amount", params: { limit: "0.001", currency: "BTC" } })),
});

/** Services that refuse whatever has to be found first, and list nothing. */
function otherServices() {
  return {
    proxyWatch: { look() {}, isProxyIgnored: () => false },
    stats: { refresh: async () => {}, version: () => "1", read: () => STATS },
    loans: {
      list: async () => ok({ items: [], nextCursor: null }),
      sums: async () =>
        ok({
          from: "2026-01-01T12:00:00.000Z",
          limits: { loan: "1", creator: "1", address: "1", total: "1" },
          total: { created: "0.00000000", paid: "0.00000000" },
          creators: [],
          addresses: [],
          complete: true,
        }),
      read: async () => err(problem("loan/unknown")),
      create: async () => err(problem("loan/currency")),
      pay: async () => err(problem("loan/unknown")),
      approve: async () => err(problem("loan/unknown")),
    },
    mixer: {
      createSession: async () => err(problem("privacy/unavailable")),
      calculate: async () => err(problem("privacy/unavailable")),
    },
    retention: {
      delete: async () => err(problem("order/unknown")),
      claim: async () => err(problem("claim/nothing")),
    },
    addresses: ADDRESSES,
    screening: { isListed: (address) => address === "bad", listDate: () => "2026-01-01" },
    ledger: {
      checks: { now: async () => ({ at: 0, invariants: [] }), lately: async () => undefined },
      stuck: async () => ({ count: 0, first: [] }),
      trialBalance: async () => [],
      wallets: async () => [],
    },
    resumeChain: async () => err(problem("chain/not-halted")),
    payout: async () => undefined,
    stuckPayouts: async () => [],
    releasePayout: async () => err(problem("override/unknown")),
    overridePayout: async () => err(problem("override/unknown")),
    adoptSpend: async () => err(problem("spend/unknown")),
    recover: async () => err(problem("recovery/unknown")),
    bookMissing: async () => err(problem("books/nothing-missing")),
  } satisfies Partial<AppDeps & AdminAppDeps>;
}

/** What administrators use: one session and one key are valid. */
function adminServices() {
  return {
    sessions: {
      login: async () => err(problem("auth/failed")),
      authenticate: async (token) => (token === TOKEN ? ADMINISTRATOR : undefined),
      logout: async () => {},
      checkPassword: async () => err(problem("auth/failed")),
    },
    enrolment: {
      enrol: async () => err(problem("auth/failed")),
      confirm: async () => err(problem("totp/not-enrolling")),
    },
    authorizations: {
      give: async () => ok({ id: "a1", hash: "0".repeat(64), expiresAt: 1_767_269_400_000 }),
      use: async () => ok(null),
    },
    ownSessions: {
      list: async () => [],
      end: async () => err(problem("session/unknown")),
      endOthers: async () => ({ ended: 0 }),
    },
    changePassword: async () => err(problem("auth/failed")),
    switches: {
      turn: async ({ name, paused, reason }) => ({
        name,
        paused,
        reason,
        turnedAt: Date.parse("2026-01-01T12:00:00.000Z"),
      }),
    },
    overview: { read: async () => OVERVIEW },
    audit: {
      list: async () => ok({ items: [], nextCursor: null }),
      verify: async () => ({
        valid: true,
        entries: 0,
        brokenAt: null,
        head: "0".repeat(64),
        signerGap: null,
      }),
      refused: vi.fn(async () => {}),
    },
    apiKeys: {
      list: async () => [],
      create: async ({ name, admin }) => ({
        ...{ id: "k7Qm2xV9bT4c", name, createdBy: admin },
        ...{ createdAt: 1_767_268_800_000, revokedAt: null, secret: API_KEY },
      }),
      revoke: async () => err(problem("api-key/unknown")),
      authenticate: async (secret) => (secret === API_KEY ? { id: "k1" } : undefined),
      isLive: async (id) => id === "k1",
    },
  } satisfies Partial<AppDeps & AdminAppDeps>;
}

export const SITE: AppDeps["site"] = {
  supportEmail: null,
  supportHandle: null,
  operatorStatement: null,
  botHandle: null,
  examples: [],
  analyticsUrl: null,
  retentionDays: 14,
  mixRetentionHours: 24,
  paymentWindowSeconds: 1800,
};

type Deps = Omit<AppDeps, "administration" | "afterAdministration" | "apiKeys"> & AdminAppDeps;

/** Services that answer as the real ones would, and remember how they were called. */
export function world(change: Partial<Deps> = {}) {
  let now = 1_767_268_800_000;
  const rates = [{ from: "BTC", to: "ETH", rate: "20", updatedAt: "2026-01-01T12:00:00.000Z" }];
  const moving: Moving = { version: 7, listVersion: 1, rates, watchers: new Set() };
  const orders = exampleOrders(moving);
  const market = exampleMarket(moving);
  const others = otherServices();
  const log = { error: vi.fn(), warn: vi.fn() };
  const deps: Deps = {
    clock: { now: () => now },
    random: { bytes: (count) => randomBytes(count) },
    log,
    network: "simnet",
    site: SITE,
    publicUrl: undefined,
    onionUrl: undefined,
    limitsLifted: false,
    behindProxy: true,
    health: {
      read: async () => ({
        ...{ status: "ok", problems: [], isDatabaseThere: true, chains: [], workers: 1 },
        ...{ lastBeatAgoMs: 0, pricesAt: null },
      }),
      ready: async () => ({ isReady: true, problems: [] }),
      retire() {},
    },
    described: { version: "0", network: "simnet", assets: new Set() },
    market,
    orders,
    ...others,
    ...adminServices(),
    v1: createV1({
      orders,
      market,
      retention: others.retention,
      keyOrders: { record: async () => {}, isOf: async (id) => id === ID },
      lifted: false,
    }),
    ...change,
  };
  const { app, streams } = createApp({
    ...deps,
    administration: createAdminApp(deps),
    afterAdministration: async () => {},
  });
  return {
    app,
    streams,
    orders,
    market,
    audit: deps.audit,
    log,
    call: callsTo(app),
    wait: (ms: number) => {
      now += ms;
    },
    setRates: (next: Rates) => {
      moving.listVersion++;
      moving.rates = next;
    },
    change: () => {
      moving.version++;
      for (const watcher of moving.watchers) watcher();
    },
    watchers: moving.watchers,
  };
}

const PAIR = { sendCurrency: "BTC", receiveCurrency: "ETH" };
export const ORDER = { ...PAIR, sendAmount: "0.1", receiveAddress: "0x0" };
