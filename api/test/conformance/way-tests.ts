import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import type { FeeRequest } from "../../src/chains/chain";
import { openOverTor } from "../../src/chains/tor";
import type { ConformanceTests } from "./deposit-tests";
import type { ChainHarness } from "./harness";
import { fundedKey } from "./payment-tests";
import { startSocks } from "./socks";
import { ConformanceWallet } from "./wallet";

/** What a mix with Tor relies on: what concerns one order goes another way than straight to the node. */
export function wayTests({ wallet }: ConformanceTests): void {
  describe("through a SOCKS proxy", () => {
    it("quotes, sends and looks up a payment, and asks the node nothing straight", async (context) => {
      const { harness } = wallet();
      const { anotherWay, native } = harness;
      if (anotherWay === undefined) return context.skip();
      const way = await openWay(harness, anotherWay);
      context.onTestFinished(way.close);
      const key = await fundedKey(wallet(), native.asset);
      const payment = await wallet().prepare({ key, ...native, to: wallet().freshStranger() });
      const chain = way.over("an order");
      const over = new ConformanceWallet({ ...harness, chain });
      await chain.feeQuote(quoteOf(harness));
      await over.send(payment);
      expect(await chain.transaction(payment.signed.txId)).toEqual({ status: "mempool" });
      await harness.mine(1);
      await over.minedStatus(payment.signed.txId);
      expect(way.heard()).toEqual({ straight: 0, proxied: expect.any(Number) });
      expect(way.heard().proxied).toBeGreaterThan(0);
    });

    it("shares no connection with another stream, and is unavailable without the proxy", async (context) => {
      const { harness } = wallet();
      const { anotherWay, native } = harness;
      if (anotherWay === undefined) return context.skip();
      const way = await openWay(harness, anotherWay);
      context.onTestFinished(way.close);
      const { txId } = await wallet().deposit(wallet().freshKey(), native);
      for (const stream of ["one", "other"])
        expect((await way.over(stream).transaction(txId)).status).toBe("mined");
      expect(new Set(way.socks.connections.map(({ user }) => user)).size).toBe(2);
      const { proxied } = way.heard();
      await way.socks.leave();
      await expect(way.over("one").feeQuote(quoteOf(harness))).rejects.toThrow("connection failed");
      expect(way.heard()).toEqual({ straight: 0, proxied });
    });
  });
}

function quoteOf({ chain, native, strangerAddress }: ChainHarness): FeeRequest {
  if (chain.model === "utxo") return { model: "utxo", inputs: 1, outputs: 2 };
  return { model: "account", asset: native.asset, to: strangerAddress(1) };
}

/** A way to the node by a proxy and a door of its own, which knows who came by the proxy and who came straight. */
async function openWay(harness: ChainHarness, { nodeUrl, open }: NonNullable<ChainHarness["anotherWay"]>) {
  const socks = await startSocks();
  const door = await openDoor(nodeUrl);
  const { over, close } = openOverTor({
    chain: harness.chain.id,
    proxy: socks.url,
    timeoutMs: 10_000,
    random: { bytes: (count) => randomBytes(count) },
    open: (via) => open(door.url, via),
  });
  return {
    over,
    socks,
    /** How often somebody said something at the door. */
    heard() {
      const ports = new Set(socks.connections.map(({ fromPort }) => fromPort));
      const proxied = door.saidFrom.filter((port) => ports.has(port)).length;
      return { straight: door.saidFrom.length - proxied, proxied };
    },
    async close() {
      close();
      await socks.close();
      await door.close();
    },
  };
}

/** Passes everything on, and remembers the port of each who said something. */
async function openDoor(nodeUrl: string) {
  const saidFrom: number[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    const { remotePort = 0 } = keep(client);
    const node = keep(connect(Number(new URL(nodeUrl).port), "127.0.0.1"));
    client.on("data", () => saidFrom.push(remotePort));
    client.pipe(node).pipe(client);
    client.on("close", () => node.destroy());
    node.on("close", () => client.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(nodeUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    saidFrom,
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
