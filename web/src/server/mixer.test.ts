import { describe, expect, test } from "vitest";
import {
  createFakeApi,
  type FakeApi,
  json,
  mixCalculation,
  orderId,
  privacySessionId,
  problem,
  receiveAddress,
  refundAddress,
} from "../testing/fake-api";
import { site, textOf, withBuild } from "../testing/site";

withBuild();

const fields = {
  sendCurrency: "BTC",
  receiveCurrency: "USDT-TRC20",
  sendAmount: "0.7314",
  receiveAddress,
  addressCount: "1",
  mixingRounds: "3",
  delayMinutes: "15",
  privacyLevel: "enhanced",
  useRandomDelay: "on",
  useRandomAmounts: "on",
  intent: "create",
  idempotencyKey: "0123456789abcdef0123",
};
const defaults = {
  mixingRounds: 3,
  delayMinutes: 15,
  useRandomDelay: true,
  useRandomAmounts: true,
  enableTorIntegration: false,
  privacyLevel: "enhanced",
};
const homeFields = {
  sendCurrency: "BTC",
  receiveCurrency: "USDT-TRC20",
  sendAmount: "0.5",
  receiveAddress,
  privacyLevel: "maximum",
  intent: "create",
  idempotencyKey: "0123456789abcdef0123",
};

function bodiesOf(api: FakeApi, path: string): unknown[] {
  return api.calls.filter((call) => call.method === "POST" && call.path === path).map(({ body }) => body);
}
/** The field's tag in the page. */
const tagOf = (html: string, id: string) =>
  new RegExp(`<[a-z]+[^>]*\\sid="${id}"[^>]*>`).exec(html)?.[0] ?? "";
const messageOf = (html: string, name: string) =>
  new RegExp(`id="${name}-message"[^>]*>([^<]*)<`).exec(html)?.[1];
const withoutMixer = () => {
  const api = createFakeApi();
  api.answers.set("POST /api/privacy/calculate", () =>
    problem(409, "privacy/unavailable", "The privacy mixer is not offered here."),
  );
  return api;
};

