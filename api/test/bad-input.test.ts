import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerFaults, type ContractOperation, operations } from "./contract/check";
import { type ContractWorld, given, openContractWorld, RECEIVE } from "./contract/world";
import { commonRefusals } from "./refusals/common";
import type { Facts, Row, Sent } from "./refusals/row";
import { REFUSALS } from "./refusals/table";
import { written } from "./written";

let world: ContractWorld;
let before: Record<string, string>;
let facts: Facts;
let credentials: Readonly<Record<string, string>>;

beforeAll(async () => {
  world = await openContractWorld();
  const { id, depositAddress } = await world.create({
    sendCurrency: "ETH",
    receiveCurrency: "BTC",
    sendAmount: "1",
    receiveAddress: RECEIVE.BTC,
  });
  const { token } = await world.ok("adminLogin", {}, world.sotto.admin);
  const admin = world.callsOf({ authorization: `Bearer ${token}` });
  const key = await admin.ok("createApiKey", {}, { name: "bad input" });
  const wallets = await admin.ok("listWallets");
  const hotAddress = given(wallets.find(({ currency }) => currency === "ETH")).address;
  facts = { waitingId: id, depositAddress, hotAddress };
  credentials = { authorization: `Bearer ${token}`, "x-api-key": key.secret };
  before = await written(world.sotto);
});
afterAll(() => world.stop());

type Answer = {
  status: number;
  code: string;
  message: string;
  text: string;
  params: Record<string, string>;
  pointers: string[];
};

/** Sends one row's request; its answer has to be a problem that the contract documents. */
async function refused(operationId: string, change: Row[2] = {}, sent: Sent = {}): Promise<Answer> {
  const operation = given(operations.find((one) => one.operationId === operationId));
  const { body: good, params } = REFUSALS[operationId] ?? { rows: [] };
  const members = typeof change === "function" ? change(facts) : change;
  const body = sent.raw === undefined ? JSON.stringify({ ...good, ...members }) : sent.raw;
  const filled = pathOf(operation, { id: facts.waitingId, currency: "BTC", ...params, ...sent.params });
  const path =
    sent.query === undefined ? filled : `${filled}${filled.includes("?") ? "&" : "?"}${sent.query}`;
  const headers = Object.entries({ ...headersOf(operation), ...sent.headers }).flatMap(
    ([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]),
  );
  const { method } = operation;
  const takesBody = method === "POST" && body !== null;
  const response = await fetch(`${world.sotto.base}${path}`, { method, headers, ...(takesBody && { body }) });
  const text = await response.text();
  const mediaType = response.headers.get("content-type");
  const { pathname } = new URL(path, world.sotto.base);
  expect(answerFaults({ method, path: pathname, status: response.status, mediaType, text })).toEqual([]);
  return { ...problemIn(text, mediaType), status: response.status, text };
}

