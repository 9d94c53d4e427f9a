import { encodeQR } from "qr";
import { confirmSecret, type OfferedSecret, offerSecret } from "../admin/owner-enrolment";
import type { Clock, Random } from "../core/ports";
import type { Database } from "../db/client";
import { Refusal } from "./refusal";
import type { Terminal } from "./terminal";

type TotpParts = {
  /** Works on this installation's database as its owner. */
  onDatabase: <Value>(work: (database: Database) => Promise<Value>) => Promise<Value>;
  clock: Clock;
  random: Random;
  terminal: Terminal;
};

const ATTEMPTS_MAX = 3;

/**
 * `sotto-api admin totp NAME`: enrols an account for one-time codes, with the service running or not. Shows the secret
 * once, and stores nothing before a code of it was typed.
 */
export async function enrolByOwner(parts: TotpParts, username: string): Promise<void> {
  const { onDatabase, terminal } = parts;
  if (!terminal.isInteractive)
    throw new Refusal("One-time codes are set up at a terminal: the command asks for a first code.");
  await onDatabase(async (database) => {
    const offered = await offerSecret({ ...parts, database }, username);
    if (!offered.ok) throw refusalOf(offered.error, username);
    show(offered.value, terminal);
    const codes = await confirmed({ ...parts, database }, offered.value);
    terminal.say(`${username} now needs a one-time code to log in. Its open sessions have ended.`);
    terminal.say("Recovery codes, shown only now. Each replaces a one-time code once:");
    for (const code of codes) terminal.say(`  ${code}`);
  });
}

function show({ shown }: OfferedSecret, terminal: Terminal): void {
  terminal.say(encodeQR(shown.uri, "ascii"));
  terminal.say(`Secret (shown only now): ${shown.secret}`);
  terminal.say(shown.uri);
}

async function confirmed(
  parts: TotpParts & { database: Database },
  offered: OfferedSecret,
): Promise<string[]> {
  const { terminal } = parts;
  for (let attempt = 1; ; attempt++) {
    const typed = await terminal.ask("A code of the app: ");
    const codes = await confirmSecret(parts, offered, typed);
    if (codes.ok) return codes.value;
    if (codes.error === "enrolled") throw refusalOf("enrolled", offered.username);
    if (attempt === ATTEMPTS_MAX)
      throw new Refusal(
        "No code was right, so nothing was changed. Check the clocks of this machine and the phone.",
      );
    terminal.say("That code is wrong or has expired.");
  }
}

const refusalOf = (failure: "unknown" | "enrolled", username: string): Refusal =>
  failure === "unknown"
    ? new Refusal(`There is no account ${username}. \`sotto-api admin list\` shows all accounts.`)
    : new Refusal(
        `${username} has one-time codes already: \`sotto-api admin reset ${username}\` removes them.`,
      );
