// The emulator of Telegram's Bot API, as a process of its own: it ends with the one that started it.
import TelegramServer from "telegram-test-api";

const server = new TelegramServer({ port: Number(process.argv[2]), host: "127.0.0.1", storeTimeout: 600 });
await server.start();
// As the forwarder before it: no idle connection is closed under a request that is on its way.
server.server.keepAliveTimeout = 0;
process.on("disconnect", () => process.exit(0));
process.send?.("ready");
