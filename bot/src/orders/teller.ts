import type { Order } from "@sotto/openapi";
import { type Api, GrammyError } from "grammy";
import type { BotParts } from "../context";
import { localeOf } from "../locale";
import { FOLLOWED_MAX, type Session } from "../session/session";
import type { SessionStorage } from "../session/storage";
import type { ChatQueues } from "../updates/queues";
import { choiceKeyboard } from "./buttons";
import { changeText, isUnpaidEnd } from "./describe";
import { textContextOf } from "./text-context";

/** How an order is followed after a change was told: on, now and then, or no more. */
export type Told = "follow" | "rests" | "ended";

export type Teller = {
  /** Tells a chat what changed about its order since it was last told. Throws when Telegram does not take it. */
  tell(chatId: number, order: Order): Promise<Told>;
  /** Drops an order from a chat. */
  drop(chatId: number, orderId: string): Promise<void>;
  /** Forgets what was told of an order: it is followed no more. */
  forget(orderId: string): void;
};

/** Money that comes this long after the time to pay is still recognised (design: late deposits). */
const LATE_MS = 24 * 3_600_000;

type TellerParts = Pick<BotParts, "client" | "clientKey" | "currencies" | "webUrl" | "log" | "now"> & {
  api: Api;
  storage: SessionStorage;
  queues: ChatQueues;
  /** A further order came out of one: its holder is told of it too. */
  onChild(chatId: number, orderId: string): void;
  /** The chat is gone, with all that was kept of it. */
  onChatGone(chatId: number): void;
};

/** What was last told of an order, and the message that counts its confirmations; of this process alone. */
type Last = { mark: string; counting: number | undefined };

export function createTeller(parts: TellerParts): Teller {
  const { storage, queues } = parts;
  const lasts = new Map<string, Last>();

  /** Works on a chat's session in the chat's turn; changes are kept. */
  const withSession = <Result>(chatId: number, work: (session: Session | undefined) => Promise<Result>) =>
    queues.run(chatId, async () => work(await storage.read(String(chatId))));

  const without = async (chatId: number, session: Session, orderId: string): Promise<void> => {
    const orders = session.orders.filter((id) => id !== orderId);
    await storage.write(String(chatId), { ...session, orders });
  };

  async function tellNow(chatId: number, session: Session, order: Order): Promise<Told> {
    // A chat hears of a new order when it is made: nothing is told of it until something changes.
    const last = lasts.get(order.id) ?? { mark: "waiting", counting: undefined };
    const mark = markOf(order);
    if (mark !== undefined && mark !== last.mark) {
      const counting = await announce(chatId, session, { order, last });
      lasts.set(order.id, { mark, counting });
    }
    const children = order.children
      .filter((id) => !session.orders.includes(id))
      .slice(0, Math.max(0, FOLLOWED_MAX - session.orders.length));
    if (children.length > 0) {
      session.orders.push(...children);
      await storage.write(String(chatId), session);
      for (const id of children) parts.onChild(chatId, id);
    }
    const told = afterState(order, parts.now());
    if (told === "ended") await without(chatId, session, order.id);
    return told;
  }

  /** Sends the change, or counts on in the message that counts; gives the message that counts now. */
  async function announce(
    chatId: number,
    session: Session,
    { order, last }: { order: Order; last: Last },
  ): Promise<number | undefined> {
    const locale = localeOf(parts, { language: session.language ?? "en", id: chatId });
    const textContext = await textContextOf(locale, parts);
    const keyboard = choiceKeyboard(order, textContext);
    const options = {
      parse_mode: "HTML",
      link_preview_options: { is_disabled: true },
      ...(keyboard && { reply_markup: keyboard }),
    } as const;
    const text = changeText(order, textContext);
    const counts = order.state === "confirming" || order.state === "screening";
    if (counts && last.counting !== undefined && (await edited(chatId, last.counting, text)))
      return last.counting;
    const sent = await parts.api.sendMessage(chatId, text, options);
    return counts ? sent.message_id : undefined;
  }

  async function edited(chatId: number, messageId: number, text: string): Promise<boolean> {
    try {
      await parts.api.editMessageText(chatId, messageId, text, { parse_mode: "HTML" });
      return true;
    } catch (error) {
      if (!(error instanceof GrammyError) || error.error_code !== 400) throw error;
      return error.description.includes("not modified");
    }
  }

  return {
    tell: (chatId, order) =>
      withSession(chatId, async (session) => {
        if (!session?.orders.includes(order.id)) return "ended";
        try {
          return await tellNow(chatId, session, order);
        } catch (error) {
          if (!isChatGone(error)) throw error;
          await storage.delete(String(chatId));
          parts.onChatGone(chatId);
          return "ended";
        }
      }),
    drop: (chatId, orderId) =>
      withSession(chatId, async (session) => {
        if (session?.orders.includes(orderId)) await without(chatId, session, orderId);
      }),
    forget: (orderId) => void lasts.delete(orderId),
  };
}

/** Whether nobody reads this chat any more: the bot was blocked, or the account is gone. */
export function isChatGone(error: unknown): boolean {
  if (!(error instanceof GrammyError)) return false;
  return error.error_code === 403 || (error.error_code === 400 && /chat not found/i.test(error.description));
}

/** Two orders with the same mark need no message between them; undefined: wait, more comes at once. */
function markOf(order: Order): string | undefined {
  switch (order.state) {
    case "confirming":
    case "screening":
      return `${order.state} ${order.confirmations}`;
    case "action_required":
      return `${order.state} ${order.reason} ${order.deposits.length}`;
    case "sending":
      return order.payouts.some(({ txHash }) => txHash !== null) ? order.state : undefined;
    default:
      return order.state;
  }
}

function afterState(order: Order, now: number): Told {
  if (order.state === "completed" || order.state === "refunded" || order.state === "failed") return "ended";
  if (!isUnpaidEnd(order.state)) return "follow";
  return Date.parse(order.expiresAt) + LATE_MS < now ? "ended" : "rests";
}
