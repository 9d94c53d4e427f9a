import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

/** A connection that went through: whose it is, where it wanted to go, and the port from which the proxy went there. */
export type SocksConnection = { user: string; password: string; host: string; fromPort: number };

/** A SOCKS5 proxy on loopback that remembers its connections. Every name leads to 127.0.0.1. */
export type SocksProxy = {
  url: string;
  readonly connections: readonly SocksConnection[];
  /** How often something was cut off because of `cut`. */
  readonly cuts: number;
  /** Connections on which the client says this are cut before it is passed on. */
  cut: string | null;
  /** Nothing listens any more, until `back`. */
  leave(): Promise<void>;
  back(): Promise<void>;
  close(): Promise<void>;
};

const NO_ACCEPTABLE_METHOD = 0xff;
const USER_AND_PASSWORD = 2;
const NAME = 3;

export async function startSocks(): Promise<SocksProxy> {
  const connections: SocksConnection[] = [];
  const sockets = new Set<Socket>();
  let server: Server;
  let port = 0;
  let cuts = 0;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  };
  const back = async (): Promise<void> => {
    server = createServer((client) => void serve(keep(client)).catch(() => client.destroy()));
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    port = typeof address === "object" ? (address?.port ?? 0) : 0;
  };
  const leave = async (): Promise<void> => {
    const closed = new Promise((done) => server.close(done));
    for (const socket of sockets) socket.destroy();
    await closed;
  };

  /** RFC 1928 and 1929, the part that a client with a password and a name to connect to needs. */
  async function serve(client: Socket): Promise<void> {
    const methods = await takeCounted(client, 1);
    if (!methods.includes(USER_AND_PASSWORD)) {
      client.end(Buffer.from([5, NO_ACCEPTABLE_METHOD]));
      return;
    }
    client.write(Buffer.from([5, USER_AND_PASSWORD]));
    const user = (await takeCounted(client, 1)).toString();
    const password = (await takeCounted(client, 0)).toString();
    client.write(Buffer.from([1, 0]));
    const [, , , kind] = await take(client, 4);
    const host =
      kind === NAME ? (await takeCounted(client, 0)).toString() : (await take(client, 4)).join(".");
    const target = keep(connect((await take(client, 2)).readUInt16BE(), "127.0.0.1"));
    await once(target, "connect");
    connections.push({ user, password, host, fromPort: target.localPort ?? 0 });
    client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
    client.on("data", (chunk) => {
      if (proxy.cut !== null && chunk.includes(proxy.cut)) {
        cuts += 1;
        client.destroy();
      } else target.write(chunk);
    });
    target.pipe(client);
    client.on("close", () => target.destroy());
    target.on("close", () => client.destroy());
  }

  await back();
  const proxy: SocksProxy = {
    url: `socks5://127.0.0.1:${port}`,
    connections,
    get cuts() {
      return cuts;
    },
    cut: null,
    leave,
    back,
    close: leave,
  };
  return proxy;
}

async function take(socket: Socket, count: number): Promise<Buffer> {
  for (;;) {
    const bytes: unknown = socket.read(count);
    if (Buffer.isBuffer(bytes) && bytes.length === count) return bytes;
    if (socket.destroyed || socket.readableEnded) throw new Error("the client left");
    await once(socket, "readable");
  }
}

/** Some bytes to skip, one that is a count, and as many bytes. */
async function takeCounted(socket: Socket, skip: number): Promise<Buffer> {
  const head = await take(socket, skip + 1);
  return take(socket, head[skip] ?? 0);
}
