import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createApproverNotice } from "../../src/admin/approver-notice";
import { openPlace, type Place } from "./place";

const START = 1_767_268_800_000;
const MINUTE_MS = 60_000;
const SECRET = "a-topic-nobody-guesses";

let place: Place;
let server: Server;
let now: number;
let status: number;
let lines: string[];
let received: { path: string | undefined; authorization: string | undefined; body: unknown }[];

beforeEach(async () => {
  place = await openPlace();
  [now, status, lines, received] = [START, 200, [], []];
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await place.close();
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { authorization } = request.headers;
  const body: unknown = JSON.parse(await text(request));
  received.push({ path: `${request.method} ${request.url}`, authorization, body });
  response.writeHead(status, { location: "/elsewhere" }).end();
}

const portOf = () => (server.address() as AddressInfo).port;

/** As the worker looks, with a login that may read what waits. */
function notice(address = `http://127.0.0.1:${portOf()}/${SECRET}`) {
  const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
  return createApproverNotice({ database: place.worker, clock: { now: () => now }, log, address });
}

async function holdOrder(name: string): Promise<void> {
  const code = String(100_000_000 + Math.floor(Math.random() * 900_000_000));
  await place.owner.$client`
    INSERT INTO orders (id, tracking_code, version, state, terms, body, book, send_asset, created_at, updated_at)
    VALUES (${name}, ${code}, 1, 'hold', '{}', '{}', ${name}, 'BTC', now(), now())`;
}

async function addLoan(): Promise<void> {
  await place.owner.$client`
    INSERT INTO loans (version, status, asset, units, rate_scaled, value_scaled, fee_scaled, receive_address, approval_required,
      created_by, created_at)
    VALUES (1, 'pending', 'BTC', 987654321, 1, 1, 0, 'bc1q-the-payee', true, 'ana', now())`;
}

const bodies = () => received.map(({ body }) => body);

describe("what waits for an approver", () => {
  it("is told once, in words: no amount, no address, no name", async () => {
    const look = notice();
    await look();
    expect(received).toEqual([]);
    await addLoan();
    await look();
    const body = { text: "Sotto: waiting for an approver: a loan to approve.", waiting: ["loan"] };
    expect(received).toEqual([{ path: `POST /${SECRET}`, authorization: undefined, body }]);
    now += MINUTE_MS;
    await look();
    expect(received).toHaveLength(1);
  });

  it("goes in at most one message a minute", async () => {
    const look = notice();
    await holdOrder("first");
    await look();
    await holdOrder("second");
    await addLoan();
    now += MINUTE_MS - 1;
    await look();
    expect(received).toHaveLength(1);
    now += 1;
    await look();
    expect(bodies().at(-1)).toMatchObject({ waiting: expect.arrayContaining(["order", "loan"]) });
    expect(received).toHaveLength(2);
  });

  it("is each kind of it: also a payout above a cap, a foreign spend, and the brake of retention", async () => {
    await place.owner.$client`
      INSERT INTO outbox (key, kind, payload, next_attempt_at, created_at, last_error)
      VALUES ('leg:a', 'send_leg', '{"legId": "a"}', now(), now(), 'waits for an approver''s release: above the hour''s cap')`;
    await place.owner.$client`
      INSERT INTO unplanned_spends (chain, tx_id, outputs, seen_at) VALUES ('bitcoin', 'tx', '{}', now())`;
    await place.owner.$client`INSERT INTO retention_brake (held_since) VALUES (now())`;
    await notice()();
    const [told] = bodies();
    expect(told).toMatchObject({ waiting: expect.arrayContaining(["payout", "spend", "retention"]) });
  });
});

describe("a message that fails", () => {
  it("is sent again each minute, five times in all, and then given up", async () => {
    status = 500;
    const look = notice();
    await addLoan();
    for (let minute = 0; minute < 8; minute++) {
      await look();
      now += MINUTE_MS;
    }
    expect(received).toHaveLength(5);
    expect(lines).toHaveLength(5);
    status = 200;
    await holdOrder("later");
    await look();
    expect(bodies().at(-1)).toMatchObject({ waiting: ["order"] });
  });

  it("is logged without the address and what it holds, and does not stop the worker", async () => {
    const port = portOf();
    status = 302;
    await addLoan();
    const look = notice(`http://operator:hunter22@127.0.0.1:${port}/${SECRET}`);
    await look();
    expect(received[0]?.authorization).toBe(`Basic ${Buffer.from("operator:hunter22").toString("base64")}`);
    expect(received).toHaveLength(1);
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
    const free = (closed.address() as AddressInfo).port;
    await new Promise<void>((resolve) => closed.close(() => resolve()));
    await notice(`http://operator:hunter22@127.0.0.1:${free}/${SECRET}`)();
    expect(lines.map((line) => JSON.parse(line).failure)).toEqual(["status 302", "ECONNREFUSED"]);
    for (const secret of [SECRET, "operator", "hunter22", "127.0.0.1", String(free)])
      expect(lines.join("\n")).not.toContain(secret);
  });
});
