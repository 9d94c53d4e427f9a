import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Call = { id: number; method: string; params: unknown[] };
type Answer = { id: number; result?: unknown; error?: { code: number; message: string } };

/** What the proxy does with an answer: passes another one on, or with "silence" answers the request never. */
type Tamper = (call: Call, answer: Answer) => Answer | "silence";

export type LyingNode = {
  url: string;
  tamper: Tamper;
  /** Told every request before it is passed on, with the port that it came from. */
  overhear: (request: { fromPort: number; body: string }) => void;
  close(): Promise<void>;
};

const honest: Tamper = (_call, answer) => answer;

/**
 * A node in front of a node, which passes everything on and tampers with the answers as it is set up to. A login in the URL is the
 * asker's to send.
 */
export async function startLyingNode(url: string): Promise<LyingNode> {
  const upstream = new URL(url);
  [upstream.username, upstream.password] = ["", ""];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const body = Buffer.concat(chunks).toString("utf8");
      proxy.overhear({ fromPort: request.socket.remotePort ?? 0, body });
      const { authorization } = request.headers;
      const headers = { "content-type": "application/json", ...(authorization && { authorization }) };
      const answered = await fetch(upstream, { method: "POST", headers, body });
      const calls = JSON.parse(body) as Call | Call[];
      const answers = (await answered.json()) as Answer | Answer[];
      const byId = new Map([answers].flat().map((answer) => [answer.id, answer]));
      const tampered = [calls].flat().map((call) => proxy.tamper(call, byId.get(call.id) ?? { id: call.id }));
      if (tampered.includes("silence")) return;
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(Array.isArray(calls) ? tampered : tampered[0]));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const proxy: LyingNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tamper: honest,
    overhear: () => undefined,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return proxy;
}
