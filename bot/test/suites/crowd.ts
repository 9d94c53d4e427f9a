import pLimit from "p-limit";
import { expect, test } from "vitest";
import { TEXTS } from "../../src/messages/texts";
import { eventually } from "../eventually";
import { world } from "../shared-world";
import { confirmOrder, startOf, walkFromAddress } from "../walk";

const { flow, buttons } = TEXTS.en;
const TAPS_AT_ONCE = 40;

/** Many chats that order at the same time: more of them than are answered at once. */
export function testCrowd(chats: number): void {
  test(`${chats} chats at once are all served, and none is mixed up with another`, async () => {
    const { telegram, bot, api } = world();
    const silences = bot.lines.filter((line) => line === "the API does not answer");
    const ids = Array.from({ length: chats }, (_, at) => 1_000 + at);
    // All are in the middle of their order; a server that shares its processor answers so many of them within its time.
    const goOn = pLimit(TAPS_AT_ONCE);
    const placed = await Promise.all(
      ids.map(async (id) => {
        const chat = telegram.chat(id);
        const amount = `0.01${id}1`;
        await chat.say("/start BTC_USDT-TRC20");
        await chat.sees(flow.type);
        return goOn(async () => {
          await chat.tap(startOf(buttons.floating));
          await chat.sees(flow.amount("BTC"));
          await chat.say(amount);
          await chat.sees(`You send ${amount} BTC`);
          await walkFromAddress(chat);
          const { code } = await confirmOrder(chat);
          return { id, amount, code, shown: chat.shown().length };
        });
      }),
    );
    expect(bot.lines.filter((line) => line === "the API does not answer")).toEqual(silences);
    expect(new Set(placed.map(({ code }) => code)).size).toBe(chats);
    for (const { id, amount, shown } of placed) {
      await eventually(() => bot.session(id)?.orders).toHaveLength(1);
      const [orderId = ""] = bot.session(id)?.orders ?? [];
      const { data: order } = await api.client.GET("/api/exchanges/{id}", {
        params: { path: { id: orderId } },
      });
      expect(order?.sendAmount).toBe(amount);
      expect(shown).toBe(1);
    }
  }, 900_000);
}
