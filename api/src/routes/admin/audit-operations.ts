import { defineOperation } from "../../http/operation";
import { auditCheckSchema, auditPageSchema, auditQuery } from "./schema";
import { ofViewers } from "./viewer-operations";

export const listAudit = defineOperation({
  ...ofViewers,
  method: "get",
  path: "/api/admin/audit",
  operationId: "listAudit",
  summary: "The audit log, newest first",
  query: auditQuery,
  answer: auditPageSchema,
  answerDescription: "A page of entries.",
  answerExample: {
    items: [
      {
        seq: 1,
        at: "2026-01-01T12:00:00.000Z",
        admin: "admin",
        action: "login",
        outcome: "done",
        subject: null,
        reason: null,
        previousHash: "0".repeat(64),
        hash: "9f2c0c1a5c1b8d6be6c5b7a1f4e3d2c1b0a99887766554433221100ffeeddccb",
      },
    ],
    nextCursor: null,
  },
});

export const verifyAudit = defineOperation({
  ...ofViewers,
  method: "get",
  path: "/api/admin/audit/verify",
  operationId: "verifyAudit",
  summary: "Check the audit log's chain of hashes, and that the signer's log agrees",
  answer: auditCheckSchema,
  answerDescription:
    "Whether every entry is there and as it was written, and as the signer knew the log when it signed.",
  answerExample: {
    valid: true,
    entries: 1,
    brokenAt: null,
    head: "9f2c0c1a5c1b8d6be6c5b7a1f4e3d2c1b0a99887766554433221100ffeeddccb",
    signerGap: null,
  },
});
