import { checkLoanRows, type ValidLoan } from "@sotto/openapi/loan-file/check";
import type { LoanRow } from "@sotto/openapi/loan-file/read";
import { err, ok, type Result } from "@sotto/openapi/result";
import { ask, askPatiently, type Context } from "../../context";
import { faultOf, type RowFault } from "./loan-problems";

/** A row that can be sent: its currency by its code, its address as it would be paid. */
export type SoundRow = ValidLoan & { line: number };
type FaultyRow = { row: LoanRow; fault: RowFault };
type CheckedRows = {
  sound: readonly SoundRow[];
  faulty: readonly FaultyRow[];
  /** Rows of an export whose loans have no reference. */
  unnamed: readonly LoanRow[];
};

/** Checks every row before any of them is sent: by the rules of the file here, its addresses at the server. */
export async function checkRows(sotto: Context, rows: readonly LoanRow[]): Promise<CheckedRows> {
  const currencies = await ask(sotto, (client) => client.GET("/api/currencies"));
  const decimals = new Map(currencies.map(({ id, decimals }) => [id, decimals]));
  const valid: { row: LoanRow; loan: ValidLoan }[] = [];
  const faulty: FaultyRow[] = [];
  const unnamed: LoanRow[] = [];
  for (const { row, checked } of checkLoanRows(rows, decimals)) {
    const [problem] = checked.ok ? [] : checked.error;
    if (checked.ok) valid.push({ row, loan: checked.value });
    else if (problem?.code === "export_without_reference") unnamed.push(row);
    else if (problem !== undefined) faulty.push({ row, fault: faultOf(problem) });
  }
  const sound: SoundRow[] = [];
  for (const { row, address } of await checkAddresses(sotto, valid)) {
    if (address.ok) sound.push(address.value);
    else faulty.push({ row, fault: address.error });
  }
  return { sound, faulty: faulty.sort((one, other) => one.row.line - other.row.line), unnamed };
}

/** Each address is asked for once, however many rows pay to it. */
async function checkAddresses(
  sotto: Context,
  rows: readonly { row: LoanRow; loan: ValidLoan }[],
): Promise<{ row: LoanRow; address: Result<SoundRow, RowFault> }[]> {
  const answers = new Map<string, Result<string, RowFault>>();
  const found: { row: LoanRow; address: Result<SoundRow, RowFault> }[] = [];
  for (const [at, { row, loan }] of rows.entries()) {
    const { line } = row;
    const { currency, receiveAddress } = loan;
    if (receiveAddress === null) {
      found.push({ row, address: ok({ ...loan, line }) });
      continue;
    }
    sotto.terminal.progress(`Checking addresses: row ${at + 1} of ${rows.length}`);
    const key = `${currency} ${receiveAddress}`;
    const answer = answers.get(key) ?? (await checkAddress(sotto, { currency, address: receiveAddress }));
    answers.set(key, answer);
    found.push({ row, address: answer.ok ? ok({ ...loan, line, receiveAddress: answer.value }) : answer });
  }
  sotto.terminal.progress(undefined);
  return found;
}

/** The address as the server writes it, or why a loan cannot be paid there. */
async function checkAddress(
  sotto: Context,
  body: { currency: string; address: string },
): Promise<Result<string, RowFault>> {
  const validation = await askPatiently(sotto, (client) => client.POST("/api/address/validate", { body }));
  if (!validation.valid) {
    return err({
      code: validation.reason ?? "address/format",
      message: validation.message ?? "The address is not valid.",
    });
  }
  const screening = await askPatiently(sotto, (client) => client.POST("/api/screening/check", { body }));
  return screening.result === "listed"
    ? err({ code: "address/listed", message: "The address is on a sanctions list." })
    : ok(validation.normalized ?? body.address);
}
