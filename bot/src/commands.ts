import type { Api, Context } from "grammy";
import type { BotContext } from "./context";
import { faultText } from "./fault";
import { LANGUAGES, type Language } from "./languages";
import { TEXTS } from "./messages/texts";

const NAMES = ["start", "status", "track", "rates", "language", "cancel", "help", "forget"] as const;

const commandsIn = (language: Language) =>
  NAMES.map((command) => ({ command, description: TEXTS[language].commands[command] }));

/** Telegram has one code for Chinese, so a chat in Chinese of Taiwan gets its own commands when it is first seen. */
const SHARED = LANGUAGES.filter((language) => language !== "zh-tw");

/** Registers the commands in each language for private chats. A failure is logged and does not stop the bot. */
export async function registerCommands(api: Api, log: (line: string) => void): Promise<void> {
  const scope = { type: "all_private_chats" } as const;
  const own = SHARED.map((language) => {
    const language_code = language === "zh-cn" ? "zh" : language;
    return () => api.setMyCommands(commandsIn(language), { scope, language_code });
  });
  let failure: unknown;
  for (const set of [() => api.setMyCommands(commandsIn("en"), { scope }), ...own]) {
    await set().catch((error: unknown) => {
      failure ??= error;
    });
  }
  if (failure !== undefined) log(`the commands were not registered: ${faultText(failure)}`);
}

/** Sets the commands of one chat, in the language that it chose. */
export async function setChatCommands(
  { api, chat }: Context,
  language: Language,
  log: (line: string) => void,
): Promise<void> {
  if (chat === undefined) return;
  try {
    await api.setMyCommands(commandsIn(language), { scope: { type: "chat", chat_id: chat.id } });
  } catch (error) {
    log(`a chat's commands were not set: ${faultText(error)}`);
  }
}

/** Removes the commands of one chat. */
export async function clearChatCommands(
  { api, chat }: BotContext,
  log: (line: string) => void,
): Promise<void> {
  if (chat === undefined) return;
  try {
    await api.deleteMyCommands({ scope: { type: "chat", chat_id: chat.id } });
  } catch (error) {
    log(`a chat's commands were not cleared: ${faultText(error)}`);
  }
}
