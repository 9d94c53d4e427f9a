import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Currency, Track } from "@sotto/openapi";
import { afterEach, describe, expect, test } from "vitest";
import { failureOf } from "./failure";
import { example } from "./testing/contract";
import { type FakeRoutes, problem, runSotto, startFakeApi } from "./testing/fake-api";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function fakeApi(routes: FakeRoutes) {
  const api = await startFakeApi(routes);
  closers.push(api.close);
  return api;
}

const BTC: Currency = {
  ...(example<Currency[]>("GET", "/api/currencies").find(({ id }) => id === "BTC") ??
    example<Currency[]>("GET", "/api/currencies")[0]),
  id: "BTC",
  name: "Bitcoin",
  networkDisplayName: "Bitcoin",
  minAmount: "0.001",
  maxAmount: "4.1",
  isActive: true,
} as Currency;
const DASH = { ...BTC, id: "DASH", name: "Dash", maxAmount: null, isActive: false };
const TRACKED: Track = {
  ...example<Track>("GET", "/api/track/482915037"),
  status: "completed",
  state: "completed",
  receiveAddress: "…YdH",
};

describe("reading", () => {
  test("a person sees a table, with paused currencies marked", async () => {
    const { url } = await fakeApi({ "GET /api/currencies": { body: [BTC, DASH] } });
    const { out, exitCode } = await runSotto(["currencies"], { apiUrl: url, interactive: true });
    expect(exitCode).toBe(0);
    expect(out).toEqual([
      "CODE  NAME     NETWORK    MIN  MAX  STATUS",
      "BTC   Bitcoin  Bitcoin  0.001  4.1  active",
      "DASH  Dash     Bitcoin  0.001    -  paused",
    ]);
  });

  test("a pipe gets the API's own JSON on one line", async () => {
    const { url } = await fakeApi({ "GET /api/currencies": { body: [BTC] } });
    const { out } = await runSotto(["currencies"], { apiUrl: url });
    expect(out.map((line) => JSON.parse(line))).toEqual([[BTC]]);
  });

  test("rates of one currency leave the others out", async () => {
    const rate = (from: string, to: string) => ({
      from,
      to,
      rate: "2",
      updatedAt: "2026-01-01T12:00:00.000Z",
    });
    const { url } = await fakeApi({
      "GET /api/exchange-rates": { body: [rate("BTC", "ETH"), rate("ETH", "BTC")] },
      "GET /api/exchange-rate/XYZ/XYZ": { status: 404, body: problem(404, "currency/unknown", "Unknown.") },
    });
    const { out } = await runSotto(["rates", "eth"], { apiUrl: url });
    expect(JSON.parse(out[0] ?? "")).toEqual([rate("ETH", "BTC")]);
    expect((await runSotto(["rates", "XYZ"], { apiUrl: url })).exitCode).toBe(3);
  });

  test("a pair is asked for by its own path", async () => {
    const pair = {
      from: "BTC",
      to: "ETH",
      rate: "20",
      minAmount: "0.001",
      maxAmount: "4",
      networkFee: "0.1",
      updatedAt: "2026-01-01T12:00:00.000Z",
    };
    const { url } = await fakeApi({ "GET /api/exchange-rate/BTC/ETH": { body: pair } });
    const { out } = await runSotto(["rates", "BTC", "ETH"], { apiUrl: url, interactive: true });
    expect(out[0]).toBe("rate         1 BTC = 20 ETH");
  });

  test("track shows the order, and a code may be written in groups", async () => {
    const { url } = await fakeApi({ "GET /api/track/482915037": { body: TRACKED } });
    const { out } = await runSotto(["--table", "track", "482-915-037"], { apiUrl: url });
    expect(out).toContain("status    completed (completed)");
    expect(out).toContain("received  about 2900 USDT-TRC20 at …YdH");
  });
});

