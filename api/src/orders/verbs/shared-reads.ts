import type { Database } from "../../db/client";
import { createOrderReads, type OrderReads } from "../store/reads-store";
import { type EvidenceSource, evidenceTogether } from "./evidence";

/** What requests that come at the same time read together: orders, and what the chains show of them. */
export const createSharedReads = (database: Database): { reads: OrderReads; evidence: EvidenceSource } => ({
  reads: createOrderReads(database),
  evidence: evidenceTogether(database),
});
