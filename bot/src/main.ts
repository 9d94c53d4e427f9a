import { createSottoClient } from "@sotto/openapi";
import { createBot } from "./bot";

const ANSWER_MS_MAX = 15_000;
const {
  TELEGRAM_BOT_TOKEN: token,
  TELEGRAM_API_ROOT: apiRoot,
  SOTTO_API_URL,
  SOTTO_PUBLIC_URL,
} = process.env;
const apiUrl = SOTTO_API_URL || "http://127.0.0.1:8080";
const log = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

if (!token) {
  log("The bot is off: TELEGRAM_BOT_TOKEN is not set.");
} else {
  const client = createSottoClient({
    baseUrl: apiUrl,
    fetch: (request) => fetch(request, { signal: AbortSignal.timeout(ANSWER_MS_MAX) }),
  });
  const bot = createBot({
    token,
    apiRoot: apiRoot || undefined,
    parts: { client, webUrl: SOTTO_PUBLIC_URL || apiUrl, log },
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void bot.stop());
  await bot.start({ onStart: ({ username }) => log(`The bot @${username} is listening.`) });
}
