import { EventEmitter } from "node:events";
import type { Update } from "grammy/types";
import { startEmulator } from "./emulator";
import { type Exchange, type Instead, startForwarder } from "./forwarder";

export const TOKEN = "1234:emulated";
/** So long may no chat change at all before one that waits gives up: a machine under load is slow, but moves. */
const SILENCE_MS_MAX = 60_000;
const LOOK_MS = 1_000;
/** Emitted with every change, whichever chat it is in. */
const ANY = "any";

export type Button = { text: string; callback_data?: string; url?: string; copy_text?: { text: string } };
export type Shown = { id: number; text: string; buttons: Button[]; repliesTo?: number | undefined };
export type Call = { method: string; chatId: number | undefined; payload: Record<string, unknown> };

export type Telegram = {
  url: string;
  /** What the bot called, in order. */
  calls: Call[];
  /** Answers a call of the bot in the emulator's place. */
  instead: ((call: Call) => Instead | undefined) | undefined;
  /** Has a chat's updates so far delivered once more, to whoever asks next. */
  deliverAgain(chatId: number): void;
  chat(id: number, options?: { languageCode?: string; type?: "private" | "group" }): Chat;
  stop(): Promise<void>;
};

/** The emulator, with a forwarder that sees what the bot sends to whom. */
export async function startTelegram(): Promise<Telegram> {
  const emulator = await startEmulator();
  const chats = new Map<number, Shown[]>();
  const pictures = createPictures();
  const changes = new EventEmitter().setMaxListeners(0);
  const delivered: Update[] = [];
  const repeated: Update[][] = [];
  const telegram: Telegram = {
    url: "",
    calls: [],
    instead: undefined,
    deliverAgain: (chatId) => void repeated.push(delivered.filter((update) => chatOf(update) === chatId)),
    chat: (id, options = {}) =>
      createChat({ emulatorUrl: emulator.url, id, shown: chats, pictures, changes, ...options }),
    stop: async () => {
      await forwarder.stop();
      await emulator.stop();
    },
  };
  const forwarder = await startForwarder({
    target: emulator.url,
    before: (request) => {
      const call = callOf(request);
      if (call.method === "getUpdates") {
        const again = repeated.shift();
        return again === undefined ? undefined : { status: 200, body: { ok: true, result: again } };
      }
      telegram.calls.push(call);
      return telegram.instead?.(call) ?? pictures.answer(call);
    },
    after: (request, answer) => {
      const call = callOf(request);
      const { ok, result } = answer as { ok: boolean; result?: unknown };
      if (call.method === "getUpdates" && Array.isArray(result)) {
        delivered.push(...result);
      } else if (ok && note(chats, call, result)) {
        changes.emit(ANY);
        changes.emit(String(call.chatId));
      }
      return answer;
    },
  });
  telegram.url = forwarder.url;
  return telegram;
}

const chatOf = ({ message, callback_query }: Update): number | undefined =>
  (message ?? callback_query?.message)?.chat.id;

function callOf({ path, headers, body }: Exchange): Call {
  const method = path.split("/").at(-1) ?? "";
  // Not merely somewhere in it: the boundary of an upload is random letters.
  const isJson = headers["content-type"]?.startsWith("application/json") ?? false;
  const payload: Record<string, unknown> =
    isJson && body.length > 0 ? JSON.parse(body.toString("utf8")) : fieldsOf(body.toString("latin1"));
  const chatId = payload.chat_id === undefined ? undefined : Number(payload.chat_id);
  return { method, chatId, payload };
}

