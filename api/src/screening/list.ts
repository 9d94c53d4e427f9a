import { screenedForm } from "../chains/addresses/cash-address";
import type { Result } from "../core/result";
import { err, ok } from "../core/result";

/** The maximum entries of one list file that this server keeps; a longer file is an error, not a shorter list. */
export const ENTRIES_MAX = 5_000_000;

export type ScreeningList = {
  /** ISO date: the file's own `# date: 2026-01-01` line, else the day it was last written. */
  date: string;
  /** Addresses in the form of `screeningForm`. */
  addresses: ReadonlySet<string>;
};

/** Parses a list file: one address a line, comments after `#`. Error: a sentence that says what is wrong with it. */
export function parseList(text: string, modifiedOn: string): Result<ScreeningList, string> {
  const addresses = new Set<string>();
  let date: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    date ??= /^#\s*date:\s*(\d{4}-\d{2}-\d{2})\s*$/i.exec(line)?.[1];
    const entry = line.replace(/#.*$/, "").trim();
    if (entry === "") continue;
    if (/\s/.test(entry)) return err("a line holds more than one address");
    addresses.add(screeningForm(entry));
    if (addresses.size > ENTRIES_MAX) return err(`more than ${ENTRIES_MAX} addresses`);
  }
  if (date !== undefined && Number.isNaN(Date.parse(date))) return err("its date line is not a date");
  return ok({ date: date ?? modifiedOn, addresses });
}

/**
 * One form for all spellings of an address: EVM and bech32 in lower case, cash addresses in their old form, which names the
 * same key on Bitcoin too.
 */
export function screeningForm(address: string): string {
  const trimmed = address.trim();
  if (/^0x[0-9a-f]{40}$/i.test(trimmed)) return trimmed.toLowerCase();
  // BIP 173: a bech32 address is all lower or all upper case, and both mean the same.
  if (/^(bc|tb|bcrt|ltc|tltc|rltc|addr|addr_test)1/i.test(trimmed)) return trimmed.toLowerCase();
  return screenedForm(trimmed) ?? trimmed;
}
