import type { AddressValidation, Screening } from "@sotto/openapi";
import { Command } from "commander";
import { ask, type Contexts } from "../context";
import { CliFailure, EXIT } from "../failure";
import { printRecord } from "../output/print";
import type { Pair } from "../output/table";

type CheckOptions = { screen?: true };

/** `sotto address check CURRENCY ADDRESS`: whether it could be paid; exit code 1 when not, or when it is listed. */
export const addressCommand = (contexts: Contexts): Command =>
  new Command("address").description("check addresses").addCommand(
    new Command("check")
      .description("whether an address is valid for a currency; exit code 1 when it is not")
      .argument("<currency>", "the currency")
      .argument("<address>", "the address")
      .option("--screen", "look it up in the operator's sanctions lists too")
      .action(async (currency: string, address: string, { screen }: CheckOptions) => {
        const sotto = contexts.public();
        const body = { currency, address };
        const validation = await ask(sotto, (client) => client.POST("/api/address/validate", { body }));
        const screening =
          screen && validation.valid
            ? await ask(sotto, (client) => client.POST("/api/screening/check", { body }))
            : undefined;
        const answer = screening === undefined ? validation : { ...validation, screening };
        await printRecord(sotto, answer, () => checkPairs(validation, screening));
        if (!validation.valid) {
          throw new CliFailure(
            `${validation.message ?? "The address is not valid."} (${validation.reason})`,
            {
              exitCode: EXIT.failure,
              hint:
                validation.matches.length === 0
                  ? "Copy the address anew."
                  : `It is an address of: ${validation.matches.join(", ")}.`,
            },
          );
        }
        if (screening?.result === "listed") {
          throw new CliFailure("The address is on a sanctions list.", { exitCode: EXIT.failure });
        }
      }),
  );

const checkPairs = (validation: AddressValidation, screening: Screening | undefined): readonly Pair[] => [
  ["valid", validation.valid ? "yes" : "no", validation.valid ? "green" : "red"],
  ["paid as", validation.normalized],
  ["valid for", validation.matches.length === 0 ? null : validation.matches.join(", ")],
  ["screening", screening?.result ?? null],
  ["lists of", screening?.listDate ?? null],
];
