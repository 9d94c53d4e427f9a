import { expect, test } from "vitest";
import { createFakeApi, json } from "../testing/fake-api";
import { site, textOf, withBuild } from "../testing/site";

withBuild();

const CODE = "482915037";

test.each([
  [4, "within the last 10 minutes"],
  [14, "within the last 20 minutes"],
  [25, "about 20 minutes ago"],
])(
  "a time rounded down by up to 10 minutes reads as coarse as it is, %i minutes later",
  async (minutes, said) => {
    const api = createFakeApi();
    const createdAt = new Date(Date.now() - minutes * 60_000).toISOString();
    const order = {
      id: CODE,
      status: "pending",
      state: "waiting",
      basis: "ordered",
      createdAt,
      completedAt: null,
    };
    const amounts = {
      sendAmount: "0.1",
      sendCurrency: "BTC",
      receiveAmount: "5900",
      receiveCurrency: "USDT-TRC20",
    };
    const rest = { timeGrain: 600, refundAmount: null, receiveAddress: "…YdH" };
    api.answers.set(`GET /api/track/${CODE}`, () => json({ ...order, ...amounts, ...rest }));
    const { get } = site(api);
    expect(textOf(await (await get(`/en/track?code=${CODE}`)).text())).toContain(said);
  },
);
