import { Command } from "commander";
import { ask, type Context, type Contexts } from "../../context";
import { CliFailure, EXIT } from "../../failure";
import { styleOf } from "../../output/colour";
import { printList, printRecord } from "../../output/print";
import { minuteOf } from "../../output/printable";
import type { Column } from "../../output/table";
import { LIMIT_TEXT, limitOf, noteMore, parseCount, readPages } from "../../pages";
import type { AuditEntry } from "../../wire";

const COLUMNS: readonly Column<AuditEntry>[] = [
  { title: "SEQ", field: "seq", figures: true, of: ({ seq }) => seq },
  { title: "AT (UTC)", field: "at", of: ({ at }) => at, show: ({ at }) => minuteOf(at) },
  { title: "ADMIN", field: "admin", shrinks: true, of: ({ admin }) => admin },
  { title: "ACTION", field: "action", of: ({ action }) => action },
  {
    title: "OUTCOME",
    field: "outcome",
    of: ({ outcome }) => outcome,
    style: ({ outcome }) => styleOf(outcome),
  },
  { title: "SUBJECT", field: "subject", shrinks: true, of: ({ subject }) => subject },
  { title: "REASON", field: "reason", shrinks: true, of: ({ reason }) => reason },
  { title: "PREVIOUS HASH", field: "previousHash", csvOnly: true, of: ({ previousHash }) => previousHash },
  { title: "HASH", field: "hash", csvOnly: true, of: ({ hash }) => hash },
];

/** `sotto admin audit …`: what administrators did, and whether the record of it is whole. */
export const auditCommand = (contexts: Contexts): Command =>
  new Command("audit")
    .description("the log of what administrators did")
    .addCommand(
      new Command("list")
        .description("list entries, newest first")
        .option("--limit <count>", LIMIT_TEXT, parseCount)
        .action(async ({ limit }: { limit?: number }) => {
          const sotto = contexts.admin();
          const { items, hasMore } = await readEntries(sotto, limitOf(sotto, limit));
          await printList(sotto, items, COLUMNS);
          noteMore(sotto, hasMore, items.length);
        }),
    )
    .addCommand(verifyCommand(contexts));

const readEntries = (sotto: Context, itemsMax: number) =>
  readPages<AuditEntry>(sotto, itemsMax, (client, query) =>
    client.GET("/api/admin/audit", { params: { query } }),
  );

/** At the API's 100 a page and 120 pages a minute more than an hour; a longer log is checked at the server. */
const CHECKED_ENTRIES_MAX = 1_000_000;

type VerifyOptions = { contains?: string };

/** Asks the server, and then computes every hash here: a server that lies about its log would have to lie in each entry. */
const verifyCommand = (contexts: Contexts): Command =>
  new Command("verify")
    .description("check the chain of hashes, at the server and here; exit code 1 when it is broken")
    .option("--contains <hash>", "and that this head of an earlier check is still in it")
    .action(async ({ contains }: VerifyOptions) => {
      const sotto = contexts.admin();
      const check = await ask(sotto, (client) => client.GET("/api/admin/audit/verify"));
      const { items } = await readEntries(sotto, CHECKED_ENTRIES_MAX);
      const { firstBroken } = await import("./audit-chain");
      const brokenHere = await firstBroken(items);
      const holdsHead =
        check.entries === 0 || items.some(({ seq, hash }) => seq === check.entries && hash === check.head);
      const isContained = contains === undefined || items.some(({ hash }) => hash === contains);
      const valid = check.valid && brokenHere === null && holdsHead && isContained;
      const brokenAt = check.brokenAt ?? brokenHere;
      await printRecord(sotto, { ...check, valid, brokenAt }, () => [
        ["chain", valid ? "valid" : "broken", valid ? "green" : "red"],
        ["entries", String(check.entries)],
        ["broken at", brokenAt === null ? null : String(brokenAt)],
        ["signer's log", check.signerGap === null ? null : `differs at entry ${check.signerGap.entry}`],
        ["head", check.head],
      ]);
      if (valid) return;
      throw new CliFailure(whyBroken({ brokenAt, holdsHead, gap: check.signerGap }), {
        exitCode: EXIT.failure,
        hint: "Somebody with access to the database has changed the log, or its database was restored from a backup.",
      });
    });

function whyBroken(found: {
  brokenAt: number | null;
  holdsHead: boolean;
  gap: { entry: number; hour: string; missing: "audit" | "settlement" } | null;
}): string {
  const { brokenAt, holdsHead, gap } = found;
  if (brokenAt !== null) return `The audit log is not as it was written, from entry ${brokenAt} on.`;
  if (gap !== null) {
    const what =
      gap.missing === "audit"
        ? "the audit log no longer has the head that it had then"
        : "what was signed then has no settlement, and its order was not deleted";
    return `Entry ${gap.entry} of the signer's log (${gap.hour}): ${what}.`;
  }
  return holdsHead
    ? "The earlier head is not in the audit log."
    : "The head that the server names is not in its log.";
}
