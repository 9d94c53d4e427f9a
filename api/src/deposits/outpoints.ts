import type { Outpoint } from "../chains/chain";
import { assert } from "../core/assert";

/** An outpoint as it is stored: `transaction:output`. */
export const outpointText = ({ txId, ordinal }: Outpoint): string => `${txId}:${ordinal}`;

/** Reads what `outpointText` wrote. */
export function parseOutpoint(text: string): Outpoint {
  const [txId = "", ordinal = ""] = text.split(":");
  assert(txId !== "" && /^\d+$/.test(ordinal), "not an outpoint");
  return { txId, ordinal: Number(ordinal) };
}
