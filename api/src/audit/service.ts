import type { Clock } from "../core/ports";
import type { Database } from "../db/client";
import { transaction } from "../db/transaction";
import { PAGE_ITEMS_MAX } from "../http/wire";
import type { AuditVerbs } from "../routes/admin/verbs";
import { appendAudit, listAudit, verifyAudit } from "./audit";

/** The names under which operations are recorded; an operation without one is recorded under its own. */
const ACTIONS: Readonly<Record<string, string>> = {
  releaseExchange: "exchange.release",
  refundExchange: "exchange.refund",
  createLoan: "loan.create",
  payLoan: "loan.pay",
  approveLoan: "loan.approve",
  createApiKey: "api-key.create",
  revokeApiKey: "api-key.revoke",
  pauseAsset: "asset.pause",
  resumeAsset: "asset.resume",
  pausePayouts: "payouts.pause",
  resumePayouts: "payouts.resume",
  stopSigner: "signer.stop",
  resumeSigner: "signer.resume",
  resumeChain: "chain.resume",
};

export const actionOf = (operationId: string): string => ACTIONS[operationId] ?? operationId;

/** The audit log for the public process. */
export function createAuditService({ database, clock }: { database: Database; clock: Clock }): AuditVerbs {
  return {
    list: (cursor) => listAudit(database, { before: seqOf(cursor), limit: PAGE_ITEMS_MAX }),
    verify: () => verifyAudit(database),
    refused: (admin, operationId, code) =>
      transaction(database, (tx) =>
        appendAudit(tx, {
          at: clock.now(),
          admin: admin.username,
          action: actionOf(operationId),
          outcome: "refused",
          subject: null,
          reason: code,
        }),
      ),
  };
}

/** A cursor that is none of ours stands before everything. */
function seqOf(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  return /^[1-9]\d{0,14}$/.test(cursor) ? Number(cursor) : 0;
}
