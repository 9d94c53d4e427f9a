import { describe, expect, test } from "vitest";
import type { Order } from "../lib/api";
import { createFakeApi, ORDER_ID, order, problem, REFUND_ADDRESS } from "../testing/fake-api";
import { site, textOf, withBuild } from "../testing/site";

withBuild();

const path = `/en/payment/${ORDER_ID}`;
const SELF_REFRESH = 'http-equiv="refresh"';
const PROMISE = "This page refreshes itself";
const CHOICES: Order["choices"] = [
  { choice: "exchange", sendsAmount: "3582.91", currency: "USDT-TRC20", networkFee: "0.8" },
  { choice: "refund", sendsAmount: "0.0599", currency: "BTC", networkFee: "0.0001" },
];

describe("the refresh of the page without JavaScript", () => {
  const failing = () => {
    const api = createFakeApi();
    api.answers.set(`POST /api/exchanges/${ORDER_ID}/verify-payment`, () =>
      problem(500, "internal", "An internal error."),
    );
    return api;
  };

  test("a failed look says Confirmation Failed, and the page goes on refreshing itself", async () => {
    const answer = await site(failing()).post(path, { intent: "paid" });
    expect(answer.status).toBe(500);
    const html = await answer.text();
    expect(textOf(html)).toContain("Confirmation Failed Unable to confirm payment, please try again");
    expect(textOf(html)).not.toContain("An internal error.");
    expect(html).toContain(SELF_REFRESH);
    expect(html).toContain(PROMISE);
  });

  test("a refused form with something typed stands still and says so", async () => {
    const html = await (await site().post(path, { intent: "refund-address", refundAddress: "" })).text();
    expect(html).not.toContain(SELF_REFRESH);
    expect(html).not.toContain(PROMISE);
    expect(html).toContain("Refresh this page by itself again");
    expect(html).not.toContain('name="refresh"');
  });

  test("who stopped it keeps it stopped after a form, refused or not", async () => {
    const html = await (await site().get(`${path}?refresh=off`)).text();
    expect(html).not.toContain(SELF_REFRESH);
    expect(html).toContain('<input type="hidden" name="refresh" value="off"/>');
    const answer = await site().post(path, { intent: "paid", refresh: "off" });
    expect(answer.headers.get("location")).toMatch(
      /\?notice=paidWaiting&looked=[^&]+&block=128402&refresh=off$/,
    );
    const refused = await (await site(failing()).post(path, { intent: "paid", refresh: "off" })).text();
    expect(refused).not.toContain(SELF_REFRESH);
    expect(refused).not.toContain(PROMISE);
    expect(refused).toContain('<input type="hidden" name="refresh" value="off"/>');
  });
});

describe("the decision", () => {
  const asked = (offered: Order["choices"]) =>
    createFakeApi(() =>
      order({ state: "action_required", reason: "less", choices: offered, refundAddress: REFUND_ADDRESS }),
    );
  const decided = `/api/exchanges/${ORDER_ID}/decision`;

  test("without a choice is none, and the page asks for one", async () => {
    const api = asked(CHOICES);
    const answer = await site(api).post(path, { intent: "decision", revision: "1", refundKnown: "yes" });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toMatch(/id="choice-message"[^>]*>Please choose what to do with the coins\./);
    expect(html).not.toMatch(/type="radio"[^>]*checked/);
    expect(api.calls.some((call) => call.path === decided)).toBe(false);
  });

  test("for what is offered no more leaves the other choice unticked", async () => {
    const api = asked(CHOICES.slice(1));
    api.answers.set(`POST ${decided}`, () => problem(409, "decision/unavailable", "Not available."));
    const fields = { intent: "decision", choice: "exchange", revision: "1", refundKnown: "yes" };
    const html = await (await site(api).post(path, fields)).text();
    expect(html).toContain('value="refund"');
    expect(html).not.toMatch(/type="radio"[^>]*checked/);
  });
});

test("a form that was sent twice waits for what its first became", async () => {
  const api = createFakeApi();
  let calls = 0;
  api.answers.set(`POST /api/exchanges/${ORDER_ID}/cancel`, () => {
    calls += 1;
    if (calls === 1) return problem(409, "idempotency/in-flight", "Still under way.");
    return Response.json(order({ state: "cancelled" }));
  });
  const answer = await site(api).post(path, { intent: "cancel", idempotencyKey: "0123456789abcdef" });
  expect(answer.headers.get("location")).toBe(`${path}?notice=cancelled`);
  const keys = api.calls.flatMap((call) => call.headers.get("idempotency-key") ?? []);
  expect(keys).toEqual(["0123456789abcdef", "0123456789abcdef"]);
});
