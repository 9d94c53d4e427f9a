import { createHash } from "node:crypto";
import { type Problem, problem } from "../core/errors";
import type { TimeMs } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import type { Tx } from "../db/client";
import { deleteAnswersBefore, insertAnswer, readAnswer, tryLockKey } from "./store";

/** Design 4 says 16; 8 keeps short random keys working that a client cut from a float. */
const KEY_PATTERN = /^[\x21-\x7e]{8,255}$/;
const KEPT_MS = 24 * 3600 * 1000;

/** A caller's wish that a request be done once; holds hashes alone, never the key or the body. */
export type Claim = {
  /** Hash of route, caller and key. */
  scopeHash: string;
  bodyHash: string;
  atMs: TimeMs;
};

export type ClaimOutcome =
  | { kind: "new" }
  | { kind: "replay"; status: number; body: unknown }
  | { kind: "problem"; problem: Problem };

/** Makes a claim of an Idempotency-Key header. Error: `request/key` when the key is not 8 to 255 printable characters. */
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
 * Looks a claim up, inside the transaction that will do the work; until it ends, the same key elsewhere is in flight.
 * Answers `new` (do the work, then `remember`), the first answer again, or a problem.
 */
export async function claim(tx: Tx, wanted: Claim): Promise<ClaimOutcome> {
  if (!(await tryLockKey(tx, wanted.scopeHash))) {
    return { kind: "problem", problem: problem("idempotency/in-flight", { retryAfterS: 1 }) };
  }
  const known = await readAnswer(tx, { scopeHash: wanted.scopeHash, sinceMs: wanted.atMs - KEPT_MS });
  if (!known) return { kind: "new" };
  if (known.bodyHash !== wanted.bodyHash)
    return { kind: "problem", problem: problem("idempotency/mismatch") };
  return { kind: "replay", status: known.status, body: known.body };
}

/** Keeps the answer of a new claim for 24 h, in the same transaction as the work itself. */
export async function remember(
  tx: Tx,
  wanted: Claim,
  answer: { orderId: string | null; status: number; body: unknown },
): Promise<void> {
  await insertAnswer(tx, { ...wanted, ...answer });
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
