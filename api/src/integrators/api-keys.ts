import { createHash } from "node:crypto";
import { appendAudit } from "../audit/audit";
import { type Problem, problem } from "../core/errors";
import type { OrderId } from "../core/ids";
import type { Clock, Random } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import type { Database, Tx } from "../db/client";
import { transaction } from "../db/transaction";
import {
  type ApiKeyRow,
  endApiKey,
  findApiKey,
  findLiveApiKey,
  insertApiKey,
  readApiKeys,
} from "./api-keys-store";
import { insertKeyOrder, isOrderOfKey } from "./orders-store";

const KEYS_LISTED_MAX = 1_000;
const SECRET_PATTERN = /^sotto_[A-Za-z0-9_-]{43}$/;

/** A key as administrators see it. */
export type ApiKey = Omit<ApiKeyRow, "secretHash">;

/** Which key made which order. */
export type KeyOrders = {
  /** Records it in the transaction that creates the order. */
  record(tx: Tx, orderId: OrderId, integrator: Integrator): Promise<void>;
  /** Whether the key made the order, or the one whose late money opened it. */
  isOf(orderId: OrderId, integrator: Integrator): Promise<boolean>;
};

export const createKeyOrders = (database: Database): KeyOrders => ({
  record: (tx, orderId, { id: keyId }) => insertKeyOrder(tx, { orderId, keyId }),
  isOf: (orderId, { id: keyId }) => isOrderOfKey(database, { orderId, keyId }),
});

/** The holder of a valid key of /api/v1. */
export type Integrator = { id: string };

export type ApiKeys = ReturnType<typeof createApiKeys>;

/** Keys of /api/v1: 256 random bits each, of which the database stores only a hash. */
export function createApiKeys(parts: { database: Database; clock: Clock; random: Random }) {
  const { database, clock, random } = parts;
  const text = (bytes: number): string => Buffer.from(random.bytes(bytes)).toString("base64url");
  return {
    list: (): Promise<ApiKey[]> => readApiKeys(database, KEYS_LISTED_MAX),
    /** Makes a key; its secret is returned this once. */
    create: async ({ name: given, admin }: { name: string; admin: string }) => {
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
      return { ...row, secret };
    },
    /** Error: `api-key/unknown`. */
    revoke: ({ id, admin }: { id: string; admin: string }): Promise<Result<ApiKey, Problem>> =>
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
        return ok(row);
      }),
    /** Whether the key is not revoked. */
    isLive: async (id: Integrator["id"]): Promise<boolean> =>
      (await findApiKey(database, id))?.revokedAt === null,
    /** Returns whose the key is; undefined when it is unknown or revoked. */
    authenticate: async (secret: string): Promise<Integrator | undefined> =>
      SECRET_PATTERN.test(secret) ? findLiveApiKey(database, hashOf(secret)) : undefined,
  };
}

const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");
