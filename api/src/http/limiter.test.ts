import { describe, expect, it } from "vitest";
import { ID, ORDER, world } from "../../test/http/app-world";

const from = (address: string) => ({ "x-forwarded-for": `6.6.6.6, ${address}` });

describe("limits", () => {
  it("counts by client, says when to come back, and forgets in time", async () => {
    const { call, wait } = world();
    const codes = [];
    for (let i = 0; i < 11; i++) {
      codes.push((await call("GET", "/api/track/482915037", undefined, from("1.1.1.1"))).status);
    }
    expect(codes).toEqual([...Array<number>(10).fill(200), 429]);
    const refused = await call("GET", "/api/track/482915037", undefined, from("1.1.1.1"));
    expect(refused.headers.get("retry-after")).toBe("60");
    expect((await call("GET", "/api/track/482915037", undefined, from("1.1.1.2"))).status).toBe(200);
    wait(60_000);
    expect((await call("GET", "/api/track/482915037", undefined, from("1.1.1.1"))).status).toBe(200);
  });

  it("counts the misses of everybody together", async () => {
    const { call, wait } = world();
    const miss = async (i: number) =>
      (await call("GET", "/api/track/111111111", undefined, from(`1.1.2.${i}`))).status;
    const codes = [];
    for (let i = 0; i < 6; i++) codes.push(await miss(i));
    expect(codes).toEqual([404, 404, 404, 404, 404, 429]);
    wait(1_000);
    expect(await miss(7)).toBe(404);
  });
});

describe("limits of orders", () => {
  it("caps unpaid orders, but answers a repeated request again", async () => {
    const { call, orders, wait } = world();
    const create = (key: string) =>
      call("POST", "/api/exchanges", ORDER, { ...from("1.1.1.1"), "idempotency-key": key });
    for (let i = 0; i < 5; i++) expect((await create(`a-key-with-number-${i}`)).status).toBe(201);
    wait(60_000);
    expect((await create("a-key-with-number-5")).json.code).toBe("limit/unpaid");
    expect((await create("a-key-with-number-0")).status).toBe(201);
    expect(orders.create).toHaveBeenCalledTimes(6);
  });

  it("counts orders that were made, not typing errors", async () => {
    const { call, wait } = world({ orders: { ...world().orders, countUnpaid: async () => 0 } });
    const create = async (body: object) =>
      (await call("POST", "/api/exchanges", body, from("1.1.1.1"))).status;
    for (let i = 0; i < 20; i++) expect(await create({})).toBe(422);
    for (let i = 0; i < 6; i++) expect(await create(ORDER)).toBe(201);
    expect(await create(ORDER)).toBe(429);
    for (let minute = 1; minute < 5; minute++) {
      wait(60_000);
      for (let i = 0; i < 6; i++) expect(await create(ORDER)).toBe(201);
    }
    wait(60_000);
    expect(await create(ORDER)).toBe(429);
    for (let i = 0; i < 59; i++) await create({});
    expect(await create({})).toBe(429);
  });

  it("caps six orders created at once as well", async () => {
    const { call } = world();
    const made = await Promise.all(
      Array.from({ length: 6 }, () => call("POST", "/api/exchanges", ORDER, from("1.1.1.1"))),
    );
    expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 429]);
  });

  it("looks at a chain once in 10 s an order, whoever asks", async () => {
    const { call, wait } = world();
    const verify = async (address: string) =>
      (await call("POST", `/api/exchanges/${ID}/verify-payment`, undefined, from(address))).status;
    expect([await verify("1.1.1.1"), await verify("1.1.1.2")]).toEqual([200, 429]);
    wait(10_000);
    expect(await verify("1.1.1.2")).toBe(200);
  });

  it("caps the unpaid orders of one /56 together", async () => {
    const { call, wait } = world();
    const made = async (host: string) =>
      (await call("POST", "/api/exchanges", ORDER, from(`2001:db8:1:1${host}::1`))).json.code;
    for (const host of ["00", "01", "02"]) {
      for (let i = 0; i < 5; i++) expect(await made(host)).toBeUndefined();
      wait(60_000);
    }
    expect(await made("03")).toBe("limit/unpaid");
  });

  it("has one client look at chains at most 20 times a minute, for all orders together", async () => {
    const { call, wait } = world();
    const verify = async (order: string, address: string) =>
      (await call("POST", `/api/exchanges/${order}/verify-payment`, undefined, from(address))).status;
    const other = (i: number) => `${String(i).padStart(2, "0")}${ID.slice(2)}`;
    for (let i = 0; i < 20; i++) expect(await verify(other(i), "1.1.1.1")).toBe(404);
    expect(await verify(ID, "1.1.1.1")).toBe(429);
    expect(await verify(ID, "1.1.1.2"), "which used up nothing of the order's").toBe(200);
    wait(60_000);
    expect(await verify(ID, "1.1.1.1")).toBe(200);
  });

  it("lifts them all", async () => {
    const { call } = world({ limitsLifted: true });
    for (let i = 0; i < 40; i++) expect((await call("POST", "/api/exchanges", ORDER)).status).toBe(201);
  });
});

describe("origins of POSTs", () => {
  const host = { host: "sotto.test" };
  it.each([
    [{}, 201],
    [{ origin: "http://sotto.test" }, 201],
    [{ origin: "http://evil.test" }, 403],
    [{ origin: "null" }, 403],
    [{ origin: "null", "sec-fetch-site": "same-origin" }, 201],
    [{ "sec-fetch-site": "cross-site" }, 403],
    [{ "sec-fetch-site": "same-site", origin: "http://a.sotto.test" }, 403],
  ])("%o is %i", async (headers: Record<string, string>, status) => {
    const { call } = world();
    expect((await call("POST", "/api/exchanges", ORDER, { ...host, ...headers })).status).toBe(status);
  });

  it("compares with the configured origin where there is one", async () => {
    const { call } = world({ publicUrl: "https://sotto.example" });
    const at = (origin: string) => call("POST", "/api/exchanges", ORDER, { ...host, origin });
    expect((await at("https://sotto.example")).status).toBe(201);
    expect((await at("http://sotto.test")).status).toBe(403);
  });
});
