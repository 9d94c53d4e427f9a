import type { Order } from "@sotto/openapi";
import type { Api } from "grammy";
import type { CurrencyList } from "../currencies";
import { type LocaleParts, localeOf } from "../locale";
import { FOLLOWED_MAX, keepMessages, messagesOf, removeOrder, type Session } from "../session/session";
import type { SessionStorage } from "../session/storage";
import type { ChatQueues } from "../updates/queues";
import { isChatGone, showChange } from "./notice";
import { type FollowState, followStateOf, noticeMarkOf } from "./progress";
import { textContextOf } from "./text-context";

/** Notifies chats of what happens to their orders. */
export type OrderNotifier = {
  /** Sends what changed since the chat was last notified. Throws when Telegram does not accept the message. */
  notify(chatId: number, order: Order): Promise<FollowState>;
  /** Removes an order from a chat. */
  drop(chatId: number, orderId: string): Promise<void>;
};

export type NotifierParts = LocaleParts & {
  now(): number;
  currencies: CurrencyList;
  webUrl: string;
  api: Api;
  storage: SessionStorage;
  queues: ChatQueues;
  /** An order has a further order, which the customer is notified of too. */
  onChild(chatId: number, orderId: string): void;
  /** The chat is gone, and its session has been erased. */
  onChatGone(chatId: number): void;
};

export function createOrderNotifier(parts: NotifierParts): OrderNotifier {
  const { storage, queues } = parts;

  /** Works on a chat's session in the chat's turn, so that no update changes it meanwhile. */
  const withSession = <Value>(chatId: number, work: (session: Session | undefined) => Promise<Value>) =>
    queues.run(chatId, async () => work(await storage.read(String(chatId))));

  async function update(chatId: number, session: Session, order: Order): Promise<FollowState> {
    const messages = messagesOf(session, order.id);
    const mark = noticeMarkOf(order);
    if (mark !== undefined && mark !== messages.mark) {
      const locale = localeOf(parts, { language: session.language ?? "en", id: chatId });
      const change = { chatId, order, messages, mark };
      const shown = await showChange(parts.api, change, await textContextOf(locale, parts));
      keepMessages(session, order.id, shown);
      await storage.write(String(chatId), session);
    }
    await addChildren(parts, { chatId, session, order });
    const state = followStateOf(order, parts.now());
    if (state === "ended") await remove(chatId, session, order.id);
    return state;
  }

  async function remove(chatId: number, session: Session, orderId: string): Promise<void> {
    removeOrder(session, orderId);
    await storage.write(String(chatId), session);
  }

  return {
    notify: (chatId, order) =>
      withSession(chatId, async (session) => {
        if (!session?.orders.includes(order.id)) return "ended";
        try {
          return await update(chatId, session, order);
        } catch (error) {
          if (!isChatGone(error)) throw error;
          await storage.delete(String(chatId));
          parts.onChatGone(chatId);
          return "ended";
        }
      }),
    drop: (chatId, orderId) =>
      withSession(chatId, async (session) => {
        if (session?.orders.includes(orderId)) await remove(chatId, session, orderId);
      }),
  };
}

/** Follows the orders that came out of one, up to as many as a chat may follow. */
async function addChildren(
  { storage, onChild }: NotifierParts,
  { chatId, session, order }: { chatId: number; session: Session; order: Order },
): Promise<void> {
  const children = order.children
    .filter((id) => !session.orders.includes(id))
    .slice(0, Math.max(0, FOLLOWED_MAX - session.orders.length));
  if (children.length === 0) return;
  session.orders.push(...children);
  await storage.write(String(chatId), session);
  for (const id of children) onChild(chatId, id);
}
