import type { Clock, Random } from "../core/ports";
import { bindingsOf, type EdgeContext } from "./edge";
import { createClientKeys } from "./limits";

/**
 * Tells clients apart for their limits: by the socket's address, by the last hop of X-Forwarded-For behind the one
 * configured proxy, or by what the web app inside this process passes on.
 */
export function createClientKeyOf(options: {
  clock: Clock;
  random: Random;
  behindProxy: boolean;
}): (context: EdgeContext) => string {
  const keyOf = createClientKeys(options);
  return (context) => {
    const known = context.get("clientKey");
    if (known !== undefined) return known;
    const { inProcess, incoming } = bindingsOf(context);
    const key = inProcess?.clientKey ?? keyOf(addressOf(context, incoming?.socket.remoteAddress));
    context.set("clientKey", key);
    return key;
  };

  function addressOf(context: EdgeContext, socketAddress: string | undefined): string {
    const hop = options.behindProxy
      ? context.req.header("x-forwarded-for")?.split(",").at(-1)?.trim()
      : undefined;
    return hop || socketAddress || "unknown";
  }
}
