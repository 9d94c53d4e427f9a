import { createHash, timingSafeEqual } from "node:crypto";
import type { Clock, Random } from "../core/ports";
import { bindingsOf, type EdgeContext } from "./edge";
import { createClientKeys } from "./limiter";

/**
 * Identifies clients for their limits: by the socket's address, by the last hop of X-Forwarded-For behind the one
 * configured proxy, or by what the web app inside this process or the bot that knows our secret passes on.
 */
export function createClientKeyOf(options: {
  clock: Clock;
  random: Random;
  behindProxy: boolean;
  botSecret?: string | undefined;
}): (context: EdgeContext) => string {
  const keyOf = createClientKeys(options);
  return (context) => {
    const known = context.get("clientKey");
    if (known !== undefined) return known;
    const { inProcess, incoming } = bindingsOf(context);
    const key =
      inProcess?.clientKey ?? keyOf(chatOf(context) ?? addressOf(context, incoming?.socket.remoteAddress));
    context.set("clientKey", key);
    return key;
  };

  /** A chat of the bot's, behind a letter that begins no address. */
  function chatOf(context: EdgeContext): string | undefined {
    const shown = context.req.header("x-sotto-bot");
    if (options.botSecret === undefined || shown === undefined) return undefined;
    if (!timingSafeEqual(digest(shown), digest(options.botSecret))) return undefined;
    return `chat ${context.req.header("x-sotto-client") ?? ""}`;
  }

  function addressOf(context: EdgeContext, socketAddress: string | undefined): string {
    const hop = options.behindProxy
      ? context.req.header("x-forwarded-for")?.split(",").at(-1)?.trim()
      : undefined;
    return hop || socketAddress || "unknown";
  }
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