/** The path with its steps filled in, and the members left over as its query. */
function pathOf({ path, queryNames }: ContractOperation, params: Readonly<Record<string, string>>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(given(params[name], name)),
  );
  const query = queryNames.flatMap((name) => {
    const value = params[name];
    return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`;
}

function headersOf({ method, credential }: ContractOperation): Record<string, string> {
  const json = method === "POST" ? { "content-type": "application/json" } : {};
  return credential === undefined ? json : { ...json, [credential]: given(credentials[credential]) };
}

function problemIn(text: string, mediaType: string | null): Omit<Answer, "status" | "text"> {
  const whole = JSON.parse(text);
  const isProblem = mediaType?.startsWith("application/problem+json") === true;
  if (!isProblem) expect(whole).toMatchObject({ success: false });
  const body = isProblem ? whole : whole.error;
  expect(body.message).toMatch(/\S/);
  const pointers = body.errors.map(({ pointer }: { pointer: string }) => pointer);
  return { code: body.code, message: body.message, params: body.params ?? {}, pointers };
}

/** A row's `status code pointer`, as `Row` has it. */
function expectAnswer(answer: Answer, expected: string): void {
  const [status, code = "", pointer] = expected.split(" ");
  const [, room, kind = ""] = /^(.+)\/(.+)$/.exec(code) ?? [];
  const codes = new RegExp(`^${room}/(${kind})$`.replaceAll("*", ".+"));
  expect(answer).toMatchObject({ status: Number(status), code: expect.stringMatching(codes) });
  if (pointer !== undefined) expect(answer.pointers).toEqual([pointer]);
}

const takesInput = ({ path, queryNames, requestBody }: ContractOperation): boolean =>
  path.includes("{") || queryNames.length > 0 || requestBody !== undefined;

it("the table names operations of the contract, and each that takes input has rows of its own", () => {
  const named = Object.keys(REFUSALS).filter((id) => REFUSALS[id]?.rows.length !== 0);
  const known = operations.map(({ operationId }) => operationId);
  expect(named.filter((id) => !known.includes(id))).toEqual([]);
  const without = operations.filter((one) => takesInput(one) && !named.includes(one.operationId));
  expect(without.map(({ operationId }) => operationId)).toEqual([]);
});

for (const operation of operations) {
  const { operationId } = operation;
  const rows = [...commonRefusals(operation), ...(REFUSALS[operationId]?.rows ?? [])];
  if (rows.length === 0) continue;
  describe(`${operationId} refuses`, () => {
    for (const [name, expected, change, sent] of rows) {
      it(name, async () => expectAnswer(await refused(operationId, change, sent), expected));
    }
  });
}

describe("a refusal", () => {
  it("out of the limits names the limit", async () => {
    const below = await refused("createExchange", { sendAmount: "0.0001" });
    expect(below.params).toEqual({ limit: "0.001", currency: "BTC" });
    const { params, message } = await refused("createExchange", { sendAmount: "100000000" });
    expect(params).toMatchObject({ limit: expect.stringMatching(/^\d+(\.\d+)?$/), currency: "BTC" });
    expect(message).toContain(params.limit);
  });

  it("of an unknown order is the same everywhere", async () => {
    const params = { id: "AAAAAAAAAAAAAAAAAAAAAA" };
    const ofOrders = operations.filter(({ path }) => path.startsWith("/api/exchanges/{id}"));
    const answers = await Promise.all(
      ofOrders.map(({ operationId }) => refused(operationId, {}, { params })),
    );
    const bodies = answers.map(({ text }) => ({ ...JSON.parse(text), instance: "" }));
    for (const body of bodies) expect(body).toEqual(bodies[0]);
    expect(answers[0]).toMatchObject({ status: 404, code: "order/unknown" });
  });

  it("of a code that nobody has is 404", async () => {
    // One order exists: one of two codes is not its.
    const codes = ["000000000", "999999999"];
    const answers = await Promise.all(codes.map((code) => fetch(`${world.sotto.base}/api/track/${code}`)));
    expect(answers.map(({ status }) => status)).toContain(404);
  });

  it("of a login is the same, whatever is wrong", async () => {
    const { username, password } = world.sotto.admin;
    const attempts = [
      { username, password: "wrong" },
      { username: "nobody", password: "wrong" },
      { username: "nobody", password },
      { username: username.toUpperCase(), password },
      { username, password: `${password} ` },
      { username, password: password.slice(0, -1), totp: "123456" },
      { username: "' OR 1=1 --", password: "\u0000" },
    ];
    const answers = await Promise.all(attempts.map((body) => refused("adminLogin", body)));
    const bodies = answers.map(({ text }) => ({ ...JSON.parse(text), instance: "" }));
    for (const body of bodies) expect(body).toEqual(bodies[0]);
    expect(bodies[0]).toMatchObject({ status: 401, code: "auth/failed" });
  });

  it("is in the language asked for, and never with what was sent", async () => {
    const sent = "zq7Xmarker";
    const headers = { "accept-language": "zh-CN" };
    const chinese = await refused("createExchange", { receiveAddress: sent }, { headers });
    const members = { receiveAddress: sent, sessionId: sent, receiveMemo: sent };
    const english = await refused("createExchange", members);
    expect(chinese.message).toMatch(/\p{Script=Han}/u);
    expect(english.message).not.toMatch(/\p{Script=Han}/u);
    expect(`${chinese.text}${english.text}`).not.toContain(sent);
  });
});

it("nothing of all that was written", async () => {
  expect(await written(world.sotto)).toEqual(before);
});
