import type { SottoClient } from "@sotto/openapi";
import { differencesFrom } from "@sotto/openapi/loan-file/loan";
import { err, ok, type Result } from "@sotto/openapi/result";
import type { ApiResult, Refusal } from "../../../lib/api";
import { settle } from "../../../lib/api-calls";
import { newIdempotencyKey } from "../../../lib/browser";
import type { Loan } from "../types";
import type { ImportRow, SendableLoan } from "./import-file";
import { patiently } from "./patience";

/** What became of a row: created now, there since an earlier run, or refused. */
export type RowOutcome =
  | { kind: "created"; id: string }
  | { kind: "there"; id: string }
  | { kind: "differs"; id: string }
  | { kind: "refused"; message: string };

/**
 * Asks the service about each address of the file once. Returns the rows, with a fault where an address is not valid.
 */
export async function checkAddresses(
  client: SottoClient,
  rows: readonly ImportRow[],
  onProgress: (done: number, total: number) => void,
): Promise<Result<readonly ImportRow[], Refusal>> {
  const keyOf = ({ checked }: ImportRow) => {
    if (!checked.ok || checked.value.loan.receiveAddress === null) return null;
    return `${checked.value.loan.currency} ${checked.value.loan.receiveAddress}`;
  };
  const keys = [...new Set(rows.map(keyOf))].filter((key) => key !== null);
  const bad = new Set<string>();
  for (const [index, key] of keys.entries()) {
    onProgress(index, keys.length);
    const [currency = "", address = ""] = key.split(" ");
    const result = await patiently(() =>
      settle(client.POST("/api/address/validate", { body: { currency, address } })),
    );
    if (!result.ok) return err(result.error);
    if (!result.value.valid) bad.add(key);
  }
  const checked = rows.map((row): ImportRow => {
    const key = keyOf(row);
    return key !== null && bad.has(key) ? { ...row, checked: err([{ code: "address_invalid" }]) } : row;
  });
  return ok(checked);
}

/** Creates one loan; its reference makes that safe to repeat, today and next week. */
export async function sendRow(
  client: SottoClient,
  { loan, body }: SendableLoan,
  isStopped: () => boolean,
): Promise<ApiResult<RowOutcome>> {
  const header = { "Idempotency-Key": newIdempotencyKey() };
  let existing: Loan | null = null;
  const result = await patiently(async () => {
    const answer = client.POST("/api/admin/loan-orders", { body, params: { header } });
    existing = loanIn((await answer.catch(() => null))?.error);
    return settle(answer);
  }, isStopped);
  if (result.ok) return { ok: true, value: { kind: "created", id: result.value.id } };
  if (result.error.code === "loan/reference-used" && existing !== null)
    return { ok: true, value: compared(existing, loan) };
  return result;
}

/** The conflict over a reference carries the loan that has it. */
function loanIn(error: unknown): Loan | null {
  const loan = (error as { loan?: Loan } | null | undefined)?.loan;
  return loan === undefined ? null : loan;
}

function compared(existing: Loan, loan: SendableLoan["loan"]): RowOutcome {
  const isSame = differencesFrom(existing, loan).length === 0;
  return { kind: isSame ? "there" : "differs", id: existing.id };
}
