import { Bot } from "grammy";
import type { Update } from "grammy/types";
import { expect, test } from "vitest";
import { createDispatch } from "./dispatch";
import { createChatQueues } from "./queues";

const chat = (id: number) => ({ id, type: "private" as const, first_name: "A" });
const update = (update_id: number, chatId: number): Update => ({
  update_id,
  message: {
    message_id: update_id,
    date: 1,
    chat: chat(chatId),
    from: { ...chat(chatId), is_bot: false },
    text: "x",
  },
});

function startDispatch(work: (id: number) => Promise<void>) {
  const bot = new Bot("1:a", { botInfo: { id: 1, is_bot: true, first_name: "S", username: "s" } as never });
  bot.use((context) => work(context.update.update_id));
  const lines: string[] = [];
  return {
    lines,
    dispatch: createDispatch({ bot, queues: createChatQueues(), log: (line) => lines.push(line) }),
  };
}

test("an update that comes twice, at once or later, is handled once", async () => {
  const handled: number[] = [];
  const { dispatch } = startDispatch(async (id) => void handled.push(id));
  await Promise.all([dispatch(update(1, 7)), dispatch(update(1, 7))]);
  await dispatch(update(1, 7));
  expect(handled).toEqual([1]);
});

test("one chat's updates wait for each other, other chats' do not, and a failure stops nobody", async () => {
  const began: number[] = [];
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { dispatch, lines } = startDispatch(async (id) => {
    began.push(id);
    if (id === 1) await held;
    if (id === 2) throw new Error("of chat 7");
  });
  const ofSeven = [dispatch(update(1, 7)), dispatch(update(2, 7)), dispatch(update(3, 7))];
  await dispatch(update(4, 8));
  expect(began).toEqual([1, 4]);
  release();
  await Promise.all(ofSeven);
  expect(began).toEqual([1, 4, 2, 3]);
  expect(lines).toEqual([expect.stringMatching(/^an update failed: Error at dispatch\.test\.ts:\d+$/)]);
});
