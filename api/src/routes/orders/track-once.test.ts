import { beforeEach, describe, expect, it } from "vitest";
import { world } from "../../../test/http/app-world";

const CODE = "482915037";
const UNKNOWN = "111111111";

let sotto: ReturnType<typeof world>;
let clients = 0;
beforeEach(() => {
  sotto = world();
});

/** One look-up by a client who has not asked before. */
async function ask(code: string, tail?: string) {
  const from = { "x-forwarded-for": `2001:db8:${(++clients).toString(16)}::1` };
  const query = tail === undefined ? "" : `?tail=${tail}`;
  const answer = await sotto.call("GET", `/api/track/${code}${query}`, undefined, from);
  return { ...answer, code: answer.json.code };
}

/** Everything that a client sees of an answer, but for its random name. */
const seen = ({ status, headers, text }: Awaited<ReturnType<typeof ask>>) => ({
  status,
  headers: [...headers],
  text: text.replace(/urn:uuid:[0-9a-f-]{36}/, ""),
});

async function jam(): Promise<void> {
  for (let i = 0; i < 5; i++) expect((await ask(UNKNOWN)).status).toBe(404);
}

describe("while strangers have used up the misses", () => {
  beforeEach(jam);

  it("a code with its tail is answered, in either case, again and again", async () => {
    for (const tail of ["WYdH", "wydh", "WYDH"])
      for (let i = 0; i < 5; i++) expect((await ask(CODE, tail)).status).toBe(200);
  });

  it("a code without one is asked for it, whether it exists or not, without a look-up", async () => {
    const lookUps = () => (sotto.orders.track as unknown as { mock: { calls: unknown[] } }).mock.calls.length;
    const before = lookUps();
    const [right, unknown] = [await ask(CODE), await ask(UNKNOWN)];
    expect(seen(right)).toEqual(seen(unknown));
    expect(right).toMatchObject({ status: 429, code: "track/tail-required" });
    expect(right.headers.get("retry-after")).toBe("1");
    expect(right.json.message).toContain("last four characters");
    expect(lookUps()).toBe(before);
    sotto.wait(1_000);
    expect((await ask(CODE)).status).toBe(200);
  });

  it("a wrong tail is answered like an unknown code, byte for byte", async () => {
    const wrong = await ask(CODE, "XXXX");
    expect(wrong).toMatchObject({ status: 404, code: "track/unknown" });
    expect(seen(wrong)).toEqual(seen(await ask(UNKNOWN, "YYYY")));
    expect(seen(wrong)).toEqual(seen(await ask(UNKNOWN, "WYdH")));
  });
});

it("a wrong tail is answered like an unknown code at other times too, and is a miss of everybody", async () => {
  const wrong = await ask(CODE, "XXXX");
  expect(seen(wrong)).toEqual(seen(await ask(UNKNOWN)));
  for (let i = 0; i < 3; i++) await ask(UNKNOWN, `YYY${i}`);
  expect(await ask(CODE)).toMatchObject({ status: 429, code: "track/tail-required" });
});

it("a client's own limit counts look-ups with a tail", async () => {
  const from = { "x-forwarded-for": "192.0.2.1" };
  const statuses: number[] = [];
  for (let i = 0; i < 11; i++)
    statuses.push((await sotto.call("GET", `/api/track/${CODE}?tail=WYdH`, undefined, from)).status);
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
});

it("who knows an address tries no more than two codes a second, from many addresses together", async () => {
  const codes: number[] = [];
  for (let i = 0; i < 4; i++) codes.push((await ask(`11111111${i}`, i % 2 === 0 ? "WYdH" : "wydh")).status);
  expect(codes).toEqual([404, 404, 429, 429]);
  expect(await ask(CODE, "WYdH")).toMatchObject({ status: 429, code: "limit/rate" });
  sotto.wait(1_000);
  expect((await ask(CODE, "WYdH")).status).toBe(200);
});

it("who knows a code tries five tails a day on it, and whether it exists makes no difference", async () => {
  const tried = async (code: string): Promise<unknown[]> => {
    const answers: unknown[] = [];
    for (let i = 0; i < 6; i++) answers.push((await ask(code, `abc${i}`)).code);
    return answers;
  };
  const five = Array<string>(5).fill("track/unknown");
  expect(await tried(CODE)).toEqual([...five, "limit/rate"]);
  expect(await tried(UNKNOWN)).toEqual([...five, "limit/rate"]);
  sotto.wait(24 * 60 * 60 * 1_000);
  expect((await ask(CODE, "WYdH")).status).toBe(200);
});

it("a look-up that fails for a fault of ours is no miss", async () => {
  const { orders } = world();
  sotto = world({ orders: { ...orders, track: () => Promise.reject(new Error("no database")) } });
  for (let i = 0; i < 8; i++) expect((await ask(CODE, "WYdH")).status).toBe(500);
});

it.each(["abc", "abcde", "ab-d", "", "äbcd", "%00abc"])("refuses %j as a tail", async (tail) => {
  expect(await ask(CODE, tail)).toMatchObject({ status: 422, code: "request/invalid" });
});
