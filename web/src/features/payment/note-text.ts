import type { DeletionNote } from "../../lib/api";

/** A deletion note as its bearer keeps it: the whole answer, so that its signature can be checked. */
export const noteText = (note: DeletionNote): string => JSON.stringify(note, null, 2);
