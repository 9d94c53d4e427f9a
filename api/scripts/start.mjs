import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startBot } from "./bot.mjs";
import { buildStale, install, root } from "./workspace.mjs";

/** `npm start`: installs and builds what is stale, then becomes the server; the bot, if any, ends with it. */
process.chdir(root);
try {
  await install();
  await buildStale();
} catch (error) {
  console.error(`Sotto did not start: ${error.message}`);
  process.exit(1);
}
// Shared by the two processes that are started here; a bot elsewhere needs the operator's.
if (process.env.TELEGRAM_BOT_TOKEN) process.env.SOTTO_BOT_SECRET ||= randomBytes(32).toString("base64url");
await import(pathToFileURL(join(root, "api/dist/main.js")).href);
startBot(process.env);