/** The fields of an upload that are needed here. */
function fieldsOf(form: string): Record<string, unknown> {
  const names = ["chat_id", "caption"];
  const fields = names.map((name) => [name, new RegExp(`name="${name}"\r\n\r\n([^\r]*)`).exec(form)?.[1]]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

export type Picture = { id: number; chatId: number; caption: string };

/** Pictures, which the emulator does not know: sent and deleted here. */
function createPictures() {
  const kept: Picture[] = [];
  let sent = 0;
  return {
    of: (chatId: number) => kept.filter((picture) => picture.chatId === chatId),
    answer({ method, chatId = 0, payload }: Call): Instead | undefined {
      const body = (result: unknown) => ({ status: 200, body: { ok: true, result } });
      if (method === "sendPhoto") {
        const id = 1_000_000 + ++sent;
        kept.push({ id, chatId, caption: Buffer.from(String(payload.caption), "latin1").toString() });
        return body({ message_id: id });
      }
      const at = kept.findIndex(({ id }) => id === payload.message_id);
      if (method !== "deleteMessage" || at < 0) return undefined;
      kept.splice(at, 1);
      return body(true);
    },
  };
}

/** Keeps what each chat shows now; tells whether that changed. */
function note(chats: Map<number, Shown[]>, { method, chatId, payload }: Call, result: unknown): boolean {
  if (chatId === undefined) return false;
  const shown = chats.get(chatId) ?? [];
  chats.set(chatId, shown);
  const markup = payload.reply_markup as { inline_keyboard?: Button[][] } | undefined;
  const [text, buttons] = [String(payload.text), markup?.inline_keyboard?.flat() ?? []];
  if (method === "sendMessage") {
    const { message_id: id } = result as { message_id: number };
    const repliesTo = (payload.reply_parameters as { message_id: number } | undefined)?.message_id;
    shown.push({ id, text, buttons, repliesTo });
    return true;
  }
  const changed = shown.find(({ id }) => id === payload.message_id);
  if (changed === undefined) return false;
  if (method === "editMessageText") Object.assign(changed, { text, buttons });
  if (method === "editMessageReplyMarkup") Object.assign(changed, { buttons });
  if (method === "deleteMessage") shown.splice(shown.indexOf(changed), 1);
  return true;
}

export type Chat = {
  id: number;
  /** What the chat shows, as it is now. */
  shown(): readonly Shown[];
  /** The pictures that it shows. */
  pictures(): readonly Picture[];
  say(text: string): Promise<void>;
  /** Taps a button, by what stands on it, of the newest message that has it. */
  tap(label: string | RegExp): Promise<void>;
  /** Sends a button's data, whatever the chat shows. */
  press(data: string, messageId?: number): Promise<void>;
  /** Calls back whenever what it shows has changed. */
  watch(listener: () => void): void;
  /** Waits until the chat shows a message like this; gives the newest one. */
  sees(pattern: RegExp | string): Promise<Shown>;
};

function createChat(options: {
  emulatorUrl: string;
  id: number;
  shown: Map<number, Shown[]>;
  pictures: ReturnType<typeof createPictures>;
  changes: EventEmitter;
  languageCode?: string;
  type?: "private" | "group";
}): Chat {
  const { id, languageCode = "en", type = "private" } = options;
  const from = { id: Math.abs(id), is_bot: false, first_name: "A", language_code: languageCode };
  const chat = { id, type, first_name: "A" };
  const shown = () => options.shown.get(id) ?? [];
  const post = async (path: string, body: object): Promise<void> => {
    const sent = await fetch(`${options.emulatorUrl}/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ botToken: TOKEN, date: 1_700_000_000, from, ...body }),
    });
    if (!sent.ok) throw new Error(`the emulator answers ${sent.status}`);
  };
  const press = (data: string, messageId = 1) =>
    post("sendCallback", { message: { message_id: messageId, date: 1_700_000_000, chat }, data });
  return {
    id,
    shown,
    pictures: () => options.pictures.of(id),
    press,
    watch: (listener) => void options.changes.on(String(id), listener),
    say: (text) => {
      const isCommand = text.startsWith("/");
      const length = text.split(/\s/)[0]?.length ?? 0;
      const entities = isCommand ? [{ type: "bot_command", offset: 0, length }] : [];
      return post(isCommand ? "sendCommand" : "sendMessage", { chat, text, entities });
    },
    tap: async (label) => {
      const isIt = ({ text }: Button) => (typeof label === "string" ? text === label : label.test(text));
      const message = shown().findLast(({ buttons }) => buttons.some(isIt));
      const button = message?.buttons.find(isIt);
      if (message === undefined || button === undefined) throw new Error(`no button ${label} in ${screen()}`);
      await press(button.callback_data ?? "", message.id);
    },
    sees: (pattern) =>
      new Promise((resolve, reject) => {
        const isIt = ({ text }: Shown) =>
          typeof pattern === "string" ? text.includes(pattern) : pattern.test(text);
        let changedAt = performance.now();
        const hear = (): void => {
          changedAt = performance.now();
        };
        const look = (): void => {
          const message = shown().findLast(isIt);
          if (message === undefined) return;
          done();
          resolve({ ...message });
        };
        const done = (): void => {
          clearInterval(timer);
          options.changes.off(ANY, hear).off(String(id), look);
        };
        const timer = setInterval(() => {
          if (performance.now() - changedAt < SILENCE_MS_MAX) return;
          done();
          reject(new Error(`${pattern} is not in:\n${screen()}`));
        }, LOOK_MS);
        options.changes.on(ANY, hear).on(String(id), look);
        look();
      }),
  };

  function screen(): string {
    return shown()
      .map(({ text, buttons }) => `${text}\n[${buttons.map((button) => button.text).join("] [")}]`)
      .join("\n---\n");
  }
}