describe("the mixer page", () => {
  test("starts with the specification's settings, and asks for exactly these", async () => {
    const api = createFakeApi();
    const page = await site(api).get("/en/privacy-mixer?amount=0.7314");
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).not.toMatch(/<[a-z][^>]*\sstyle=/i);
    expect(bodiesOf(api, "/api/privacy/calculate")).toEqual([
      { fromCurrency: "BTC", toCurrency: "USDT-TRC20", amount: "0.7314", privacySettings: defaults },
    ]);
    for (const part of ['min="1"', 'max="10"', 'step="1"', 'value="3"'])
      expect(tagOf(html, "mixingRounds")).toContain(part);
    for (const part of ['min="0"', 'max="120"', 'step="5"', 'value="15"'])
      expect(tagOf(html, "delayMinutes")).toContain(part);
    expect(html).toMatch(/<input[^>]*name="privacyLevel"[^>]*checked=""[^>]*value="enhanced"/);
    expect(tagOf(html, "useRandomAmounts")).toContain('checked=""');
    expect(tagOf(html, "enableTorIntegration")).toMatch(/disabled=""/);
    expect(tagOf(html, "enableTorIntegration")).not.toContain("checked");
    expect(textOf(html)).toContain("the operator of this instance has not set up a Tor proxy");
  });

  test("shows each part of the fee, the score as one of settings, and what an observer could infer", async () => {
    const text = textOf(await (await site().get("/en/privacy-mixer?amount=0.7314")).text());
    for (const part of [
      "1 BTC = 60,000 USDT",
      "Input amount 0.7314 BTC",
      "Fee 1.95 % −0.0142623 BTC",
      "Base fee 0.45 % 0.0032913 BTC",
      "Mixing fee 1.5 % 0.010971 BTC",
      "Delay processing fee 0 % 0 BTC",
      "Maximum privacy fee 0 % 0 BTC",
      "Amount after fee 0.7171377 BTC",
      "Actual receive, about 43,027.462 USDT",
      "up to 15 minutes",
      "Low 165 of 500",
      "This scores the settings alone.",
      "The amount 0.7314 BTC is unique.",
      "0.7 BTC would hide among 12.",
      "8; 7 missing now",
      "100%",
      "We, the operator, can link this order until it is deleted.",
      "You may close the browser during mixing",
      "Receive chain: TRON (TRC20)",
    ])
      expect(text).toContain(part);
  });

  test("says before an order exists that the pool is too small, and offers Tor where it is there", async () => {
    const api = createFakeApi();
    api.answers.set("POST /api/privacy/calculate", () =>
      json({ ...mixCalculation, poolSufficient: false, torAvailable: true }),
    );
    const html = await (await site(api).get("/en/privacy-mixer?amount=0.7314")).text();
    expect(textOf(html)).toContain("The pool is too small for this amount It cannot pay 0.7314 BTC");
    expect(tagOf(html, "enableTorIntegration")).not.toContain("disabled");
    expect(textOf(await (await site().get("/en/privacy-mixer")).text())).not.toContain(
      "The pool is too small",
    );
  });

  test("where this instance does not mix, it says so instead of a form", async () => {
    for (const [path, form] of [
      ["/en/privacy-mixer", 'action="/en/privacy-mixer"'],
      ["/en/privacy-mixer?amount=nothing", 'action="/en/privacy-mixer"'],
      ["/en?form=mixer", 'action="/en?form=mixer"'],
    ] as const) {
      expect(await (await site().get(path)).text(), path).toContain(form);
      const html = await (await site(withoutMixer()).get(path)).text();
      expect(html, path).not.toContain(form);
      expect(textOf(html), path).toContain("Mixing is not offered on this instance");
      expect(textOf(html), path).toContain("The privacy mixer is not offered here.");
    }
  });

  test("a failed calculation and a silent service are told as what they are", async () => {
    const api = createFakeApi();
    api.answers.set("POST /api/privacy/calculate", () => problem(409, "pair/paused", "No rate just now."));
    const text = textOf(await (await site(api).get("/en/privacy-mixer")).text());
    expect(text).toContain("Calculation failed No rate just now.");
    const silent = createFakeApi();
    silent.answers.set("GET /api/currencies", () => problem(503, "service/unavailable", "Not now."));
    const page = await site(silent).get("/en/privacy-mixer");
    expect(page.status).toBe(503);
    expect(textOf(await page.text())).toContain("Not now.");
  });
});

