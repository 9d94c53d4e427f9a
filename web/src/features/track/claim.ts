import type { Result } from "@sotto/openapi/result";
import type { ApiResult, Claimed, SottoApi } from "../../lib/api";

/** What a claim came to: the orders that send the money back, or what is wrong with which field. */
export type ClaimOutcome = Result<Claimed[], ClaimRefusal>;
type ClaimRefusal = { status: number; field: "note" | "refundAddress" } & (
  | { key: "claim.unreadable" | "claim.noAddress" }
  | { message: string }
);

/** Claims what came to a deleted order's address, by its note as it was saved. */
export async function runClaim(api: SottoApi, field: (name: string) => string): Promise<ClaimOutcome> {
  const note = readNote(field("note"));
  if (note === null) return refused({ status: 422, field: "note", key: "claim.unreadable" });
  const refundAddress = field("refundAddress").trim();
  if (refundAddress === "") return refused({ status: 422, field: "refundAddress", key: "claim.noAddress" });
  const answer: ApiResult<Claimed[]> = await api.claim({ ...note, refundAddress });
  if (answer.ok) return answer;
  const { status, code, message } = answer.error;
  const isAddress = code.startsWith("address/");
  return refused({ status: status || 503, field: isAddress ? "refundAddress" : "note", message });
}

const refused = (error: ClaimRefusal): ClaimOutcome => ({ ok: false, error });

function readNote(text: string): { payload: string; signature: string } | null {
  try {
    const { payload, signature } = JSON.parse(text) as Record<string, unknown>;
    return typeof payload === "string" && typeof signature === "string" ? { payload, signature } : null;
  } catch {
    return null;
  }
}

/** The orders of a claim as a plain post brings them back. */
export const claimedText = (claimed: readonly Claimed[]): string => JSON.stringify(claimed);
export const readClaimed = (text: string | undefined): Claimed[] | null =>
  text === undefined || text === "" ? null : (JSON.parse(text) as Claimed[]);
