import { createHash, timingSafeEqual } from "node:crypto";
import type { Client } from "./client";
import { createClientKeys } from "./client-keys";
import { bindingsOf, type EdgeContext } from "./edge";
import { networksOf } from "./networks";
import { circuitOf } from "./onion-door";
import type { ProxyWatch } from "./proxy-watch";
import type { Salts } from "./salts";

/**
 * Identifies clients for their limits: by the circuit through which Tor brought them, by the socket's address, by the last hop of X-Forwarded-For behind the one
 * configured proxy, or by what the web app inside this process or the bot that knows our secret passes on.
 */
export function createClientOf(options: {
  salts: Salts;
  behindProxy: boolean;
  proxyWatch: ProxyWatch;
  botSecret?: string | undefined;
}): (context: EdgeContext) => Client {
  const keyOf = createClientKeys(options.salts);
  return (context) => {
    const known = context.get("client");
    if (known !== undefined) return known;
    const { inProcess, incoming } = bindingsOf(context);
    const client =
      inProcess?.client ??
      chatOf(context) ??
      circuited(circuitOf(incoming?.socket)) ??
      addressed(context, incoming?.socket.remoteAddress);
    context.set("client", client);
    return client;
  };

  /** A chat of the bot's, behind a letter that begins no address. */
  function chatOf(context: EdgeContext): Client | undefined {
    const shown = context.req.header("x-sotto-bot");
    if (options.botSecret === undefined || shown === undefined) return undefined;
    if (!timingSafeEqual(digest(shown), digest(options.botSecret))) return undefined;
    return { key: keyOf(`chat ${context.req.header("x-sotto-client") ?? ""}`), shared: [] };
  }

  function circuited(circuit: string | undefined): Client | undefined {
    if (circuit === undefined) return undefined;
    return {
      key: keyOf(`circuit ${circuit}`),
      shared: [{ key: keyOf("circuits"), times: CIRCUITS_TIMES }],
    };
  }

  function addressed(context: EdgeContext, socketAddress: string | undefined): Client {
    if (!options.behindProxy) options.proxyWatch.look(context.req.raw.headers, socketAddress);
    const hop = options.behindProxy ? context.req.header("x-forwarded-for")?.split(",").at(-1) : undefined;
    const networks = networksOf(hop ?? "") ?? networksOf(socketAddress ?? "");
    if (networks === undefined) return { key: keyOf("unknown"), shared: [] };
    const [own, ...wider] = networks;
    return {
      key: keyOf(own.name),
      shared: wider.map(({ name, times }) => ({ key: keyOf(name), times })),
    };
  }
}

/** All circuits have as many times a client's budget together: anybody can open many. */
const CIRCUITS_TIMES = 50;

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
