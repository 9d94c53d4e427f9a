import type { Server } from "node:http";
import { createServer, type Server as Door, type Socket } from "node:net";
import ipaddr from "ipaddr.js";

/** The longest line of the PROXY protocol, version 1 (section 2.1 of its specification). */
const LINE_BYTES_MAX = 107;
/** Tor writes it at once. Shorter than an ending process waits, as a connection without it is held here. */
const LINE_MS_MAX = 2_000;
/** Where Tor puts the number of a circuit: into the last half of an address of this network (tor(1), HiddenServiceExportCircuitID). */
const CIRCUITS = ipaddr.IPv6.parseCIDR("fc00:dead:beef:4dad::/64");
const LINE = /^PROXY TCP6 ([\da-f:]{2,39}) ([\da-f:]{2,39}) \d{1,5} \d{1,5}\r\n$/i;

const circuits = new WeakMap<Socket, string>();

/** The Tor circuit by which a connection came; undefined for one that did not come through the onion's door. */
export const circuitOf = (socket: Socket | undefined): string | undefined => socket && circuits.get(socket);

/** Notes the circuit of a connection. */
export const bringByTor = (socket: Socket, circuit: string): void => void circuits.set(socket, circuit);

/**
 * Makes a listener for Tor, which hands its connections to `server` once they have said their circuit. Those that begin
 * otherwise are closed: without a circuit, all onion visitors would be one client.
 */
export function createOnionDoor(server: Server, log: { warn(fields: object, message: string): void }): Door {
  let isSaid = false;
  const refuse = (socket: Socket): void => {
    socket.destroy();
    if (isSaid) return;
    isSaid = true;
    log.warn(
      {},
      "a connection to SOTTO_ONION_PORT did not begin with Tor's PROXY line and was closed; the torrc needs: HiddenServiceExportCircuitID haproxy",
    );
  };
  return createServer((socket) => {
    let head = Buffer.alloc(0);
    const late = setTimeout(() => refuse(socket), LINE_MS_MAX);
    socket.once("close", () => clearTimeout(late));
    // The HTTP server listens for errors from when it has the connection.
    const onError = (): void => void socket.destroy();
    socket.on("error", onError);
    const onData = (chunk: Buffer): void => {
      head = Buffer.concat([head, chunk]);
      const end = head.subarray(0, LINE_BYTES_MAX).indexOf("\n") + 1;
      if (end === 0 && head.length < LINE_BYTES_MAX) return;
      socket.off("data", onData).off("error", onError).pause();
      clearTimeout(late);
      const circuit = circuitIn(head.toString("latin1", 0, end));
      if (circuit === undefined) {
        refuse(socket);
        return;
      }
      bringByTor(socket, circuit);
      if (head.length > end) socket.unshift(head.subarray(end));
      server.emit("connection", socket);
      socket.resume();
    };
    socket.on("data", onData);
  });
}

/** The circuit that a line of the PROXY protocol names as Tor writes it; undefined for any other line. */
export function circuitIn(line: string): string | undefined {
  const [, from = "", to = ""] = LINE.exec(line) ?? [];
  if (!ipaddr.IPv6.isValid(from) || !ipaddr.IPv6.isValid(to)) return undefined;
  const source = ipaddr.IPv6.parse(from);
  return source.match(CIRCUITS) ? Buffer.from(source.toByteArray().slice(8)).toString("hex") : undefined;
}
