import type { Problem } from "../core/errors";
import type { Result } from "../core/result";
import type { DeletionNoteWire } from "./schema";

/** Forgetting, for every transport alike. */
export type RetentionVerbs = {
  /** Deletes an ended order. Errors: `order/unknown`, `order/not-ended` while anything of it is under way or owed. */
  delete(id: string): Promise<Result<DeletionNoteWire, Problem>>;
};
