import { ChainUnavailable } from "../chains/chain";
import { problem } from "../core/errors";
import { failureFacts } from "../db/failure";
import { isDatabaseUnavailable } from "../db/unavailable";
import { PeerUnavailable } from "../peers/peer";
import type { Edge, EdgeContext } from "./edge";
import { edgeProblem } from "./mount";

/**
 * Answers what no operation answers: pages outside /api, where there are any, an unknown path, an unknown method, and what went
 * wrong while answering.
 */
export function addOthers(
  edge: Edge,
  allowedMethods: (path: string) => string[],
  pages?: (context: EdgeContext) => Promise<Response>,
): void {
  // Not as routes: where several match a request, Hono composes them each time.
  edge.app.notFound((context) => {
    if (pages !== undefined && !context.req.path.startsWith("/api/")) return pages(context);
    const allowed = allowedMethods(context.req.path);
    if (allowed.length > 0 && !allowed.includes(context.req.method)) {
      return edgeProblem(edge, context, problem("method/unknown"), { allow: allowed.join(", ") });
    }
    return edgeProblem(edge, context, problem("route/unknown"));
  });
  edge.app.onError((error, context) => {
    const isOutside =
      error instanceof ChainUnavailable || error instanceof PeerUnavailable || isDatabaseUnavailable(error);
    if (isOutside) edge.log.warn({ failure: describeFailure(error) }, "a request met an unavailable part");
    else edge.log.error({ failure: describeFailure(error) }, "a request failed");
    return edgeProblem(edge, context, problem(isOutside ? "service/unavailable" : "internal"));
  });
}

type Described = { name: string; at: string[]; code?: unknown; said?: unknown };

/**
 * What may be logged of a failure: names, stack lines, the system's code and what the database says of itself, but no other
 * message, which may quote what a visitor sent.
 */
export function describeFailure(error: unknown): Described {
  if (!(error instanceof Error)) return { name: typeof error, at: [] };
  const at = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  const { code, said } = failureFacts(error);
  return {
    name: error.cause instanceof Error ? `${error.name} from ${error.cause.name}` : error.name,
    ...(code === undefined ? {} : { code }),
    ...(said === undefined ? {} : { said }),
    at: at.slice(0, 12),
  };
}
