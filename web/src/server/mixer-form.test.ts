import { describe, expect, test } from "vitest";
import {
  createFakeApi,
  json,
  ORDER_ID,
  PRIVACY_SESSION_ID,
  problem,
  RECEIVE_ADDRESS,
  REFUND_ADDRESS,
} from "../testing/fake-api";
import {
  apiAmongOthers,
  bodiesOf,
  homeMixerFields,
  messageOf,
  mixerFields,
  tagOf,
} from "../testing/mixer-forms";
import { site, textOf, withBuild } from "../testing/site";

withBuild();

describe("the mixer page's plain form", () => {
  test("creates an order in a session of the server's own, and leads to its payment page", async () => {
    const api = apiAmongOthers();
    const answer = await site(api).post("/en/privacy-mixer", {
      ...mixerFields,
      sendAmount: "1 000,5",
      mixingRounds: "7",
      delayMinutes: "45",
      privacyLevel: "maximum",
      useRandomDelay: "",
      addressCount: "3",
      receiveAddress2: " ",
      receiveAddress3: REFUND_ADDRESS,
      refundAddress: REFUND_ADDRESS,
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(`/en/payment?id=${ORDER_ID}`);
    const created = api.calls.filter(({ path }) => path === "/api/exchanges");
    expect(created).toHaveLength(1);
    expect(created[0]?.headers.get("idempotency-key")).toBe(mixerFields.idempotencyKey);
    expect(created[0]?.body).toEqual({
      sendCurrency: "BTC",
      receiveCurrency: "USDT-TRC20",
      sendAmount: "1000.5",
      receiveAddress: RECEIVE_ADDRESS,
      receiveAddresses: [RECEIVE_ADDRESS, REFUND_ADDRESS],
      refundAddress: REFUND_ADDRESS,
      sessionId: PRIVACY_SESSION_ID,
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
});

describe("the session of the mixer page's plain form", () => {
  test("a session that cannot be opened is quiet; one that is there is kept and shown by 8 characters", async () => {
    const api = apiAmongOthers();
    api.answers.set("POST /api/privacy/create-session", () => problem(429, "limit/rate", "Slower."));
    expect((await site(api).post("/en/privacy-mixer", mixerFields)).status).toBe(303);
    expect(bodiesOf(api, "/api/exchanges")[0]).not.toHaveProperty("sessionId");
    const kept = apiAmongOthers();
    const html = await (
      await site(kept).post("/en/privacy-mixer", {
        ...mixerFields,
        intent: "calculate",
        sessionId: PRIVACY_SESSION_ID,
      })
    ).text();
    expect(bodiesOf(kept, "/api/privacy/create-session")).toHaveLength(0);
    expect(textOf(html)).toContain(`Anonymous session ${PRIVACY_SESSION_ID.slice(0, 8)}…`);
    expect(textOf(html)).not.toContain(PRIVACY_SESSION_ID.slice(0, 9));
    expect(html).toContain(`name="sessionId" value="${PRIVACY_SESSION_ID}"`);
  });

  test("a session that has ended is replaced, and the order sent once more under another key", async () => {
    const old = "AAAAAAAAAAAAAAAAAAAAAA";
    const api = apiAmongOthers();
    let refusals = 1;
    api.answers.set("POST /api/exchanges", () =>
      refusals-- > 0 ? problem(409, "mixer/session", "Session ended.") : json({ id: ORDER_ID }, 201),
    );
    const answer = await site(api).post("/en/privacy-mixer", { ...mixerFields, sessionId: old });
    expect(answer.headers.get("location")).toBe(`/en/payment?id=${ORDER_ID}`);
    const sent = api.calls.filter(({ path }) => path === "/api/exchanges");
    expect(sent.map(({ body }) => (body as { sessionId: string }).sessionId)).toEqual([
      old,
      PRIVACY_SESSION_ID,
    ]);
    const keys = sent.map(({ headers }) => headers.get("idempotency-key"));
    expect(keys).toEqual([mixerFields.idempotencyKey, `${mixerFields.idempotencyKey}-session`]);
  });

  test("a second refusal is the visitor's to see, with the new session kept; other refusals are not repeated", async () => {
    const api = apiAmongOthers();
    api.answers.set("POST /api/exchanges", () => problem(409, "mixer/session", "Session ended."));
    const answer = await site(api).post("/en/privacy-mixer", {
      ...mixerFields,
      sessionId: "AAAAAAAAAAAAAAAAAAAAAA",
    });
    const html = await answer.text();
    expect(answer.status).toBe(409);
    expect(textOf(html)).toContain("Session ended.");
    expect(html).toContain(`name="sessionId" value="${PRIVACY_SESSION_ID}"`);
    expect(bodiesOf(api, "/api/exchanges")).toHaveLength(2);
    const other = apiAmongOthers();
    other.answers.set("POST /api/exchanges", () => problem(409, "reserve/insufficient", "Too much."));
    await site(other).post("/en/privacy-mixer", { ...mixerFields, sessionId: PRIVACY_SESSION_ID });
    expect(bodiesOf(other, "/api/exchanges")).toHaveLength(1);
  });
});

describe("what the mixer page's plain form keeps", () => {
  test("what is missing stands beside its field; calculating needs the amount alone", async () => {
    const { post } = site(apiAmongOthers());
    const empty = await post("/en/privacy-mixer", { ...mixerFields, sendAmount: "0", receiveAddress: " " });
    const html = await empty.text();
    expect(empty.status).toBe(422);
    expect(messageOf(html, "sendAmount")).toBe("Please enter a valid send amount");
    expect(messageOf(html, "receiveAddress")).toBe("Please enter receive address");
    const calculate = { ...mixerFields, intent: "calculate", receiveAddress: "" };
    expect((await post("/en/privacy-mixer", calculate)).status).toBe(200);
    expect((await post("/en/privacy-mixer", { ...calculate, sendAmount: "" })).status).toBe(422);
  });

  test("a calculation keeps what was entered; settings out of their bounds are not passed on", async () => {
    const api = apiAmongOthers();
    const answer = await site(api).post("/en/privacy-mixer", {
      ...mixerFields,
      intent: "calculate",
      mixingRounds: "10",
      delayMinutes: "7",
      useRandomAmounts: "",
    });
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(tagOf(html, "mixingRounds")).toContain('value="10"');
    expect(tagOf(html, "useRandomAmounts")).not.toContain("checked");
    expect(tagOf(html, "receiveAddress")).toContain(`value="${RECEIVE_ADDRESS}"`);
    expect(bodiesOf(api, "/api/privacy/calculate")[0]).toMatchObject({
      privacySettings: { mixingRounds: 10, delayMinutes: 15, useRandomAmounts: false },
    });
  });

  test("up to five addresses can be added, and the common amount can be taken, without a script", async () => {
    const { post } = site(apiAmongOthers());
    const more = await (
      await post("/en/privacy-mixer", { ...mixerFields, intent: "add-address", addressCount: "4" })
    ).text();
    expect(tagOf(more, "receiveAddress5")).not.toBe("");
    expect(more).not.toContain('value="add-address"');
    const one = await (await post("/en/privacy-mixer", { ...mixerFields, intent: "calculate" })).text();
    expect(one).toContain('value="add-address"');
    expect(tagOf(one, "receiveAddress2")).toBe("");
    const taken = await (await post("/en/privacy-mixer", { ...mixerFields, intent: "amount:0.7" })).text();
    expect(tagOf(taken, "sendAmount")).toContain('value="0.7"');
  });
});

describe("how the mixer page's plain form is refused, and what it saw", () => {
  test("a refusal stands beside the setting or the address it points to, else over the form", async () => {
    const api = apiAmongOthers();
    const { post } = site(api);
    const refused = async (pointer: string | undefined, code: string, addresses: object = {}) => {
      api.answers.set("POST /api/exchanges", () => problem(422, code, "Refused.", pointer));
      const answer = await post("/en/privacy-mixer", {
        ...mixerFields,
        addressCount: "3",
        receiveAddress2: "x",
        ...addresses,
      });
      expect(answer.status).toBe(422);
      return answer.text();
    };
    expect(messageOf(await refused("/receiveAddresses/1", "address/format"), "receiveAddress2")).toBe(
      "Refused.",
    );
    const besideEmpty = { receiveAddress2: " ", receiveAddress3: "y" };
    const third = await refused("/receiveAddresses/1", "address/twice", besideEmpty);
    expect(messageOf(third, "receiveAddress3")).toBe("Refused.");
    expect(messageOf(third, "receiveAddress2")).not.toBe("Refused.");
    const rounds = await refused("/privacySettings/mixingRounds", "mixer/rounds");
    expect(rounds).toMatch(/id="mixingRounds-hint"[^>]*>Refused\.</);
    expect(await refused(undefined, "mixer/leg-dust")).toMatch(/role="alert"[^>]*>Refused\.</);
  });

  test("an answer that never came is said to be one; a failure without words has the page's own", async () => {
    const api = apiAmongOthers();
    api.answers.set("POST /api/exchanges", () => {
      throw new Error("connection lost");
    });
    const lost = await site(api).post("/en/privacy-mixer", mixerFields);
    expect(lost.status).toBe(503);
    expect(textOf(await lost.text())).toContain("The service isn’t responding");
    api.answers.set("POST /api/exchanges", () => json({ broken: true }, 500));
    const broken = await site(api).post("/en/privacy-mixer", mixerFields);
    expect(broken.status).toBe(500);
    expect(textOf(await broken.text())).toContain("Cannot create privacy mixing order");
  });

  test("figures are sent as seen only for the values that they were shown for", async () => {
    const seen = "BTC|USDT-TRC20|0.7314|3|15|true|true|false|enhanced|43027.462|60000|0.0142623";
    const html = await (
      await site(apiAmongOthers()).post("/en/privacy-mixer", { ...mixerFields, intent: "calculate" })
    ).text();
    expect(html).toContain(`name="seen" value="${seen}"`);
    const api = apiAmongOthers();
    await site(api).post("/en/privacy-mixer", { ...mixerFields, seen });
    await site(api).post("/en/privacy-mixer", { ...mixerFields, seen, mixingRounds: "4" });
    const [same, other] = bodiesOf(api, "/api/exchanges");
    expect(same).toMatchObject({ receiveAmount: "43027.462", exchangeRate: "60000", fee: "0.0142623" });
    expect(other).not.toHaveProperty("receiveAmount");
  });
});

/** How often a page's form warns, in an element that is read out, of a fee for a mix that could be linked. */
const warningsOf = (html: string): number => {
  const warning = "You would pay [\\d.]+%, and an observer could still link this mix";
  expect(html).toMatch(new RegExp(`role="status"[^>]*>(<p[^>]*>)?${warning}`));
  return textOf(html).match(new RegExp(warning, "g"))?.length ?? 0;
};

describe("a fee for a mix that an observer could link", () => {
  test.each([
    ["the mixer page's form", "/en/privacy-mixer", mixerFields],
    ["the home page's form", "/en?form=mixer", homeMixerFields],
  ])("is shown once by %s before it is paid, where it was not seen", async (_form, path, fields) => {
    const api = createFakeApi();
    const { post } = site(api);
    const asked = await post(path, fields);
    const html = await asked.text();
    expect(asked.status).toBe(200);
    expect(warningsOf(html)).toBe(1);
    expect(html).toMatch(/role="status"[^>]*>We haven’t created an order yet\./);
    expect(bodiesOf(api, "/api/privacy/calculate")).toHaveLength(1);
    expect(bodiesOf(api, "/api/exchanges")).toHaveLength(0);
    const seen = /name="seen" value="([^"]+)"/.exec(html)?.[1] ?? "";
    expect((await post(path, { ...fields, seen })).status).toBe(303);
    expect(bodiesOf(api, "/api/exchanges")).toHaveLength(1);
  });

  test("is paid at once where others mix, too", async () => {
    const api = apiAmongOthers();
    const { post } = site(api);
    expect((await post("/en/privacy-mixer", mixerFields)).status).toBe(303);
    expect((await post("/en?form=mixer", homeMixerFields)).status).toBe(303);
  });
});
