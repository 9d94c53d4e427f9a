import { createServer, type IncomingMessage, request as open } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BODY_BYTES_MAX, readJsonBody } from "./body";

/** A server that answers what it read of a body. */
const server = createServer(
  getRequestListener(async (request) => {
    const read = await readJsonBody(request);
    return Response.json(read.ok ? { value: read.value ?? "none" } : { code: read.error.code });
  }),
);
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => void server.close());

/** Sends a body in these pieces, with its length declared or not, and returns what was read. */
function sent(pieces: readonly (string | Uint8Array)[], isDeclared: boolean): Promise<unknown> {
  const length = pieces.reduce((sum, piece) => sum + Buffer.from(piece).byteLength, 0);
  const headers = { "content-type": "application/json", ...(isDeclared && { "content-length": length }) };
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const call = open({ port, method: "POST", headers }, (response: IncomingMessage) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
      response.on("end", () => resolve(JSON.parse(text)));
    });
    call.on("error", reject);
    for (const piece of pieces) call.write(piece);
    call.end();
  });
}

const full = (bytes: number): string => JSON.stringify("x".repeat(bytes - 2));

it.each([true, false])(
  "a body with its length declared (%s) is read whole, and within its limits",
  async (isDeclared) => {
    expect(await sent(['{"a":', '"é"}'], isDeclared)).toEqual({ value: { a: "é" } });
    expect(await sent([full(BODY_BYTES_MAX)], isDeclared)).toMatchObject({
      value: expect.stringMatching(/^x+$/),
    });
    expect(await sent([full(BODY_BYTES_MAX + 1)], isDeclared)).toEqual({ code: "request/too-large" });
    expect(await sent(['{"a":"', new Uint8Array([0xff]), '"}'], isDeclared)).toEqual({
      code: "request/malformed",
    });
    expect(await sent(['{"a":'], isDeclared)).toEqual({ code: "request/malformed" });
    expect(await sent([""], isDeclared)).toEqual({ value: "none" });
  },
);

it("a body that is longer than declared is too large inside this process as well", async () => {
  const headers = { "content-type": "application/json", "content-length": "2" };
  const body = full(BODY_BYTES_MAX + 1);
  const read = await readJsonBody(new Request("http://sotto.test", { method: "POST", headers, body }));
  expect(read).toMatchObject({ ok: false, error: { code: "request/too-large" } });
});
