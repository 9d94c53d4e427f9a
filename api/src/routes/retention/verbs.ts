import type { Problem } from "../../core/errors";
import type { Result } from "../../core/result";
import type { ClaimBody, ClaimedWire, DeletionNoteWire } from "./schema";

/** Forgetting, for every transport alike. */
export type RetentionVerbs = {
  /** Deletes an ended order. Errors: `order/unknown`, `order/not-ended` while anything of it is under way or owed. */
  delete(id: string): Promise<Result<DeletionNoteWire, Problem>>;
  /** Claims later money by a deletion note. Errors: `claim/note`, `claim/nothing`, `rate/unavailable`, `address/*`. */
  claim(body: ClaimBody): Promise<Result<ClaimedWire[], Problem>>;
};
