import { existsSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import type { Config } from "../config";
import { amountText } from "../core/asset-amount";
import type { Random } from "../core/ports";
import { type DetailKeys, openDetailKeys, type PaymentDetails } from "../signing/detail-keys";
import { type LogLine, readLogFiles } from "../signing/log-files";
import { Refusal } from "./refusal";

const BATCH = 500;

type SignedParts = {
  config(): Pick<Config, "signerDir">;
  random: Random;
  say(line: string): void;
};

/** `sotto-api signed`: what the signer signed for others, as its own files say: for who has to restore a lost database. */
export const signedCommand = (parts: SignedParts): Command =>
  new Command("signed")
    .description("List the payments in the signer's own log: what a restored database may lack.")
    .option("--lost", "only those that the database had lost when the signer started")
    .option("--json", "for scripts")
    .exitOverride()
    .action((options: { lost?: boolean; json?: boolean }) => list(parts, options));

async function list(
  { config, random, say }: SignedParts,
  { lost = false, json = false }: { lost?: boolean; json?: boolean },
): Promise<void> {
  const { signerDir } = config();
  const folder = join(signerDir, "log");
  if (!existsSync(folder)) throw new Refusal(`There is no log of the signer in ${folder}.`);
  const files = readLogFiles(folder);
  const keys = await openDetailKeys(join(signerDir, "keys"), random);
  let listed = 0;
  // A line that was written back to the database is there twice.
  for (const name of (await files.names()).reverse())
    for await (const lines of files.read(name, BATCH))
      for (const line of lines.filter(({ restored }) => restored === lost)) {
        say(json ? JSON.stringify(await read(keys, line)) : text(await read(keys, line)));
        listed += 1;
      }
  if (listed === 0 && !json) say(lost ? "The database has lost none." : "Nothing has been signed yet.");
}

type Read = { hour: string; details: PaymentDetails | null };

const read = async (keys: DetailKeys, { hour, settlement, details }: LogLine): Promise<Read> => ({
  hour,
  details: await keys.unseal(settlement, Buffer.from(details, "base64")),
});

function text({ hour, details }: Read): string {
  if (details === null) return `${hour}  of a deleted order`;
  const { signedAt, owner, asset, units, destination, transaction } = details;
  const amount = `${amountText(asset, BigInt(units))} ${asset}`;
  return `${signedAt}  ${amount} to ${destination}  transaction ${transaction}  for ${owner}`;
}
