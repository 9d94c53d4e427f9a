import type { components, SottoClient } from "@sotto/openapi";
import type { Command } from "commander";
import { type Answer, ask, type Context } from "./context";
import { CliFailure } from "./failure";

export type CodeOptions = { code?: string };

type Listed = components["schemas"]["AuthorizationBody"]["operations"][number];
/** The header of a call that a one-time code has approved; nothing before one was needed. */
export type Proof = { "Sotto-Authorization"?: string };

/** Adds the option `--code` to a command that moves or commits money. */
export const withCode = (command: Command): Command =>
  command.option(
    "--code <digits>",
    "the code that your authenticator app shows now, if the server needs one",
  );

/**
 * Makes calls that move or commit money. When the server asks for a one-time code, it is taken from `--code` or asked for,
 * approves all `subjects` at once (else what the server names), and the call is made again. `how` says how patiently.
 */
export function createAuthorized(
  sotto: Context,
  { code }: CodeOptions,
  { subjects, how = ask }: { subjects?: readonly string[]; how?: typeof ask } = {},
) {
  let proof: Proof = {};
  return async <Data>(call: (client: SottoClient, proof: Proof) => Promise<Answer<Data>>): Promise<Data> => {
    try {
      return await how(sotto, (client) => call(client, proof));
    } catch (error) {
      const needed = neededBy(error);
      if (needed === undefined) throw error;
      const { canAsk } = sotto.terminal;
      const typed = code ?? (canAsk ? (await sotto.terminal.ask("One-time code: ")).trim() : undefined);
      if (typed === undefined) throw error;
      const listed: Listed = { operation: needed.operation, subjects: [...(subjects ?? [needed.subject])] };
      const body = { operations: [listed], code: typed };
      const given = await ask(sotto, (client) => client.POST("/api/admin/authorizations", { body }));
      proof = { "Sotto-Authorization": given.authorization };
      return how(sotto, (client) => call(client, proof));
    }
  };
}

/** What the server wants approved; undefined for every other failure. */
function neededBy(error: unknown): { operation: Listed["operation"]; subject: string } | undefined {
  if (!(error instanceof CliFailure) || error.problem?.code !== "authorization/required") return undefined;
  const operation: unknown = Reflect.get(error.problem, "operation");
  const subject: unknown = Reflect.get(error.problem, "subject");
  if (typeof operation !== "string" || typeof subject !== "string") return undefined;
  // The server names one of its own operations.
  return { operation: operation as Listed["operation"], subject };
}
