import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export type Call = { method: string; body: Record<string, unknown> };

async function serve(answer: (request: IncomingMessage, body: string) => { status: number; body: unknown }) {
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const { status, body } = answer(request, text);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A Bot API server: hands out the given messages once, and remembers what the bot called. */
export async function startTelegram(texts: readonly string[], languageCode: string) {
  const calls: Call[] = [];
  /** Methods that answer 403 once, as for a chat that blocked the bot. */
  const refuse = new Set<string>();
  const from = { id: 7, is_bot: false, first_name: "A", language_code: languageCode };
  const updates = texts.map((text, at) => ({
    update_id: at + 1,
    message: {
      message_id: at + 1,
      date: 1,
      chat: { id: 7, type: "private", first_name: "A" },
      from,
      text,
      entities: [{ type: "bot_command", offset: 0, length: text.split(" ")[0]?.length ?? 0 }],
    },
  }));
  const server = await serve((request, body) => {
    const method = request.url?.split("/").at(-1) ?? "";
    const parsed: Record<string, unknown> = body === "" ? {} : JSON.parse(body);
    if (method === "getMe") {
      return {
        status: 200,
        body: { ok: true, result: { id: 1, is_bot: true, first_name: "S", username: "sotto_bot" } },
      };
    }
    if (method === "getUpdates") {
      const offset = typeof parsed.offset === "number" ? parsed.offset : 0;
      return {
        status: 200,
        body: { ok: true, result: updates.filter((u) => u.update_id >= offset).slice(0, 1) },
      };
    }
    calls.push({ method, body: parsed });
    if (refuse.delete(method)) {
      return {
        status: 403,
        body: { ok: false, error_code: 403, description: "Forbidden: bot was blocked by the user" },
      };
    }
    return {
      status: 200,
      body: {
        ok: true,
        result:
          method === "sendMessage" ? { message_id: 99, date: 1, chat: { id: 7, type: "private" } } : true,
      },
    };
  });
  return { ...server, calls, refuse, replies: () => calls.filter(({ method }) => method === "sendMessage") };
}

/** An API that knows one order, and remembers which languages it was asked in. */
export async function startApi(order: { id: string }) {
  const languages: (string | undefined)[] = [];
  const server = await serve((request) => {
    languages.push(request.headers["accept-language"]);
    if (request.url === `/api/track/${order.id}`) return { status: 200, body: order };
    return {
      status: 404,
      body: { status: 404, code: "track/unknown", message: "Exchange record not found" },
    };
  });
  return { ...server, languages };
}
