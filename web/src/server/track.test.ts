import type { OrderState, Track } from "@sotto/openapi";
import { expect, test } from "vitest";
import { createFakeApi, deletionNote, json, ORDER_ID, problem, REFUND_ADDRESS } from "../testing/fake-api";
import { site, textOf, withBuild } from "../testing/site";

withBuild();

const CODE = "482915037";

function tracked(changes: Partial<Track>) {
  const api = createFakeApi();
  const answer = {
    id: CODE,
    status: "pending",
    state: "waiting",
    createdAt: "2026-11-20T10:00:00.000Z",
    completedAt: null,
    sendAmount: "0.1",
    sendCurrency: "BTC",
    receiveAmount: "5900",
    receiveCurrency: "USDT-TRC20",
    receiveAddress: "…YdH",
    ...changes,
  };
  api.answers.set(`GET /api/track/${CODE}`, () => json(answer));
  return api;
}

const DONE = "2026-11-20T10:20:00.000Z";
const states: readonly [OrderState, Partial<Track>, string, string | null, string[]][] = [
  [
    "waiting",
    {},
    "Waiting for payment",
    "Waiting for payment",
    ["Request created", "Processing", "Completed"],
  ],
  [
    "confirming",
    {},
    "gathers its confirmations",
    "Waiting for payment",
    ["Request created", "Processing", "Completed"],
  ],
  [
    "exchanging",
    { status: "processing" },
    "under way",
    "Processing",
    ["Request created", "Processing", "Completed"],
  ],
  [
    "action_required",
    { status: "processing" },
    "decides there",
    "Processing",
    ["Request created", "Processing", "Completed"],
  ],
  [
    "hold",
    { status: "processing" },
    "A person looks",
    "Processing",
    ["Request created", "Processing", "Completed"],
  ],
  [
    "completed",
    { status: "completed", completedAt: DONE },
    "Exchange completed",
    null,
    ["Request created", "Processing", "Completed"],
  ],
  [
    "refunded",
    { status: "failed", completedAt: DONE },
    "were refunded",
    null,
    ["Request created", "Processing", "Refunded"],
  ],
  [
    "expired",
    { status: "expired", completedAt: DONE },
    "No payment arrived",
    "Expired",
    ["Request created", "Expired"],
  ],
  [
    "cancelled",
    { status: "expired", completedAt: DONE },
    "Cancelled before",
    "Cancelled",
    ["Request created", "Cancelled"],
  ],
  [
    "failed",
    { status: "failed", completedAt: DONE },
    "could not be completed",
    "Failed",
    ["Request created", "Failed"],
  ],
];

test.each(states)(
  "%s reads sensibly to whoever has the code",
  async (state, changes, notice, step, timeline) => {
    const { get } = site(tracked({ state, ...changes }));
    const answer = await get(`/en/track?code=${CODE}`);
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(textOf(html)).toContain(notice);
    expect(html).toMatch(/<title>[^<]+ · Track an order/);
    const current = /aria-current="step"[^>]*>([\s\S]*?)<\/li>/.exec(html)?.[1];
    expect(current === undefined ? null : textOf(current).trim()).toBe(step);
    const list = /<ol[^>]*aria-label="Times">([\s\S]*?)<\/ol>/.exec(html)?.[1] ?? "";
    const labels = [...list.matchAll(/<li[\s\S]*?<\/li>/g)].map(([item]) => textOf(item));
    expect(labels).toHaveLength(timeline.length);
    for (const [index, label] of timeline.entries()) expect(labels[index]).toContain(label);
    expect(list).toContain('dateTime="2026-11-20T10:00:00.000Z"');
    expect(list.includes(`dateTime="${DONE}"`)).toBe(changes.completedAt === DONE);
  },
);

