import type { DepositRow } from "../../deposits/store";
import type { DepositSource } from "../machine/order";

/** What the lists say of where a deposit came from. */
export function sourceOf(
  { isListed }: { isListed(addresses: readonly string[]): boolean },
  { sources, hasUnknownSource }: Pick<DepositRow, "sources" | "hasUnknownSource">,
): DepositSource {
  if (isListed(sources)) return "listed";
  return hasUnknownSource ? "unknown" : "clear";
}
