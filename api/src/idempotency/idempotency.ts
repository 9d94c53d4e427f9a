import { createHash } from "node:crypto";
import { type Problem, problem } from "../core/errors";
import type { OrderId } from "../core/ids";
import type { TimeMs } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import type { Tx } from "../db/client";
import { isRollback, type Outcome } from "../db/transaction";
import { deleteAnswersBefore, insertAnswer, readAnswer, tryLockKey } from "./store";

const KEY_PATTERN = /^[\x21-\x7e]{16,255}$/;
const KEPT_MS = 24 * 3600 * 1000;

/** A caller's request that something be done once; contains only hashes, never the key or the body. */
export type Claim = {
  /** Hash of route, caller and key. */
  scopeHash: string;
  bodyHash: string;
  atMs: TimeMs;
};

/** An answer to keep, with the order that it is about: forgetting that order forgets the answer. */
export type Kept<Answer> = { answer: Answer; orderId: OrderId | null; status: number };

/** Makes a claim of an Idempotency-Key header. Error: `request/key` when the key is not 16 to 255 printable characters. */
export function newClaim(input: {
  key: string;
  /** Method and full path, ids included. */
  route: string;
  /** `public`, or who the caller has proved to be. */
  caller: string;
  body: unknown;
  atMs: TimeMs;
}): Result<Claim, Problem> {
  if (!KEY_PATTERN.test(input.key)) return err(problem("request/key"));
  return ok({
    scopeHash: sha256(JSON.stringify([input.route, input.caller, input.key])),
    bodyHash: sha256(canonicalJson(input.body)),
    atMs: input.atMs,
  });
}

/**
 * Does `work` once under a claim, in the transaction `tx` of the work itself: its answer is kept for 24 h, and the same
 * request gets it again. A failure is not kept, and the same request tries again; a rollback is passed on to the transaction. Without a claim `work` is simply done.
 * Errors: those of `work`, `idempotency/in-flight` while another transaction holds the key, and `idempotency/mismatch`
 * for another request under the same key.
 */
export async function once<Answer>(
  tx: Tx,
  claim: Claim | undefined,
  work: () => Promise<Outcome<Kept<Answer>, Problem>>,
): Promise<Outcome<Answer, Problem>> {
  const known = claim && (await answered<Answer>(tx, claim));
  if (known) return known;
  const done = await work();
  if (isRollback(done) || !done.ok) return done;
  if (claim) await keepAnswer(tx, claim, done.value);
  return ok(done.value.answer);
}

/** Keeps an answer under a claim that `answered` found to be new, in the same transaction. */
export async function keepAnswer<Answer>(
  tx: Tx,
  claim: Claim,
  { answer, ...kept }: Kept<Answer>,
): Promise<void> {
  await insertAnswer(tx, { ...claim, ...kept, body: answer });
}

/**
 * The answer that was kept for a claim, or why there is none to be had; null for a new claim. Until `tx` ends, the same
 * key is in flight for everybody else.
 */
export async function answered<Answer>(tx: Tx, claim: Claim): Promise<Result<Answer, Problem> | null> {
  if (!(await tryLockKey(tx, claim.scopeHash)))
    return err(problem("idempotency/in-flight", { retryAfterS: 1 }));
  const known = await readAnswer(tx, { scopeHash: claim.scopeHash, sinceMs: claim.atMs - KEPT_MS });
  if (!known) return null;
  // The key's scope names the operation, so that what was kept under it has that operation's form.
  return known.bodyHash === claim.bodyHash ? ok(known.body as Answer) : err(problem("idempotency/mismatch"));
}

/** Forgets the answers that are older than 24 h; for the worker, now and then. */
export async function forgetOldAnswers(tx: Tx, nowMs: TimeMs): Promise<void> {
  await deleteAnswersBefore(tx, nowMs - KEPT_MS);
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** JSON with the members of every object in one order, so that two spellings of one body are the same body. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const members = Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}