test.each(["482 915 037", "#482915037", " # 482-915-037 ", "４８２９１５０３７"])(
  "a code pasted as %s is looked up by its nine digits",
  async (pasted) => {
    const api = tracked({});
    const answer = await site(api).get(`/en/track?code=${encodeURIComponent(pasted)}`);
    expect(answer.status).toBe(200);
    expect(api.calls.map(({ path }) => path)).toEqual([`/api/track/${CODE}`]);
  },
);

test("an empty search asks for the code, and what is no code is told so", async () => {
  const api = createFakeApi();
  const { get } = site(api);
  let answer = await get("/en/track?code=");
  // The router writes an address in its own way first.
  const location = answer.headers.get("location");
  if (location !== null)
    answer = await get(new URL(location, "http://127.0.0.1:8080").href.replace("http://127.0.0.1:8080", ""));
  expect(answer.status).toBe(422);
  expect(textOf(await answer.text())).toContain("Please enter the 9-digit tracking code");
  const wrong = await get("/en/track?code=48291503x");
  expect(wrong.status).toBe(422);
  const html = await wrong.text();
  expect(html).toMatch(/id="code-message"[^>]*>The tracking code must be 9 digits/);
  expect(html).toContain('value="48291503x"');
  expect(api.calls).toHaveLength(0);
});

test.each([
  ["pending", "waiting", "Not paid, or not confirmed yet"],
  ["processing", "mixing", "Under way"],
  ["completed", "completed", "Completed"],
  ["failed", "refunded", "Not exchanged"],
  ["expired", "expired", "Expired or cancelled"],
] as const)(
  "a mixed order that is %s tells that alone, and why there is no more",
  async (status, state, words) => {
    const nothing = { createdAt: null, sendAmount: null, sendCurrency: null, receiveAmount: null };
    const unknown = { receiveCurrency: null, receiveAddress: null };
    const api = tracked({ ...nothing, ...unknown, status, state });
    const html = await (await site(api).get(`/en/track?code=${CODE}`)).text();
    expect(html).toMatch(new RegExp(`<h2 id="tracked"[^>]*>${words}</h2>`));
    expect(html).toContain(`<title>${words} · Track an order`);
    const text = textOf(html);
    expect(text).toContain("This is a mixed order. Its code tells this status and nothing else");
    for (const other of ["Sends about", "Request created", "not yet", "null", "Refunded"])
      expect(text).not.toContain(other);
  },
);

const note = JSON.stringify(deletionNote);

test("a deletion note claims what came later, with a link to the order that sends it back", async () => {
  const api = createFakeApi();
  const claimed = { id: ORDER_ID, trackingCode: CODE, currency: "BTC", amount: "0.031" };
  api.answers.set("POST /api/claims", () => json([claimed], 201));
  const answer = await site(api).post("/en/track", { note, refundAddress: REFUND_ADDRESS });
  expect(answer.status).toBe(200);
  const { payload, signature } = deletionNote;
  expect(api.calls.find(({ path }) => path === "/api/claims")?.body).toEqual({
    payload,
    signature,
    refundAddress: REFUND_ADDRESS,
  });
  const html = await answer.text();
  expect(html).toContain(`href="/en/payment/${ORDER_ID}"`);
  expect(textOf(html)).toContain("It is being sent back by this order. Keep its link: #482915037 0.031 BTC");
});

test.each([
  ["no note at all", { note: "{}", refundAddress: REFUND_ADDRESS }, "This is not a deletion note."],
  ["no address", { note: note, refundAddress: " " }, "Enter the address that the money goes to."],
  ["a note that the service refuses", { note: note, refundAddress: REFUND_ADDRESS }, "Not ours."],
])("a claim with %s is answered beside its field, with what was entered", async (_, fields, text) => {
  const api = createFakeApi();
  api.answers.set("POST /api/claims", () => problem(422, "claim/note", "Not ours."));
  const answer = await site(api).post("/en/track", fields);
  expect(answer.status).toBe(422);
  const html = await answer.text();
  expect(textOf(html)).toContain(text);
  expect(html).toContain(fields.note.replaceAll('"', "&quot;").slice(0, 40));
});
