import type { OrderState, Track } from "@sotto/openapi";
import { describe, expect, test } from "vitest";
import {
  createFakeApi,
  deletionNote,
  json,
  ORDER_ID,
  problem,
  RECEIVE_ADDRESS,
  REFUND_ADDRESS,
} from "../testing/fake-api";
import { site, textOf, withBuild } from "../testing/site";

withBuild();

const CODE = "482915037";

function tracked(changes: Partial<Track>) {
  const api = createFakeApi();
  const answer = {
    id: CODE,
    status: "pending",
    state: "waiting",
    basis: "ordered",
    createdAt: "2026-11-20T10:00:00.000Z",
    completedAt: null,
    timeGrain: 600,
    refundAmount: null,
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
    ["Request created", "Waiting for payment", "Processing", "Completed"],
  ],
  [
    "confirming",
    {},
    "gathering its confirmations",
    "Waiting for payment",
    ["Request created", "Waiting for payment", "Processing", "Completed"],
  ],
  [
    "exchanging",
    { status: "processing" },
    "under way",
    "Processing",
    ["Request created", "Waiting for payment", "Processing", "Completed"],
  ],
  [
    "action_required",
    { status: "processing" },
    "can decide there",
    "Processing",
    ["Request created", "Waiting for payment", "Processing", "Completed"],
  ],
  [
    "hold",
    { status: "processing" },
    "A person is reviewing",
    "Processing",
    ["Request created", "Waiting for payment", "Processing", "Completed"],
  ],
  [
    "completed",
    { status: "completed", completedAt: DONE },
    "Exchange completed",
    null,
    ["Request created", "Waiting for payment", "Processing", "Completed"],
  ],
  [
    "refunded",
    { status: "failed", completedAt: DONE },
    "were refunded",
    null,
    ["Request created", "Waiting for payment", "Processing", "Refunded"],
  ],
  [
    "expired",
    { status: "expired", completedAt: DONE },
    "No payment arrived",
    "Expired",
    ["Request created", "Expired", "Processing", "Completed"],
  ],
  [
    "cancelled",
    { status: "expired", completedAt: DONE },
    "Cancelled before",
    "Cancelled",
    ["Request created", "Cancelled", "Processing", "Completed"],
  ],
  [
    "failed",
    { status: "failed", completedAt: DONE },
    "could not be completed",
    "Failed",
    ["Request created", "Waiting for payment", "Failed", "Completed"],
  ],
];

test.each(states)(
  "%s reads sensibly to whoever has the code",
  async (state, changes, notice, step, labels) => {
    const { get } = site(tracked({ state, ...changes }));
    const answer = await get(`/en/track?code=${CODE}`);
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(textOf(html)).toContain(notice);
    expect(html).toMatch(/<title>[^<]+ · Track an order/);
    const current = /aria-current="step"[^>]*>([\s\S]*?)<\/li>/.exec(html)?.[1];
    expect(
      current === undefined
        ? null
        : textOf(current)
            .trim()
            .startsWith(step ?? "-"),
    ).toBe(step === null ? null : true);
    const list = /<ol[^>]*aria-label="Progress">([\s\S]*?)<\/ol>/.exec(html)?.[1] ?? "";
    const names = [...list.matchAll(/<li[^>]*>([\s\S]*?)<span/g)].map(([, name = ""]) => textOf(name).trim());
    expect(names).toEqual(labels);
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
  // Room for a code with its # and its spaces, where no script cleans what is pasted.
  expect(Number(/id="code"[^>]*maxlength="(\d+)"/i.exec(html)?.[1])).toBeGreaterThan(16);
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
    expect(text).toContain("This is a mixed order. Its code shows this status and nothing else");
    for (const other of ["Sends about", "Request created", "not yet", "null", "Refunded"])
      expect(text).not.toContain(other);
  },
);

const note = JSON.stringify(deletionNote);

