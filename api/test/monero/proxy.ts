import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parse, stringify } from "lossless-json";
import { z } from "zod";
import type { MoneroRpc } from "../../src/chains/monero/rpc";
import { RpcError } from "../../src/chains/rpc";

/** Another answer to a method of monerod's JSON-RPC; the same where it returns what it was given. */
type Tamper = (method: string, result: Record<string, unknown>) => unknown;

export type LyingMonerod = { url: string; tamper: Tamper; close(): Promise<void> };

const asked = z.object({ method: z.string(), params: z.looseObject({}).default({}) });

/** A monerod without a login in front of one, which passes everything on and tampers with answers as it is set up to. */
export async function startLyingMonerod(node: MoneroRpc): Promise<LyingMonerod> {
  const answer = async (path: string, body: unknown): Promise<unknown> => {
    if (path !== "/json_rpc") return node.post(path, z.looseObject({}).parse(body), z.unknown());
    const { method, params } = asked.parse(body);
    try {
      const result = await node.call(method, params, z.record(z.string(), z.unknown()));
      return { result: proxy.tamper(method, result) };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return { error: { code: error.code, message: error.message } };
    }
  };
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const body = parse(text, null, { parseNumber: Number });
    response.end(stringify(await answer(request.url ?? "", body)));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const proxy: LyingMonerod = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tamper: (_method, result) => result,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return proxy;
}
