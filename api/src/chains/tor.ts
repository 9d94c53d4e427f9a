import { SocksProxyAgent } from "socks-proxy-agent";
import type { ChainId } from "../core/assets";
import type { Random } from "../core/ports";
import { Breaker } from "./breaker";
import { type Chain, ChainUnavailable } from "./chain";
import { type JsonRpcOptions, postThrough } from "./rpc";

/** The same chain through Tor: calls of one stream share connections, those of two never do. */
export type ChainOverTor = (stream: string) => Chain;
export type ChainsOverTor = ReadonlyMap<ChainId, ChainOverTor>;

/** Whose calls go through Tor, and which of them may be seen to belong together. */
type Traveller = { overTor: boolean; stream: string };

/**
 * The way of an order's own calls: straight, or through Tor where its terms ask for that. Throws ChainUnavailable
 * where they do and there is no proxy: never the direct way instead.
 */
export function wayOf(chain: Chain, chainsOverTor: ChainsOverTor, traveller: Traveller): Chain {
  if (!traveller.overTor) return chain;
  const open = chainsOverTor.get(chain.id);
  if (open === undefined)
    throw new ChainUnavailable(chain.id, "the order asks for Tor, and no proxy is configured");
  return open(traveller.stream);
}

type TorOptions = {
  chain: ChainId;
  /** `socks5://host:port` of Tor; names are resolved behind it, whatever the scheme says. */
  proxy: string;
  timeoutMs: number;
  random: Random;
  /** Opens the adapter whose every call goes this way. */
  open(via: NonNullable<JsonRpcOptions["via"]>): Chain;
};

/** Beyond it the stream that was used least recently is closed; should it speak again, then as a new one. */
const STREAMS_MAX = 500;
const CREDENTIAL_BYTES = 16;

/**
 * A chain through a SOCKS5 proxy (RFC 1928), each stream with a random name and password of its own (RFC 1929), for
 * which Tor builds a circuit of its own (torrc's IsolateSOCKSAuth, on by default).
 */
export function openOverTor(options: TorOptions): { over: ChainOverTor; close(): void } {
  const breaker = new Breaker(options.chain);
  const streams = new Map<string, { chain: Chain; agent: SocksProxyAgent }>();
  const closeOldest = (): void => {
    for (const [name, { agent }] of streams) {
      if (streams.size <= STREAMS_MAX) return;
      streams.delete(name);
      agent.destroy();
    }
  };
  return {
    over(name) {
      const known = streams.get(name);
      const agent = known?.agent ?? agentOf(options);
      const stream = known ?? { agent, chain: options.open({ breaker, post: postThrough(agent) }) };
      streams.delete(name);
      streams.set(name, stream);
      closeOldest();
      return stream.chain;
    },
    close() {
      for (const { agent } of streams.values()) agent.destroy();
      streams.clear();
    },
  };
}

function agentOf({ proxy, timeoutMs, random }: TorOptions): SocksProxyAgent {
  const url = new URL(proxy);
  // In the words of its library: with the name unresolved, which otherwise would be asked of our own name server.
  url.protocol = "socks5h:";
  url.username = secret(random);
  url.password = secret(random);
  return new SocksProxyAgent(url, { keepAlive: true, timeout: timeoutMs });
}

const secret = (random: Random): string => Buffer.from(random.bytes(CREDENTIAL_BYTES)).toString("hex");
