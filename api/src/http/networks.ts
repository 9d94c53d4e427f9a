import ipaddr from "ipaddr.js";

/** Addresses that have one budget together, which is `times` as large as a client's. */
export type Network = { name: string; times: number };

/**
 * A /64 is a client (RFC 6177: no site gets less). The wider networks bound what a customer with a /56 or a /48 gets by
 * using many of its 256 or 65,536 client networks, and leave room for several customers of one provider.
 */
const IPV6_NETWORKS = [
  { bits: 64, times: 1 },
  { bits: 56, times: 3 },
  { bits: 48, times: 10 },
] as const;

const TEXT_LENGTH_MAX = 80;
/** `[v6]:port`, `v4:port`, or an address by itself; in quotation marks as in RFC 7239. */
const WRITTEN =
  /^"?(?:\[(?<bracketed>[^[\]]+)\](?::\d{1,5})?|(?<dotted>[\d.]+):\d{1,5}|(?<bare>[\da-f:.%\w]+))"?$/i;

/** The networks by which an address counts, the client's own first; undefined where the text is no address. */
export function networksOf(text: string): readonly [Network, ...Network[]] | undefined {
  const address = parseAddress(text);
  if (address === undefined) return undefined;
  if (address.kind() === "ipv4") return [{ name: address.toString(), times: 1 }];
  const bytes = Buffer.from(address.toByteArray());
  const [own, ...wider] = IPV6_NETWORKS;
  const named = ({ bits, times }: { bits: number; times: number }): Network => ({
    name: `${bytes.subarray(0, bits / 8).toString("hex")}/${bits}`,
    times,
  });
  return [named(own), ...wider.map(named)];
}

/** Whether an address is of this machine or of a private network, as a proxy of one's own usually is. */
export function isNearby(text: string): boolean {
  const range = parseAddress(text)?.range();
  return range === "loopback" || range === "private" || range === "uniqueLocal" || range === "linkLocal";
}

/** Also takes a port, brackets, quotation marks, a zone, and IPv4 inside IPv6 in any notation. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (text.length > TEXT_LENGTH_MAX) return undefined;
  const { bracketed, dotted, bare } = WRITTEN.exec(text.trim())?.groups ?? {};
  const written = bracketed ?? dotted ?? bare;
  if (written === undefined) return undefined;
  if (ipaddr.IPv4.isValidFourPartDecimal(written)) return ipaddr.IPv4.parse(written);
  return written.includes(":") && ipaddr.IPv6.isValid(written) ? ipaddr.process(written) : undefined;
}
