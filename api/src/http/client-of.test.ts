import { describe, expect, it, vi } from "vitest";
import { world } from "../../test/http/app-world";
import { inProcessApi } from "../routes/app";
import { createProxyWatch } from "./proxy-watch";

const from = (address: string) => ({ "x-forwarded-for": `6.6.6.6, ${address}` });

describe("a client", () => {
  it("takes every way to write an address for one client", async () => {
    const { call } = world();
    const forms = ["1.2.3.4", "1.2.3.4:5678", "::ffff:1.2.3.4", "::ffff:0102:0304", "[::ffff:102:304]:80"];
    const codes = [];
    for (const form of [...forms, ...forms, "1.2.3.4"])
      codes.push((await call("GET", "/api/track/482915037", undefined, from(form))).status);
    expect(codes).toEqual([...Array<number>(10).fill(200), 429]);
  });

  it("takes a whole IPv6 /64 for one client", async () => {
    const { call } = world();
    const ask = (address: string) => call("GET", "/api/track/482915037", undefined, from(address));
    for (let i = 0; i < 10; i++) await ask(`2001:db8:1:2::${i}`);
    expect((await ask("2001:db8:1:2:ffff::1")).status).toBe(429);
    expect((await ask("2001:db8:1:3::1")).status).toBe(200);
  });

  it("bounds what the clients of one /56 and of one /48 do together", async () => {
    const { call } = world();
    const served = async (addresses: string[]) => {
      let count = 0;
      for (const address of addresses)
        if ((await call("GET", "/api/track/482915037", undefined, from(address))).status === 200) count++;
      return count;
    };
    const networks = (count: number, of: (i: number) => string) =>
      Array.from({ length: count }, (_, i) => Array<string>(10).fill(of(i))).flat();
    const hex = (i: number) => i.toString(16).padStart(2, "0");
    expect(await served(networks(5, (i) => `2001:db8:1:1${hex(i)}::1`))).toBe(30);
    expect(await served(networks(12, (i) => `2001:db8:1:${hex(i)}ff::1`))).toBe(70);
    expect(await served(["2001:db8:2::1"])).toBe(1);
  });

  it("believes x-sotto-client only from inside", async () => {
    const { call, app } = world();
    const path = "/api/track/482915037";
    for (let i = 0; i < 10; i++)
      await call("GET", path, undefined, { ...from("1.1.1.1"), "x-sotto-client": `${i}` });
    expect((await call("GET", path, undefined, { ...from("1.1.1.1"), "x-sotto-client": "11" })).status).toBe(
      429,
    );
    const api = inProcessApi(app);
    const inside = (key: string) =>
      api(new Request(`http://in.process${path}`, { headers: { "x-sotto-client": key } }));
    for (let i = 0; i < 10; i++) expect((await inside("one")).status).toBe(200);
    expect((await inside("one")).status).toBe(429);
    expect((await inside("two")).status).toBe(200);
  });
});

describe("chats of the bot", () => {
  const botSecret = "a secret that the bot and the server share";
  const path = "/api/track/482915037";
  it("have limits of their own, for who shows the secret", async () => {
    const { call } = world({ botSecret });
    const chat = async (name: string, secret = botSecret) =>
      (
        await call("GET", path, undefined, {
          ...from("1.1.1.1"),
          "x-sotto-bot": secret,
          "x-sotto-client": name,
        })
      ).status;
    for (let i = 0; i < 10; i++) expect(await chat("one")).toBe(200);
    expect(await chat("one")).toBe(429);
    expect(await chat("two")).toBe(200);
    for (let i = 0; i < 10; i++) expect(await chat(`${i}`, `${botSecret}!`)).toBe(200);
    expect(await chat("another", `${botSecret}!`)).toBe(429);
    expect(await chat("another")).toBe(200);
  });
});

describe("a proxy in front of a service that was not told of it", () => {
  const incoming = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } }) as never;
  const path = "/api/track/482915037";
  const headers = { "x-forwarded-for": "1.1.1.1" };

  const watched = ({ behindProxy }: { behindProxy: boolean }) => {
    let now = 0;
    const log = { warn: vi.fn() };
    const proxyWatch = createProxyWatch({ clock: { now: () => now }, log });
    const wait = (ms: number) => {
      now += ms;
    };
    return { ...world({ behindProxy, proxyWatch }), log, proxyWatch, wait };
  };

  it("is said once in the log, and is a problem for an hour; it is not believed", async () => {
    const { app, log, proxyWatch, wait } = watched({ behindProxy: false });
    await app.request(path, {}, incoming("127.0.0.1"));
    expect(proxyWatch.isProxyIgnored()).toBe(false);
    const codes = [];
    for (let i = 0; i < 10; i++) {
      const forwarded = { headers: { "x-forwarded-for": `1.1.1.${i}` } };
      codes.push((await app.request(path, forwarded, incoming("127.0.0.1"))).status);
    }
    expect(codes).toEqual([...Array<number>(9).fill(200), 429]);
    expect(log.warn).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(log.warn.mock.calls)).not.toContain("1.1.1");
    expect(proxyWatch.isProxyIgnored()).toBe(true);
    wait(60 * 60_000);
    expect(proxyWatch.isProxyIgnored()).toBe(false);
  });

  it("is no problem where a stranger sends the header, or a proxy is configured", async () => {
    const stranger = watched({ behindProxy: false });
    await stranger.app.request(path, { headers }, incoming("8.8.8.8"));
    expect([stranger.log.warn.mock.calls.length, stranger.proxyWatch.isProxyIgnored()]).toEqual([1, false]);
    const told = watched({ behindProxy: true });
    await told.app.request(path, { headers }, incoming("127.0.0.1"));
    expect([told.log.warn.mock.calls.length, told.proxyWatch.isProxyIgnored()]).toEqual([0, false]);
  });
});
