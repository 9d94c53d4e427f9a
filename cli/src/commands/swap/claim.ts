import { readFileSync, statSync } from "node:fs";
import { Command } from "commander";
import { type ActOptions, acting, isConfirmed, type Plan } from "../../act";
import { ask, type Contexts } from "../../context";
import { CliFailure, EXIT } from "../../failure";
import { printList } from "../../output/print";

const NOTE_BYTES_MAX = 16_384;

/** `sotto swap claim NOTE ADDRESS`: has money that came to a deleted order's address sent back, by the deletion's note. */
export const claimCommand = (contexts: Contexts): Command =>
  acting(
    new Command("claim")
      .description("claim money that came after an order was deleted, by its note")
      .argument("<note>", "the note as `swap delete --json` wrote it; - reads standard input")
      .argument("<address>", "where the money goes, on the network that it came by"),
  ).action(async (file: string, refundAddress: string, options: ActOptions) => {
    const sotto = contexts.public();
    const body = { ...readNote(file), refundAddress };
    const plan: Plan = {
      says: [
        `All money that arrived at the note's addresses after the deletion will go to ${refundAddress}.`,
        "The server names the amounts in its answer.",
      ],
      question: "Claim it?",
      calls: [{ method: "POST", path: "/api/claims", body }],
    };
    if (!(await isConfirmed(sotto, options, plan))) return;
    const claimed = await ask(sotto, (client) => client.POST("/api/claims", { body }));
    await printList(sotto, claimed, [
      { title: "id", field: "id", of: ({ id }) => id },
      { title: "code", field: "trackingCode", of: ({ trackingCode }) => trackingCode },
      { title: "amount", field: "amount", of: ({ amount }) => amount, figures: true },
      { title: "currency", field: "currency", of: ({ currency }) => currency },
      { title: "to", field: "refundAddress", of: ({ refundAddress }) => refundAddress },
    ]);
    if (claimed.some((one) => one.refundAddress !== refundAddress))
      sotto.terminal.note("What an earlier claim has claimed goes to that claim's address.");
    sotto.terminal.note("`sotto swap watch ID` follows each of them.");
  });

function readNote(file: string): { payload: string; signature: string } {
  const refused = (why: string) =>
    new CliFailure(`${file === "-" ? "standard input" : file}: ${why}`, { exitCode: EXIT.usage });
  try {
    if (file !== "-" && statSync(file).size > NOTE_BYTES_MAX) throw refused("too long for a note");
    const { payload, signature } = JSON.parse(readFileSync(file === "-" ? 0 : file, "utf8")) as Record<
      string,
      unknown
    >;
    if (typeof payload === "string" && typeof signature === "string") return { payload, signature };
  } catch (error) {
    if (error instanceof CliFailure) throw error;
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw refused("there is no such file");
  }
  throw refused("this is not a deletion note");
}
