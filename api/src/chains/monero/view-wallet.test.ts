import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { moneroKeys } from "./keys";
import { createViewWallet } from "./view-wallet";

let server: Server | undefined;
afterEach(() => server?.close());

/** A wallet program that says the same to each call of a method. */
async function walletThatSays(
  answers: Readonly<Record<string, object>>,
  network: "main" | "regtest" = "regtest",
) {
  const made = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const result = answers[JSON.parse(body).method] ?? {};
    response.end(JSON.stringify({ jsonrpc: "2.0", id: 0, result }));
  });
  server = made;
  await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve));
  const { port } = made.address() as AddressInfo;
  const account = moneroKeys(new Uint8Array(32).fill(1));
  return createViewWallet({
    url: `http://127.0.0.1:${port}`,
    timeoutMs: 5_000,
    network,
    account,
    firstHeight: async () => 0,
    onForgotten: () => undefined,
  });
}

/** As monero-wallet-rpc 0.18.5 writes it; it leaves empty lists out. */
const row = {
  address: "address",
  amount: 0,
  height: 12,
  subaddr_index: { major: 0, minor: 7 },
  txid: "second",
  type: "in",
  unlock_time: 0,
};

it("reads past a payment that brings nothing, because its one-time key has as much already", async () => {
  const first = { ...row, txid: "first", amount: 5, amounts: [5] };
  const wallet = await walletThatSays({ get_transfers: { in: [first, row], pool: [row] } });
  const receipts = await wallet.receipts({ above: 0, to: 20 });
  expect(receipts.map(({ txId, amounts }) => [txId, amounts])).toEqual([["first", [5n]]]);
  wallet.close();
});

it("is refused on the main network where its program is older than one that Sotto has run with", async () => {
  const heights = { get_height: { height: 7 } };
  const old = await walletThatSays({ ...heights, get_version: { version: 65_567 } }, "main");
  await expect(old.height()).rejects.toThrow("the wallet program is too old");
  old.close();
  server?.close();
  const wallet = await walletThatSays({ ...heights, get_version: { version: 65_568 } }, "main");
  expect(await wallet.height()).toBe(7);
  wallet.close();
});
