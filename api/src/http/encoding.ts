import { accepts } from "hono/accepts";
import type { EdgeContext } from "./edge";

/**
 * The first of our encodings, in our order, that a client takes; null where it takes none. Browsers name all that they take
 * without an order of their own (RFC 9110, section 12.5.3).
 */
export function takenEncoding<Name extends string>(context: EdgeContext, ours: readonly Name[]): Name | null {
  const name = accepts(context, {
    header: "Accept-Encoding",
    supports: [...ours],
    default: "identity",
    match: (asked, { supports, default: plain }) =>
      supports.find((one) => asked.some(({ type, q }) => type.toLowerCase() === one && q > 0)) ?? plain,
  });
  return ours.find((one) => one === name) ?? null;
}