describe("failures", () => {
  test("not found: the problem's text and code, a hint, exit code 3, nothing on standard output", async () => {
    const unknown = problem(404, "track/unknown", "No order has this code.");
    const { url } = await fakeApi({ "GET /api/track/482915037": { status: 404, body: unknown } });
    const { exitCode, out, notes } = await runSotto(["track", "482915037"], { apiUrl: url });
    expect(exitCode).toBe(3);
    expect(out).toEqual([]);
    expect(notes[0]).toBe("sotto: No order has this code. (track/unknown)");
    expect(notes[1]).toContain("9 digits");
  });

  test("wrong usage is 2 and asks nobody", async () => {
    const { url, requests } = await fakeApi({});
    for (const args of [["track", "12"], ["track"], ["nonsense"], ["--api-url", "nowhere", "currencies"]]) {
      expect((await runSotto(args, { apiUrl: url })).exitCode).toBe(2);
    }
    expect(requests).toEqual([]);
  });

  test("nobody there is 5, and says how to start one", async () => {
    const { url } = await startFakeApi({}).then(async (api) => {
      await api.close();
      return api;
    });
    const { exitCode, notes } = await runSotto(["currencies"], { apiUrl: url });
    expect(exitCode).toBe(5);
    expect(notes.join("\n")).toContain("npm start");
  });

  test("an answer that is not Sotto's is 5", async () => {
    const { url } = await fakeApi({
      "GET /api/currencies": { status: 400, body: { oops: true }, offContract: true },
    });
    expect((await runSotto(["currencies"], { apiUrl: url })).exitCode).toBe(5);
  });

  test("a page instead of JSON is 5 too, and a token that no header may hold is 2", async () => {
    const page = createServer((_, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><p>Welcome</p>");
    });
    await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve));
    closers.push(async () => void page.close());
    const apiUrl = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
    const welcomed = await runSotto(["currencies"], { apiUrl });
    expect(welcomed.exitCode).toBe(5);
    expect(welcomed.notes[0]).toContain("not as Sotto does");
    const { url, requests } = await fakeApi({});
    for (const SOTTO_TOKEN of ["a\nb", "tökén ☃"]) {
      const ended = await runSotto(["admin", "whoami"], { apiUrl: url, environment: { SOTTO_TOKEN } });
      expect(ended.exitCode).toBe(2);
      expect(ended.notes.join("\n")).toContain("The token holds characters");
    }
    expect(requests).toEqual([]);
  });

  test.each([
    ["order/not-cancellable", 409],
    ["pair/paused", 409],
    ["quote/expired", 409],
    ["request/invalid", 422],
    ["internal", 500],
  ] as const)("%s says what to do", (code, status) => {
    expect(failureOf(problem(status, code, "No.")).hint).toMatch(/\.$/);
  });

  test("a password is not read where the terminal would show it", async () => {
    const { url, requests } = await fakeApi({});
    const { exitCode, notes } = await runSotto(["admin", "login", "admin"], {
      apiUrl: url,
      typed: true,
      input: "correct horse\n",
    });
    expect([exitCode, requests]).toEqual([2, []]);
    expect(notes[0]).toContain("standard error is not the terminal");
  });

  test("help is no failure", async () => {
    const { exitCode, out } = await runSotto(["--help"], {});
    expect(exitCode).toBe(0);
    expect(out.join("\n")).toContain("swap");
  });
});

describe("one form of failures", () => {
  test("a wrong command line is reported as every other failure", async () => {
    const ended = await runSotto(["swap", "show", "--fast"], {});
    expect([ended.exitCode, ended.notes.join("\n").split("\n")]).toEqual([
      2,
      ["sotto: Unknown option '--fast'.", "  Add --help to see how."],
    ]);
    const { notes } = await runSotto(["track"], {});
    expect(notes[0]).toBe("sotto: Missing required argument 'code'.");
  });

  test("a fault of the program itself begins as every other failure, and shows where it is", async () => {
    const { url } = await fakeApi({ "GET /api/stats": { body: null, offContract: true } });
    const { exitCode, notes } = await runSotto(["--table", "stats"], { apiUrl: url });
    expect(exitCode).toBe(1);
    expect(notes[0]).toMatch(/^sotto: This is a fault of sotto itself; .*\nTypeError: /);
  });
});

test("bin/sotto.mjs runs as a process, writes JSON into a pipe and hands its exit code on", async () => {
  const { url } = await fakeApi({ "GET /api/currencies": { body: [BTC] } });
  const program = join(import.meta.dirname, "../bin/sotto.mjs");
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [program, ...args], {
      env: { ...process.env, SOTTO_API_URL: url },
    });
    let out = "";
    child.stdout.on("data", (chunk) => {
      out += chunk;
    });
    const [code] = await once(child, "close");
    return { code, out };
  };
  expect(await run("currencies")).toEqual({ code: 0, out: `${JSON.stringify([BTC])}\n` });
  expect((await run("track", "1")).code).toBe(2);
});
