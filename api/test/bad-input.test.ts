import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerFaults } from "./contract-check";
import { type ContractWorld, GOOD_ORDER, given, LISTED, openContractWorld, RECEIVE } from "./contract-world";
import { written } from "./written";

let world: ContractWorld;
let before: Record<string, string>;
let waitingId: string;
let depositAddress: string;
let hotAddress: string;

beforeAll(async () => {
  world = await openContractWorld();
  const order = await world.create({
    sendCurrency: "ETH",
    receiveCurrency: "BTC",
    sendAmount: "1",
    receiveAddress: RECEIVE.BTC,
  });
  waitingId = order.id;
  depositAddress = order.depositAddress;
  const admin = await world.admin();
  const wallets = given((await admin.GET("/api/admin/wallets")).data);
  hotAddress = given(wallets.find(({ currency }) => currency === "ETH")).address;
  await admin.POST("/api/admin/logout");
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

/** Sends a request as it stands; its answer has to be a problem that the contract documents. */
async function refused(path: string, init: RequestInit): Promise<Answer> {
  const method = init.method ?? "POST";
  const response = await fetch(`${world.sotto.base}${path}`, { ...init, method });
  const text = await response.text();
  const mediaType = response.headers.get("content-type");
  expect(answerFaults({ method, path, status: response.status, mediaType, text })).toEqual([]);
  expect(mediaType).toMatch(/^application\/problem\+json/);
  const body = JSON.parse(text) as Answer & { errors: { pointer: string }[] };
  expect(body.message).toMatch(/\S/);
  return { ...body, text, params: body.params ?? {}, pointers: body.errors.map(({ pointer }) => pointer) };
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  refused(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const create = (change: Record<string, unknown>) => post("/api/exchanges", { ...GOOD_ORDER, ...change });
const calculate = (change: Record<string, unknown>) =>
  post("/api/calculate", { fromCurrency: "BTC", toCurrency: "ETH", amount: "0.1", ...change });

const BAD_AMOUNTS: readonly [name: string, amount: unknown, code: string][] = [
  ["a JSON number", 0.1, "amount/format"],
  ["a JSON null", null, "amount/format"],
  ["nothing", "", "amount/format"],
  ["NaN", "NaN", "amount/format"],
  ["Infinity", "Infinity", "amount/format"],
  ["a minus sign", "-1", "amount/format"],
  ["a plus sign", "+1", "amount/format"],
  ["an exponent", "1e5", "amount/format"],
  ["hexadecimal", "0x10", "amount/format"],
  ["an underscore", "1_000", "amount/format"],
  ["a space before", " 1", "amount/format"],
  ["a space after", "1 ", "amount/format"],
  ["a line feed after", "1\n", "amount/format"],
  ["a no-break space", "1\u00a0000", "amount/format"],
  ["no digit before the point", ".5", "amount/format"],
  ["no digit after the point", "1.", "amount/format"],
  ["a comma", "1,5", "amount/format"],
  ["two points", "1.2.3", "amount/format"],
  ["a leading zero", "01", "amount/format"],
  ["Arabic-Indic digits", "١", "amount/format"],
  ["full-width digits", "１", "amount/format"],
  ["Devanagari digits", "१", "amount/format"],
  ["41 digits", "9".repeat(41), "amount/format"],
  ["41 characters with a point", `0.${"0".repeat(39)}`, "amount/format"],
  ["zero", "0", "amount/zero"],
  ["zero with decimals", "0.00000000", "amount/zero"],
  ["nine decimals of BTC", "0.123456789", "amount/precision"],
  ["18 decimals of BTC", "0.100000000000000001", "amount/precision"],
  ["less than the minimum", "0.00099999", "amount/min"],
  ["more than the maximum", "100000000", "amount/max"],
];

describe("a bad amount", () => {
  it.each(BAD_AMOUNTS)("%s, in a new order", async (_, sendAmount, code) => {
    const answer = await create({ sendAmount });
    expect(answer).toMatchObject({ status: 422, code });
    expect(answer.pointers).toEqual(["/sendAmount"]);
  });

  it.each(BAD_AMOUNTS)("%s, in a calculation", async (_, amount, code) => {
    expect(await calculate({ amount })).toMatchObject({ status: 422, code });
  });

  it("out of the limits names the limit", async () => {
    expect((await create({ sendAmount: "0.0001" })).params).toEqual({ limit: "0.001", currency: "BTC" });
    const { params, message } = await create({ sendAmount: "100000000" });
    expect(params).toMatchObject({ limit: expect.stringMatching(/^\d+(\.\d+)?$/), currency: "BTC" });
    expect(message).toContain(params.limit);
  });
});

const BAD_SETTINGS: readonly [name: string, settings: unknown, code: string, member: string][] = [
  ["no round", { mixingRounds: 0 }, "mixer/rounds", "/mixingRounds"],
  ["11 rounds", { mixingRounds: 11 }, "mixer/rounds", "/mixingRounds"],
  ["half a round", { mixingRounds: 2.5 }, "mixer/rounds", "/mixingRounds"],
  ["rounds as text", { mixingRounds: "3" }, "mixer/rounds", "/mixingRounds"],
  ["rounds as null", { mixingRounds: null }, "mixer/rounds", "/mixingRounds"],
  ["125 minutes", { delayMinutes: 125 }, "mixer/delay", "/delayMinutes"],
  ["-5 minutes", { delayMinutes: -5 }, "mixer/delay", "/delayMinutes"],
  ["7 minutes", { delayMinutes: 7 }, "mixer/delay", "/delayMinutes"],
  ["an unknown level", { privacyLevel: "ultra" }, "mixer/level", "/privacyLevel"],
  ["an unknown preset", { preset: "ultra" }, "mixer/level", "/preset"],
  ["a preset that is no text", { preset: 1 }, "mixer/level", "/preset"],
  ["a name that objects have", { preset: "constructor" }, "mixer/level", "/preset"],
  ["a switch that is a number", { useRandomDelay: 1 }, "request/invalid", "/useRandomDelay"],
  ["both forms at once", { preset: "basic", mixingRounds: 3 }, "request/invalid", ""],
  ["a member that is none", { rounds: 3 }, "request/invalid", ""],
  ["text", "basic", "request/invalid", ""],
  ["a list", [], "request/invalid", ""],
  ["nothing", null, "request/invalid", ""],
];
const mix = (change: Record<string, unknown>) =>
  post("/api/privacy/calculate", {
    fromCurrency: "BTC",
    toCurrency: "BTC",
    amount: "0.1",
    privacySettings: {},
    ...change,
  });

describe("bad settings of the mixer", () => {
  it.each(BAD_SETTINGS)("%s", async (_, privacySettings, code, member) => {
    for (const ask of [mix, calculate, create]) {
      const answer = await ask({ privacySettings });
      expect(answer).toMatchObject({ status: 422, code, pointers: [`/privacySettings${member}`] });
    }
  });

  it("Tor, where there is none", async () => {
    const answer = await mix({ privacySettings: { enableTorIntegration: true } });
    expect(answer).toMatchObject({
      status: 422,
      code: "mixer/tor-unavailable",
      pointers: ["/privacySettings/enableTorIntegration"],
    });
  });

  it("none at all", async () => {
    expect(await mix({ privacySettings: undefined })).toMatchObject({
      status: 422,
      code: "request/invalid",
      pointers: ["/privacySettings"],
    });
  });

  it.each(BAD_AMOUNTS)("%s, in a mix", async (_, amount, code) => {
    expect(await mix({ amount })).toMatchObject({ status: 422, code, pointers: ["/amount"] });
  });

  it("in the order body, currency, amount, limits", async () => {
    const all = { privacySettings: { mixingRounds: 0 }, toCurrency: "NOPE", amount: "0" };
    expect((await mix(all)).code).toBe("mixer/rounds");
    expect((await mix({ ...all, privacySettings: {} })).code).toBe("currency/unknown");
    expect((await mix({ toCurrency: "ADA" })).code).toBe("currency/paused");
    expect((await mix({ amount: "0" })).code).toBe("amount/zero");
  });
});

describe("a bad pair", () => {
  it.each([
    ["an unknown currency to send", { sendCurrency: "NOPE" }, 404, "currency/unknown"],
    ["an unknown currency to receive", { receiveCurrency: "DOGE" }, 404, "currency/unknown"],
    ["a name that objects have", { receiveCurrency: "constructor" }, 404, "currency/unknown"],
    ["a paused currency to send", { sendCurrency: "ADA" }, 409, "currency/paused"],
    ["a paused currency to receive", { receiveCurrency: "ZEC" }, 409, "currency/paused"],
    ["the same asset", { receiveCurrency: "BTC", receiveAddress: RECEIVE.BTC }, 422, "pair/same"],
    ["the same asset by an alias", { receiveCurrency: "xbt", receiveAddress: RECEIVE.BTC }, 422, "pair/same"],
  ])("%s", async (_, change, status, code) => {
    expect(await create(change)).toMatchObject({ status, code });
  });

  it("the same asset in a calculation", async () => {
    expect(await calculate({ toCurrency: "BTC" })).toMatchObject({ status: 422, code: "pair/same" });
  });
});

const toBtc = { sendCurrency: "ETH", receiveCurrency: "BTC", sendAmount: "1" };
const toTron = { receiveCurrency: "USDT-TRC20" };
const to = (receiveCurrency: string, receiveAddress: string) => ({ receiveCurrency, receiveAddress });

const BAD_ADDRESSES: readonly [name: string, change: Record<string, string>, code: RegExp][] = [
  ["another chain's", { receiveAddress: RECEIVE.BTC }, /^address\//],
  [
    "another chain's of the same kind",
    { ...toBtc, receiveAddress: "ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh" },
    /^address\//,
  ],
  [
    "wrong checksum, EVM",
    { receiveAddress: "0x9858efFD232B4033E47d90003D41EC34EcaEda94" },
    /^address\/checksum$/,
  ],
  [
    "wrong checksum, TRON",
    { ...toTron, receiveAddress: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdJ" },
    /^address\/checksum$/,
  ],
  [
    "wrong checksum, cash address",
    to("BCH", "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6b"),
    /^address\//,
  ],
  [
    "wrong checksum, Monero",
    to(
      "XMR",
      "85PDxrFQb9xJivURbmKCDmSsyYxxFGbH8V2oFc47sUCVZge8GJMoZgXTGJMNcf5Ha7dvp5hXZXezUjkZHCjSnM9gJa98hgp",
    ),
    /^address\//,
  ],
  [
    "bech32 where bech32m belongs",
    { ...toBtc, receiveAddress: "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd" },
    /^address\//,
  ],
  [
    "a test network's",
    { ...toBtc, receiveAddress: "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx" },
    /^address\/network$/,
  ],
  ["too short", { receiveAddress: "0x9858EfFD232B4033E47d90003D41EC34EcaEda9" }, /^address\//],
  ["empty", { receiveAddress: "" }, /^address\//],
  ["longer than any", { receiveAddress: "1".repeat(301) }, /^address\/format$/],
  ["the zero address", { receiveAddress: `0x${"0".repeat(40)}` }, /^address\/zero$/],
  [
    "a token's contract, EVM",
    { receiveAddress: "0xdAC17F958D2ee523a2206206994597C13D831ec7" },
    /^address\/contract$/,
  ],
  [
    "a token's contract, TRON",
    { ...toTron, receiveAddress: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t" },
    /^address\/contract$/,
  ],
  ["a payment URI", { receiveAddress: `ethereum:${RECEIVE.ETH}` }, /^address\/uri$/],
  [
    "a payment URI with an amount",
    { ...toBtc, receiveAddress: `bitcoin:${RECEIVE.BTC}?amount=1` },
    /^address\/uri$/,
  ],
  ["a zero-width space", { receiveAddress: `${RECEIVE.ETH}\u200b` }, /^address\/characters$/],
  ["a right-to-left override", { receiveAddress: `\u202e${RECEIVE.ETH}` }, /^address\/characters$/],
  ["a Cyrillic letter", { receiveAddress: RECEIVE.ETH.replace("c", "с") }, /^address\/(characters|format)$/],
  ["a NUL", { receiveAddress: `${RECEIVE.ETH}\u0000` }, /^address\/characters$/],
  ["listed", { receiveAddress: LISTED.ETH }, /^address\/listed$/],
  ["listed, in lower case", { receiveAddress: LISTED.ETH.toLowerCase() }, /^address\/listed$/],
  ["listed, for refunds", { refundAddress: LISTED.BTC }, /^address\/listed$/],
  ["another chain's, for refunds", { refundAddress: RECEIVE.ETH }, /^address\//],
];

describe("a bad address", () => {
  it.each(BAD_ADDRESSES)("%s", async (_, change, code) => {
    expect(await create(change)).toMatchObject({ status: 422, code: expect.stringMatching(code) });
  });

  it("our own: a deposit address, a hot wallet", async () => {
    for (const receiveAddress of [depositAddress, hotAddress, hotAddress.toLowerCase()]) {
      expect(await create({ receiveAddress })).toMatchObject({ status: 422, code: "address/ours" });
    }
  });

  it("for a refund, of an order that exists", async () => {
    const path = `/api/exchanges/${waitingId}/refund-address`;
    expect((await post(path, { address: LISTED.ETH })).code).toBe("address/listed");
    expect((await post(path, { address: depositAddress })).code).toBe("address/ours");
    expect((await post(path, { address: RECEIVE.BTC })).code).toMatch(/^address\//);
    expect((await post(path, {})).code).toBe("request/invalid");
  });

  it("a memo where the network knows none", async () => {
    expect(await create({ receiveMemo: "7" })).toMatchObject({ status: 422, code: "address/memo" });
  });
});

describe("the order of the checks", () => {
  it("is body, currency, pair, amount, address, limits", async () => {
    const all = { sendCurrency: "NOPE", sendAmount: "0", receiveAddress: "x" };
    expect((await create({ ...all, receiveCurrency: undefined })).code).toBe("request/invalid");
    expect((await create(all)).code).toBe("currency/unknown");
    expect((await create({ ...all, sendCurrency: "ETH" })).code).toBe("pair/same");
    expect((await create({ ...all, sendCurrency: "BTC" })).code).toBe("amount/zero");
    expect((await create({ ...all, sendCurrency: "BTC", sendAmount: "0.0001" })).code).toMatch(/^address\//);
    expect((await create({ sendAmount: "0.0001" })).code).toBe("amount/min");
  });

  it.each(["sendCurrency", "receiveCurrency", "sendAmount", "receiveAddress"])(
    "a missing %s",
    async (name) => {
      expect(await create({ [name]: undefined })).toMatchObject({
        status: 422,
        code: "request/invalid",
        pointers: [`/${name}`],
      });
    },
  );
});

describe("a bad id or code", () => {
  const unknown = "AAAAAAAAAAAAAAAAAAAAAA";
  const reads = ["", "/payment", "/payment.svg", "/events"];
  const acts: [string, unknown][] = [
    ["/verify-payment", {}],
    ["/decision", { choice: "exchange" }],
    ["/refund-address", { address: RECEIVE.BTC }],
    ["/cancel", {}],
  ];
  const ask = async (id: string) => [
    ...(await Promise.all(reads.map((path) => refused(`/api/exchanges/${id}${path}`, { method: "GET" })))),
    ...(await Promise.all(acts.map(([path, body]) => post(`/api/exchanges/${id}${path}`, body)))),
  ];

  it.each([
    "1",
    "A".repeat(21),
    "A".repeat(23),
    `${"A".repeat(21)}B`,
    "..%2f..%2fetc%2fpasswd%00",
    "%F0%9F%92%A9",
  ])("malformed %j is 400 everywhere", async (id) => {
    for (const answer of await ask(id)) expect(answer).toMatchObject({ status: 400, code: "request/id" });
  });

  it("unknown answers the identical 404 everywhere", async () => {
    const answers = (await ask(unknown)).map(({ text }) => ({ ...JSON.parse(text), instance: "" }));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ status: 404, code: "order/unknown" });
  });

  it.each(["12345678", "1234567890", "12345678a", "１２３４５６７８９", "-12345678", "123%20456"])(
    "a code such as %j is 400",
    async (code) => {
      const answer = await refused(`/api/track/${encodeURI(code)}`, { method: "GET" });
      expect(answer).toMatchObject({ status: 400, code: "request/code" });
    },
  );

  it("an unknown code is 404", async () => {
    // One order exists: one of two codes is not its.
    const answers = await Promise.all(
      ["000000000", "999999999"].map((code) => fetch(`${world.sotto.base}/api/track/${code}`)),
    );
    expect(answers.map(({ status }) => status)).toContain(404);
  });
});

describe("a login", () => {
  it("fails in one way, whatever is wrong", async () => {
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
    const answers = await Promise.all(attempts.map((body) => post("/api/admin/login", body)));
    const bodies = answers.map(({ text }) => ({ ...JSON.parse(text), instance: "" }));
    for (const body of bodies) expect(body).toEqual(bodies[0]);
    expect(bodies[0]).toMatchObject({ status: 401, code: "auth/failed" });
  });

  it("is needed for every administrator's call", async () => {
    for (const path of ["invariants", "trial-balance", "wallets"]) {
      expect((await refused(`/api/admin/${path}`, { method: "GET" })).status).toBe(401);
    }
    for (const authorization of ["Bearer x", `Bearer ${"A".repeat(43)}`, "Basic YTpi", "Bearer"]) {
      const reason = { reason: "Please." };
      const answer = await post(`/api/admin/exchanges/${waitingId}/release`, reason, { authorization });
      expect(answer).toMatchObject({ status: 401, code: "auth/required" });
    }
  });
});

describe("a bad request", () => {
  const headers = { "content-type": "application/json" };
  const good = JSON.stringify(GOOD_ORDER);
  it.each<[string, RequestInit, number, string]>([
    ["no body at all", { headers }, 400, "request/malformed"],
    ["an empty body", { headers, body: "" }, 400, "request/malformed"],
    ["half of one", { headers, body: good.slice(0, -4) }, 400, "request/malformed"],
    [
      "bytes that are no UTF-8",
      { headers, body: new Uint8Array([0x7b, 0xff, 0x7d]) },
      400,
      "request/malformed",
    ],
    ["nine levels", { headers, body: `${'{"a":'.repeat(9)}1${"}".repeat(9)}` }, 400, "request/malformed"],
    ["a list", { headers, body: "[]" }, 422, "request/invalid"],
    ["null", { headers, body: "null" }, 422, "request/invalid"],
    ["text/plain", { headers: { "content-type": "text/plain" }, body: good }, 415, "request/media-type"],
    [
      "a form",
      { headers: { "content-type": "application/x-www-form-urlencoded" }, body: "a=1" },
      415,
      "request/media-type",
    ],
    [
      "17 KiB",
      { headers, body: JSON.stringify({ ...GOOD_ORDER, receiveMemo: "x".repeat(17_408) }) },
      413,
      "request/too-large",
    ],
    [
      "another site's form",
      { headers: { ...headers, origin: "https://evil.example" }, body: good },
      403,
      "request/origin",
    ],
    [
      "another site's fetch",
      { headers: { ...headers, "sec-fetch-site": "cross-site" }, body: good },
      403,
      "request/origin",
    ],
    [
      "a short Idempotency-Key",
      { headers: { ...headers, "idempotency-key": "short" }, body: good },
      400,
      "request/key",
    ],
  ])("%s", async (_, init, status, code) => {
    expect(await refused("/api/exchanges", { method: "POST", ...init })).toMatchObject({ status, code });
  });

  it("1e400, which JSON reads as more than any number", async () => {
    const body = `{"fromCurrency":"BTC","toCurrency":"ETH","amount":1e400}`;
    expect(await post("/api/calculate", body)).toMatchObject({ status: 422, code: "amount/format" });
  });

  it("a fixed rate without its quote, or with another's", async () => {
    expect((await create({ orderType: "fixed" })).code).toBe("quote/unknown");
    expect((await create({ orderType: "fixed", quoteId: "nope" })).code).toBe("quote/unknown");
    expect((await create({ orderType: "fixed", quoteId: "\u0000" })).status).toBe(422);
  });

  it("figures that the client made up", async () => {
    expect(await create({ receiveAmount: "999" })).toMatchObject({ status: 409, code: "quote/moved" });
  });

  const address = GOOD_ORDER.receiveAddress;
  it.each([
    ["more rounds than ten", { privacySettings: { mixingRounds: 11 } }, 422, "mixer/rounds"],
    ["a delay between the steps", { privacySettings: { delayMinutes: 7 } }, 422, "mixer/delay"],
    [
      "Tor, which is not there",
      { privacySettings: { enableTorIntegration: true } },
      422,
      "mixer/tor-unavailable",
    ],
    ["a fixed rate", { privacySettings: { preset: "basic" }, orderType: "fixed" }, 422, "quote/mismatch"],
    ["a session that never was", { privacySettings: {}, sessionId: "x".repeat(22) }, 409, "mixer/session"],
    ["a session that is none", { privacySettings: {}, sessionId: "\u0000" }, 409, "mixer/session"],
    [
      "six addresses",
      { privacySettings: {}, receiveAddresses: Array(6).fill(address) },
      422,
      "request/invalid",
    ],
    ["no address", { privacySettings: {}, receiveAddresses: [] }, 422, "request/invalid"],
    [
      "a wrong second address",
      { privacySettings: {}, receiveAddresses: [address, "x"] },
      422,
      "address/format",
    ],
    ["several addresses without a mix", { receiveAddresses: [address] }, 422, "request/invalid"],
    [
      "settings of two forms",
      { privacySettings: { preset: "basic", mixingRounds: 3 } },
      422,
      "request/invalid",
    ],
  ])("a mix with %s", async (_, change, status, code) => {
    expect(await create(change)).toMatchObject({ status, code });
  });

  it("is answered in the language asked for, and never with what was sent", async () => {
    const sent = "zq7Xmarker";
    const chinese = await post(
      "/api/exchanges",
      { ...GOOD_ORDER, receiveAddress: sent },
      { "accept-language": "zh-CN" },
    );
    const english = await create({ receiveAddress: sent, sessionId: sent, receiveMemo: sent });
    expect(chinese.message).toMatch(/\p{Script=Han}/u);
    expect(english.message).not.toMatch(/\p{Script=Han}/u);
    expect(`${chinese.text}${english.text}`).not.toContain(sent);
  });
});

describe("nothing of all that", () => {
  it("was written", async () => {
    expect(await written(world.sotto)).toEqual(before);
  });
});