describe("the mixer page's plain form", () => {
  test("creates an order in a session of the server's own, and leads to its payment page", async () => {
    const api = createFakeApi();
    const answer = await site(api).post("/en/privacy-mixer", {
      ...fields,
      sendAmount: "1 000,5",
      mixingRounds: "7",
      delayMinutes: "45",
      privacyLevel: "maximum",
      useRandomDelay: "",
      addressCount: "3",
      receiveAddress2: " ",
      receiveAddress3: refundAddress,
      refundAddress,
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(`/en/payment?id=${orderId}`);
    const created = api.calls.filter(({ path }) => path === "/api/exchanges");
    expect(created).toHaveLength(1);
    expect(created[0]?.headers.get("idempotency-key")).toBe(fields.idempotencyKey);
    expect(created[0]?.body).toEqual({
      sendCurrency: "BTC",
      receiveCurrency: "USDT-TRC20",
      sendAmount: "1000.5",
      receiveAddress,
      receiveAddresses: [receiveAddress, refundAddress],
      refundAddress,
      sessionId: privacySessionId,
      privacySettings: {
        mixingRounds: 7,
        delayMinutes: 45,
        useRandomDelay: false,
        useRandomAmounts: true,
        enableTorIntegration: false,
        privacyLevel: "maximum",
      },
    });
  });

  test("a session that cannot be opened is quiet; one that is there is kept and shown by 8 characters", async () => {
    const api = createFakeApi();
    api.answers.set("POST /api/privacy/create-session", () => problem(429, "limit/rate", "Slower."));
    expect((await site(api).post("/en/privacy-mixer", fields)).status).toBe(303);
    expect(bodiesOf(api, "/api/exchanges")[0]).not.toHaveProperty("sessionId");
    const kept = createFakeApi();
    const html = await (
      await site(kept).post("/en/privacy-mixer", {
        ...fields,
        intent: "calculate",
        sessionId: privacySessionId,
      })
    ).text();
    expect(bodiesOf(kept, "/api/privacy/create-session")).toHaveLength(0);
    expect(textOf(html)).toContain(`Anonymous session ${privacySessionId.slice(0, 8)}…`);
    expect(textOf(html)).not.toContain(privacySessionId.slice(0, 9));
    expect(html).toContain(`name="sessionId" value="${privacySessionId}"`);
  });

  test("a session that has ended is replaced, and the order sent once more under another key", async () => {
    const old = "AAAAAAAAAAAAAAAAAAAAAA";
    const api = createFakeApi();
    let refusals = 1;
    api.answers.set("POST /api/exchanges", () =>
      refusals-- > 0 ? problem(409, "mixer/session", "Session ended.") : json({ id: orderId }, 201),
    );
    const answer = await site(api).post("/en/privacy-mixer", { ...fields, sessionId: old });
    expect(answer.headers.get("location")).toBe(`/en/payment?id=${orderId}`);
    const sent = api.calls.filter(({ path }) => path === "/api/exchanges");
    expect(sent.map(({ body }) => (body as { sessionId: string }).sessionId)).toEqual([
      old,
      privacySessionId,
    ]);
    const keys = sent.map(({ headers }) => headers.get("idempotency-key"));
    expect(keys).toEqual([fields.idempotencyKey, `${fields.idempotencyKey}-session`]);
  });

  test("a second refusal is the visitor's to see, with the new session kept; other refusals are not repeated", async () => {
    const api = createFakeApi();
    api.answers.set("POST /api/exchanges", () => problem(409, "mixer/session", "Session ended."));
    const answer = await site(api).post("/en/privacy-mixer", {
      ...fields,
      sessionId: "AAAAAAAAAAAAAAAAAAAAAA",
    });
    const html = await answer.text();
    expect(answer.status).toBe(409);
    expect(textOf(html)).toContain("Session ended.");
    expect(html).toContain(`name="sessionId" value="${privacySessionId}"`);
    expect(bodiesOf(api, "/api/exchanges")).toHaveLength(2);
    const other = createFakeApi();
    other.answers.set("POST /api/exchanges", () => problem(409, "reserve/insufficient", "Too much."));
    await site(other).post("/en/privacy-mixer", { ...fields, sessionId: privacySessionId });
    expect(bodiesOf(other, "/api/exchanges")).toHaveLength(1);
  });

  test("what is missing stands beside its field; calculating needs the amount alone", async () => {
    const { post } = site();
    const empty = await post("/en/privacy-mixer", { ...fields, sendAmount: "0", receiveAddress: " " });
    const html = await empty.text();
    expect(empty.status).toBe(422);
    expect(messageOf(html, "sendAmount")).toBe("Please enter a valid send amount");
    expect(messageOf(html, "receiveAddress")).toBe("Please enter receive address");
    const calculate = { ...fields, intent: "calculate", receiveAddress: "" };
    expect((await post("/en/privacy-mixer", calculate)).status).toBe(200);
    expect((await post("/en/privacy-mixer", { ...calculate, sendAmount: "" })).status).toBe(422);
  });

  test("a calculation keeps what was entered; settings out of their bounds are not passed on", async () => {
    const api = createFakeApi();
    const answer = await site(api).post("/en/privacy-mixer", {
      ...fields,
      intent: "calculate",
      mixingRounds: "10",
      delayMinutes: "7",
      useRandomAmounts: "",
    });
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(tagOf(html, "mixingRounds")).toContain('value="10"');
    expect(tagOf(html, "useRandomAmounts")).not.toContain("checked");
    expect(tagOf(html, "receiveAddress")).toContain(`value="${receiveAddress}"`);
    expect(bodiesOf(api, "/api/privacy/calculate")[0]).toMatchObject({
      privacySettings: { mixingRounds: 10, delayMinutes: 15, useRandomAmounts: false },
    });
  });

  test("up to five addresses can be added, and the common amount can be taken, without a script", async () => {
    const { post } = site();
    const more = await (
      await post("/en/privacy-mixer", { ...fields, intent: "add-address", addressCount: "4" })
    ).text();
    expect(tagOf(more, "receiveAddress5")).not.toBe("");
    expect(more).not.toContain('value="add-address"');
    const one = await (await post("/en/privacy-mixer", { ...fields, intent: "calculate" })).text();
    expect(one).toContain('value="add-address"');
    expect(tagOf(one, "receiveAddress2")).toBe("");
    const taken = await (await post("/en/privacy-mixer", { ...fields, intent: "amount:0.7" })).text();
    expect(tagOf(taken, "sendAmount")).toContain('value="0.7"');
  });

  test("a refusal stands beside the setting or the address it points to, else over the form", async () => {
    const api = createFakeApi();
    const { post } = site(api);
    const refused = async (pointer: string | undefined, code: string) => {
      api.answers.set("POST /api/exchanges", () => problem(422, code, "Refused.", pointer));
      const answer = await post("/en/privacy-mixer", { ...fields, addressCount: "2", receiveAddress2: "x" });
      expect(answer.status).toBe(422);
      return answer.text();
    };
    expect(messageOf(await refused("/receiveAddresses/1", "address/format"), "receiveAddress2")).toBe(
      "Refused.",
    );
    const rounds = await refused("/privacySettings/mixingRounds", "mixer/rounds");
    expect(rounds).toMatch(/id="mixingRounds-hint"[^>]*>Refused\.</);
    expect(await refused(undefined, "mixer/leg-dust")).toMatch(/role="alert"[^>]*>Refused\.</);
  });

  test("an answer that never came is said to be one; a failure without words has the specification's", async () => {
    const api = createFakeApi();
    api.answers.set("POST /api/exchanges", () => {
      throw new Error("connection lost");
    });
    const lost = await site(api).post("/en/privacy-mixer", fields);
    expect(lost.status).toBe(503);
    expect(textOf(await lost.text())).toContain("The service does not answer");
    api.answers.set("POST /api/exchanges", () => json({ broken: true }, 500));
    const broken = await site(api).post("/en/privacy-mixer", fields);
    expect(broken.status).toBe(500);
    expect(textOf(await broken.text())).toContain("Cannot create privacy mixing order");
  });

  test("figures are sent as seen only for the values that they were shown for", async () => {
    const seen = "BTC|USDT-TRC20|0.7314|3|15|true|true|false|enhanced|43027.462|60000|0.0142623";
    const html = await (await site().post("/en/privacy-mixer", { ...fields, intent: "calculate" })).text();
    expect(html).toContain(`name="seen" value="${seen}"`);
    const api = createFakeApi();
    await site(api).post("/en/privacy-mixer", { ...fields, seen });
    await site(api).post("/en/privacy-mixer", { ...fields, seen, mixingRounds: "4" });
    const [same, other] = bodiesOf(api, "/api/exchanges");
    expect(same).toMatchObject({ receiveAmount: "43027.462", exchangeRate: "60000", fee: "0.0142623" });
    expect(other).not.toHaveProperty("receiveAmount");
  });
});

describe("the home page's mixer form", () => {
  test("without a script the chains are groups of codes; nothing is chosen for the visitor", async () => {
    const api = createFakeApi();
    const html = await (await site(api).get("/en?form=mixer")).text();
    expect(html).toMatch(/<optgroup label="TRON">\s*<option value="USDT-TRC20"/);
    expect(html).toMatch(/<optgroup label="USDT"><option value="USDT-TRC20">.*?<option value="USDT-ERC20">/);
    expect(html).not.toContain('<optgroup label="LTC">');
    expect(html).toMatch(/id="sendCurrency"[^>]*><option value="" selected="">Choose</);
    expect(textOf(html)).toContain("Fee 0.25 %");
    expect(textOf(html)).toContain("5 rounds · 30 min");
    expect(api.calls.some(({ path }) => path.startsWith("/api/exchange-rate/"))).toBe(false);
  });

  test("a chosen pair has its rate and its result; a bare token stands for its default network", async () => {
    const api = createFakeApi();
    api.answers.set("POST /api/privacy/calculate", () =>
      json({ ...mixCalculation, fee: "0.00125", netReceiveAmount: "29924.2", totalFeeRate: "0.25" }),
    );
    const html = await (await site(api).get("/en?form=mixer&from=BTC&to=USDT&amount=0.5")).text();
    expect(bodiesOf(api, "/api/privacy/calculate")).toEqual([
      {
        fromCurrency: "BTC",
        toCurrency: "USDT-TRC20",
        amount: "0.5",
        privacySettings: { preset: "enhanced" },
      },
    ]);
    const text = textOf(html);
    expect(text).toContain("Rate 1 BTC = 60,000 USDT");
    expect(text).toContain("Fee 0.25 % −0.00125 BTC");
    expect(text).toContain("Receive amount 29,925 USDT");
    expect(text).toContain("Arrives, about 29,924.2 USDT");
    expect(textOf(await (await site().get("/en?form=mixer&from=BTC&to=BTC")).text())).toContain(
      "1 BTC = 1 BTC",
    );
  });

  test("every field has to be filled in", async () => {
    for (const name of ["sendCurrency", "receiveCurrency", "sendAmount", "receiveAddress"]) {
      const api = createFakeApi();
      const answer = await site(api).post("/en?form=mixer", { ...homeFields, [name]: "" });
      const text = textOf(await answer.text());
      expect(answer.status, name).toBe(422);
      expect(text).toContain(
        "Please fill all required fields Select the source chain, token, target currency",
      );
      expect(bodiesOf(api, "/api/exchanges")).toHaveLength(0);
    }
  });

  test("creates an order by preset, and leads to its payment page", async () => {
    const api = createFakeApi();
    const answer = await site(api).post("/en?form=mixer", homeFields);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(`/en/payment?id=${orderId}`);
    expect(bodiesOf(api, "/api/exchanges")).toEqual([
      {
        sendCurrency: "BTC",
        receiveCurrency: "USDT-TRC20",
        sendAmount: "0.5",
        receiveAddress,
        privacySettings: { preset: "maximum" },
      },
    ]);
  });

  test("a refusal keeps the form and has its title; without words it has the specification's", async () => {
    const api = createFakeApi();
    api.answers.set("POST /api/exchanges", () => problem(409, "reserve/insufficient", "Too much just now."));
    const refused = await site(api).post("/en?form=mixer", homeFields);
    const html = await refused.text();
    expect(refused.status).toBe(409);
    expect(textOf(html)).toContain("Failed to create order Too much just now.");
    expect(html).toMatch(/name="sendCurrency"[\s\S]*?<option value="BTC" selected=""/);
    expect(html).toMatch(/<input[^>]*name="privacyLevel"[^>]*checked=""[^>]*value="maximum"/);
    api.answers.set("POST /api/exchanges", () => json({ broken: true }, 500));
    const broken = textOf(await (await site(api).post("/en?form=mixer", homeFields)).text());
    expect(broken).toContain("Please retry later or contact customer service");
  });

  test("a post to the home page without its tab is no form of ours", async () => {
    expect((await site().post("/en", homeFields)).status).toBe(404);
  });
});
