import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { waitFor } from "./api-client";
import { bundleServer } from "./bundle";
import { type ByHand, openByHand } from "./by-hand";
import { makeCertificates } from "./postgres/certificates";
import { freePort, type ServerProcess } from "./server";
import { whyNotRun } from "./system-programs";

const NGINX = "/usr/sbin/nginx";
const whyNot = whyNotRun(
  "The rolling restart behind nginx",
  existsSync(NGINX),
  "Debian: apt-get install nginx-light",
);
const HOST = "localhost";

let folder: string;
let bundle: string;
let hand: ByHand;
let ports: { http: readonly [number, number]; nginx: number };
const running = new Map<string, ServerProcess>();
let nginx: ChildProcess;

beforeAll(async () => {
  if (whyNot !== undefined) return;
  folder = mkdtempSync(join(tmpdir(), "sotto-rolling-"));
  chmodSync(folder, 0o711);
  bundle = await bundleServer();
  ports = { http: [await freePort(), await freePort()], nginx: await freePort() };
  await startByHand();
  await startNginx();
}, 240_000);
afterAll(async () => {
  nginx?.kill("SIGQUIT");
  for (const role of ["http-0", "http-1", "admin", "worker", "signer"]) running.get(role)?.signal("SIGTERM");
  await Promise.all([...running.values()].map(({ ended }) => ended));
  await hand?.database.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

async function startByHand(): Promise<void> {
  hand = await openByHand({ folder, bundle, fsync: false });
  for (const role of ["signer", "admin", "worker"] as const) running.set(role, hand.launch(role));
  for (const at of [0, 1] as const) await startHttp(at);
  const api = running.get("http-0")?.api;
  await waitFor("a service that works", 60_000, async () => (await api?.health())?.status === "ok");
}

async function startHttp(at: 0 | 1): Promise<void> {
  const http = hand.launch("http", { port: ports.http[at], env: { SOTTO_BEHIND_PROXY: "yes" } });
  running.set(`http-${at}`, http);
  await waitFor("a process that is ready", 60_000, async () => {
    if (!http.isRunning()) throw new Error(`it ended:\n${http.output()}`);
    return (await readiness(at)) === 200;
  });
}

const readiness = (at: 0 | 1): Promise<number> =>
  fetch(`http://127.0.0.1:${ports.http[at]}/api/health/ready`).then(
    ({ status }) => status,
    () => 0,
  );

/** The file of docs/deploy with the ports, names and folders of this test. */
async function startNginx(): Promise<void> {
  const certificates = join(folder, "certificates");
  mkdirSync(certificates);
  const { certificate, key } = makeCertificates(certificates, HOST);
  const changes: [RegExp, string][] = [
    [/^user .*$/m, ""],
    [/worker_processes auto/, "worker_processes 1"],
    [/\/run\/nginx\.pid/, join(folder, "nginx.pid")],
    [/\/var\/log\/nginx/g, folder],
    [/127\.0\.0\.1:8081/, `127.0.0.1:${ports.http[0]}`],
    [/127\.0\.0\.1:8082/, `127.0.0.1:${ports.http[1]}`],
    [/listen 80;/, `listen 127.0.0.1:${await freePort()};`],
    [/listen 443 /, `listen 127.0.0.1:${ports.nginx} `],
    [/^ *listen \[::\].*$/gm, ""],
    [/sotto\.example/g, HOST],
    [/\/etc\/ssl\/sotto\/fullchain\.pem/, certificate],
    [/\/etc\/ssl\/sotto\/privkey\.pem/, key],
  ];
  let text = readFileSync(join(import.meta.dirname, "../../docs/deploy/nginx.conf"), "utf8");
  for (const [found, put] of changes) {
    expect(text).toMatch(found);
    text = text.replace(found, put);
  }
  const file = join(folder, "nginx.conf");
  writeFileSync(file, text);
  execFileSync(NGINX, ["-t", "-q", "-c", file]);
  nginx = spawn(NGINX, ["-c", file, "-g", "daemon off;"], { stdio: "ignore" });
  await waitFor("nginx", 10_000, () =>
    ask("GET", "/api/currencies").then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
}

type Load = { sent: number; orders: string[]; failures: string[] };

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** One request through nginx, on a connection that is kept. */
function ask(method: string, path: string, { body, key }: { body?: unknown; key?: string } = {}) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(
      {
        ...{ method, path, agent, host: HOST, port: ports.nginx },
        ca: readFileSync(join(folder, "certificates/ca.pem")),
        headers: {
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(key === undefined ? {} : { "idempotency-key": key }),
        },
        timeout: 20_000,
      },
      (answer) => {
        let text = "";
        answer.on("data", (chunk: Buffer) => {
          text += chunk.toString();
        });
        answer.on("error", reject);
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
      },
    );
    sent.on("timeout", () => sent.destroy(new Error("no answer in time")));
    sent.on("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const PAIR = { fromCurrency: "BTC", toCurrency: "LTC", amount: "0.01" };
const TERMS = { sendCurrency: "BTC", receiveCurrency: "LTC", sendAmount: "0.01" };
const ORDER = { ...TERMS, receiveAddress: "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9" };

/** Reads, calculates and makes orders, one after the other, until told to stop; at most 2,000 requests. */
async function visit(name: string, load: Load, isOver: () => boolean): Promise<void> {
  for (let at = 0; !isOver() && at < 2_000; at++) {
    const isOrder = at % 10 === 9;
    const path =
      ["/api/currencies", "/api/exchange-rate/BTC/LTC", "/api/reserves", "/api/fees"][at % 4] ?? "";
    const what = isOrder ? "an order" : at % 10 === 4 ? "a calculation" : path;
    try {
      const answer = isOrder
        ? await ask("POST", "/api/exchanges", { body: ORDER, key: `${name}-${at}-of-a-test-of-restarts` })
        : at % 10 === 4
          ? await ask("POST", "/api/calculate", { body: PAIR })
          : await ask("GET", path);
      load.sent++;
      if (answer.status >= 300) load.failures.push(`${what} ${answer.status} ${answer.text.slice(0, 200)}`);
      else if (isOrder) load.orders.push(JSON.parse(answer.text).id);
    } catch (error) {
      load.failures.push(`${what}: ${String(error)}`);
    }
    await sleep(10);
  }
}

/** Follows an order as a browser does, which connects again when its stream ends; counts the streams. */
async function follow(id: string, load: Load, isOver: () => boolean): Promise<number> {
  for (let streams = 0; ; streams++) {
    if (isOver()) return streams;
    const stopped = new AbortController();
    const watch = setInterval(() => isOver() && stopped.abort(), 100);
    const status = await openStream(id, stopped.signal).catch((error: unknown) => String(error));
    clearInterval(watch);
    if (status !== 200 && !isOver()) load.failures.push(`a stream: ${status}`);
    // "retry: 2000" would be too slow for a test.
    await sleep(100);
  }
}

/** Resolves with the status when the stream ends. */
function openStream(id: string, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const path = `/api/exchanges/${id}/events`;
    const ca = readFileSync(join(folder, "certificates/ca.pem"));
    const sent = request({ path, ca, host: HOST, port: ports.nginx, signal, agent: false }, (answer) => {
      answer.resume();
      answer.on("error", reject);
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.on("error", reject);
    sent.end();
  });
}

/** SIGTERM, and what the process says meanwhile; then another one in its place. */
async function restart(at: 0 | 1): Promise<void> {
  const http = running.get(`http-${at}`);
  if (http === undefined) throw new Error(`no process ${at}`);
  http.signal("SIGTERM");
  // It says so for four seconds, and then is gone: a slow machine may take most of them for the signal.
  await waitFor("a process that is not ready", 60_000, async () => {
    if (!http.isRunning()) throw new Error(`it ended:\n${http.output()}`);
    return (await readiness(at)) === 503;
  });
  const answer = await fetch(`http://127.0.0.1:${ports.http[at]}/api/currencies`);
  expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"]);
  expect(await http.ended).toBe(0);
  await startHttp(at);
}

it.skipIf(whyNot !== undefined)(
  "fails no request while both http processes are restarted, one after the other",
  async () => {
    const load: Load = { sent: 0, orders: [], failures: [] };
    let over = false;
    const isOver = (): boolean => over;
    const first = await ask("POST", "/api/exchanges", { body: ORDER, key: "the-first-of-a-test" });
    expect(first.status, first.text).toBe(201);
    const { id } = JSON.parse(first.text);
    const followers = [follow(id, load, isOver), follow(id, load, isOver)];
    const visitors = ["a", "b", "c", "d"].map((name) => visit(name, load, isOver));
    await sleep(1_000);
    await restart(0);
    await sleep(500);
    await restart(1);
    await sleep(1_000);
    over = true;
    await Promise.all(visitors);
    const streams = await Promise.all(followers);
    agent.destroy();
    expect(load.failures).toEqual([]);
    expect(load.sent).toBeGreaterThan(200);
    expect(new Set(load.orders).size).toBe(load.orders.length);
    expect(load.orders.length).toBeGreaterThan(10);
    // Each stream was ended by a process that went, and found the other one.
    for (const count of streams) expect(count).toBeGreaterThan(1);
    const log = readFileSync(join(folder, "access.log"), "utf8");
    expect(log).toMatch(/ GET api 200 /);
    for (const order of [id, ...load.orders]) expect(log).not.toContain(order);
    console.log(`${load.sent} requests, ${load.orders.length} orders, streams ${streams}`);
  },
  240_000,
);
