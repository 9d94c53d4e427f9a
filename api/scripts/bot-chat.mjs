import { exitCodeOf, install } from "./workspace.mjs";

/** `npm run bot:chat`: the bot in a terminal, on an emulator of Telegram and the server that is running. */
await install();
process.exitCode = await exitCodeOf(process.execPath, [
  "--import",
  "tsx",
  "bot/test/chat.ts",
  ...process.argv.slice(2),
]);
