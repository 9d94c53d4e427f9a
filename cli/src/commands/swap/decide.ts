import type { DecisionBody } from "@sotto/openapi";
import { Argument, Command } from "commander";
import { type ActOptions, acting, isConfirmed, requireAnswerable } from "../../act";
import { ask, type Contexts } from "../../context";
import { CliFailure, EXIT } from "../../failure";
import { orderPairs } from "../../output/order";
import { printRecord } from "../../output/print";
import { orderIdArgument, readOrder } from "./order";

type DecideOptions = ActOptions & { refundAddress?: string; minReceive?: string };

/** `sotto swap decide ID exchange|refund`: chooses, by the figures that it just showed, what becomes of the money. */
export const decideCommand = (contexts: Contexts): Command =>
  acting(
    new Command("decide")
      .description("choose what becomes of an order that waits for the customer's decision")
      .addArgument(orderIdArgument())
      .addArgument(new Argument("<choice>", "what to do").choices(["exchange", "refund"]))
      .option("--refund-address <address>", "where a refund goes, when none is known yet")
      .option("--min-receive <amount>", "refuse an exchange that would bring less"),
  ).action(async (id: string, choice: "exchange" | "refund", options: DecideOptions) => {
    const sotto = contexts.public();
    requireAnswerable(sotto, options);
    const order = await readOrder(sotto, id);
    const offer = order.choices.find((each) => each.choice === choice);
    if (offer === undefined) {
      throw new CliFailure(`There is nothing to decide, or not this: the order is ${order.state}.`, {
        exitCode: EXIT.refused,
        hint: order.choices.map((each) => `Its choices: ${each.choice}`).join(", ") || undefined,
      });
    }
    const body: DecisionBody = {
      choice,
      // The server refuses when its figures are no longer those that are shown here.
      revision: order.revision,
      ...(options.refundAddress === undefined ? {} : { refundAddress: options.refundAddress }),
      ...(options.minReceive === undefined ? {} : { minReceive: options.minReceive }),
    };
    const where =
      choice === "exchange" ? order.receiveAddress : (options.refundAddress ?? order.refundAddress ?? "-");
    const plan = {
      question: `${choice}: ${offer.sendsAmount} ${offer.currency} will go to ${where}. Go on?`,
      method: "POST",
      path: `/api/exchanges/${id}/decision`,
      body,
    } as const;
    if (!(await isConfirmed(sotto, options, plan))) return;
    const decided = await ask(sotto, (client) =>
      client.POST("/api/exchanges/{id}/decision", {
        body,
        params: { path: { id }, header: { "Idempotency-Key": crypto.randomUUID() } },
      }),
    );
    await printRecord(sotto, decided, orderPairs);
  });