test("a deletion note claims what came later, with a link to the order that sends it back", async () => {
  const api = createFakeApi();
  const claimed = {
    ...{ id: ORDER_ID, trackingCode: CODE, currency: "BTC", amount: "0.031" },
    refundAddress: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
  };
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
  const address = claimed.refundAddress;
  expect(textOf(html).replaceAll(" ", "")).toContain(`0.031BTCRefundaddress${address}`);
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

/** An API that wants the last characters of the address, and knows one order. */
function jammed() {
  const api = tracked({});
  const order = api.answers.get(`GET /api/track/${CODE}`);
  const asked = () => problem(429, "track/tail-required", "Please add the last four characters.");
  api.answers.set(`GET /api/track/${CODE}`, () => {
    const { query } = api.calls.at(-1) ?? { query: "" };
    if (query === "") return asked();
    return query === "?tail=WYdH" && order ? order() : problem(404, "track/unknown", "Not found.");
  });
  return api;
}

/** The attributes of a field of the page. */
const fieldOf = (html: string, id: string): string =>
  new RegExp(`<input[^>]*id="${id}"[^>]*>`).exec(html)?.[0] ?? "";

describe("while the service asks for the last characters of the address", () => {
  test("the page says why, and asks for them in a form that is posted", async () => {
    const answer = await site(jammed()).get(`/en/track?code=${CODE}`);
    expect(answer.status).toBe(429);
    const html = await answer.text();
    expect(textOf(html)).toContain("Someone is trying out tracking codes at the moment.");
    expect(textOf(html)).toContain("Last four characters of the address you receive at");
    expect(html).toMatch(/<form [^>]*action="\/en\/track" method="post"[^>]*><label for="code"/);
    expect(fieldOf(html, "code")).toContain(`value="${CODE}"`);
    expect(fieldOf(html, "code")).toContain('aria-invalid="false"');
    expect(fieldOf(html, "tail")).toContain('aria-describedby="tail-why tail-message"');
  });

  test.each(["WYdH", ` ${RECEIVE_ADDRESS} `])(
    "the order is shown to who enters %j, without it in an address",
    async (tail) => {
      const api = jammed();
      const answer = await site(api).post("/en/track", { intent: "search", code: "482 915 037", tail });
      expect([answer.status, answer.headers.get("location")]).toEqual([200, null]);
      const html = await answer.text();
      expect(html).toContain('<h2 id="tracked"');
      expect(textOf(html)).toContain("Waiting for payment");
      expect(fieldOf(html, "tail")).toContain('value="WYdH"');
      expect(html).not.toContain("tail=");
      expect(api.calls.map(({ path, query }) => path + query)).toEqual([`/api/track/${CODE}?tail=WYdH`]);
    },
  );

  test.each([
    [
      "wrong ones",
      { code: CODE, tail: "XXXX" },
      404,
      "No order matches this code and this end of the address.",
    ],
    ["none", { code: CODE, tail: " " }, 422, "Enter the last four characters of your receiving address"],
    ["five", { code: CODE, tail: "GWYdH" }, 422, "Enter exactly four letters or digits"],
    ["no code", { code: "", tail: "WYdH" }, 422, "Please enter the 9-digit tracking code"],
  ])("%s are answered beside their field, with what was entered", async (_, fields, status, text) => {
    const answer = await site(jammed()).post("/en/track", { intent: "search", ...fields });
    expect(answer.status).toBe(status);
    const html = await answer.text();
    expect(textOf(html)).toContain(text);
    for (const [name, value] of Object.entries(fields))
      expect(fieldOf(html, name)).toContain(`value="${value}"`);
    expect(html).not.toContain('<h2 id="tracked"');
  });

  test.each(["es", "fr", "ja", "zh-cn", "zh-tw"])("%s asks in its own words", async (language) => {
    const html = await (await site(jammed()).get(`/${language}/track?code=${CODE}`)).text();
    expect(html).toContain('id="tail"');
    expect(textOf(html)).not.toMatch(/tracking codes|Last four|tail\./);
  });
});
