import { unreachable } from "@sotto/openapi/unreachable";
import type { Order } from "../../lib/api";

/** Of a mix's step: behind it, there now, still to come, or over without having happened. */
export type MixMark = "done" | "current" | "open" | "left";

type MixState = NonNullable<Order["mixing"]>;

/** The four steps of the progress card: session, pool, rounds, sending. Rounds of which none happened are no check. */
export function mixMarks(mixing: MixState): readonly [MixMark, MixMark, MixMark, MixMark] {
  const { step, round } = mixing;
  const rounds: MixMark = round > 0 ? "done" : "left";
  switch (step) {
    case "session":
      return ["done", "current", "open", "open"];
    case "pool":
    case "rounds":
      return ["done", "done", "current", "open"];
    case "sending":
      return ["done", "done", rounds, "current"];
    case "done":
      return ["done", "done", rounds, "done"];
    default:
      return unreachable(step);
  }
}
