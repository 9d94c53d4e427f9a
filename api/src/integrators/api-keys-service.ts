import { createHash } from "node:crypto";
import { appendAudit } from "../audit/audit";
import { problem } from "../core/errors";
import type { Clock, Random } from "../core/ports";
import { err, ok } from "../core/result";
import type { Database } from "../db/client";
import { transaction } from "../db/transaction";
import type { ApiKeyWire } from "../routes/integrators/schema";
import type { ApiKeyVerbs } from "../routes/integrators/verbs";
import {
  type ApiKeyRow,
  endApiKey,
  findApiKey,
  findLiveApiKey,
  insertApiKey,
  readApiKeys,
} from "./api-keys-store";

const KEYS_LISTED_MAX = 1_000;
const SECRET_PATTERN = /^sotto_[A-Za-z0-9_-]{43}$/;

/** Keys of /api/v1: 256 random bits each, of which the database knows a hash alone. */
export function createApiKeys(parts: { database: Database; clock: Clock; random: Random }): ApiKeyVerbs {
  const { database, clock, random } = parts;
  const text = (bytes: number): string => Buffer.from(random.bytes(bytes)).toString("base64url");
  return {
    list: async () => (await readApiKeys(database, KEYS_LISTED_MAX)).map(apiKeyWire),
    create: async ({ name: given, admin }) => {
      const secret = `sotto_${text(32)}`;
      // PostgreSQL cannot hold U+0000.
      const name = given.replaceAll("\u0000", "") || "unnamed";
      const createdAt = clock.now();
      // A dash in front would make an option of it on a command line.
      const id = text(9).replace(/^-/, "_");
      const row = { id, name, createdBy: admin, createdAt, revokedAt: null };
      await transaction(database, async (tx) => {
        await insertApiKey(tx, { ...row, secretHash: hashOf(secret) });
        const draft = { at: createdAt, admin, action: "api-key.create", outcome: "done" } as const;
        await appendAudit(tx, { ...draft, subject: row.id, reason: name });
      });
      return { ...apiKeyWire(row), secret };
    },
    revoke: ({ id, admin }) =>
      transaction(database, async (tx) => {
        const at = clock.now();
        const isEnded = await endApiKey(tx, id, at);
        const row = await findApiKey(tx, id);
        const draft = { at, admin, action: "api-key.revoke", subject: id };
        if (row === undefined) {
          await appendAudit(tx, { ...draft, outcome: "refused", reason: "api-key/unknown" });
          return err(problem("api-key/unknown"));
        }
        if (isEnded) await appendAudit(tx, { ...draft, outcome: "done", reason: row.name });
        return ok(apiKeyWire(row));
      }),
    authenticate: async (secret) =>
      SECRET_PATTERN.test(secret) ? findLiveApiKey(database, hashOf(secret)) : undefined,
  };
}

const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

const apiKeyWire = (row: Omit<ApiKeyRow, "secretHash">): ApiKeyWire => ({
  id: row.id,
  name: row.name,
  createdBy: row.createdBy,
  createdAt: new Date(row.createdAt).toISOString(),
  revokedAt: row.revokedAt === null ? null : new Date(row.revokedAt).toISOString(),
});
