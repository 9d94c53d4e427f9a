import type { DecisionBody } from "@sotto/openapi";
import { Argument, Command } from "commander";
import { type ActOptions, acting, isConfirmed, type Plan, requireAnswerable } from "../../act";
import { ask, type Contexts } from "../../context";
import { CliFailure, EXIT } from "../../failure";
import { orderPairs } from "../../output/order";
import { printRecord } from "../../output/print";
import { moneyLines, usdtWorth } from "./money";
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
    const [useless, given] =
      choice === "exchange"
        ? (["--refund-address", options.refundAddress] as const)
        : (["--min-receive", options.minReceive] as const);
    if (given !== undefined)
      throw new CliFailure(`${useless} has no effect on this choice: ${choice}.`, { exitCode: EXIT.usage });
    const order = await readOrder(sotto, id);
    const offer = order.choices.find((each) => each.choice === choice);
    if (offer === undefined) {
      throw new CliFailure(
        `There is nothing to decide, or not this: the order is ${order.state}. (decision/unavailable)`,
        {
          exitCode: EXIT.refused,
          hint: order.choices.map((each) => `Its choices: ${each.choice}`).join(", ") || undefined,
        },
      );
    }
    const body: DecisionBody = {
      choice,
      // The server refuses when its figures are no longer those that are shown here.
      revision: order.revision,
      ...(options.refundAddress === undefined ? {} : { refundAddress: options.refundAddress }),
      ...(options.minReceive === undefined ? {} : { minReceive: options.minReceive }),
    };
    const where =
      choice === "exchange" ? order.receiveAddress : (options.refundAddress ?? order.refundAddress);
    if (where === null) throw noRefundAddress(id);
    const worth = await usdtWorth(sotto, { amount: offer.sendsAmount, currency: offer.currency });
    const plan: Plan = {
      says: [
        ...(await moneyLines(sotto, order)),
        `${choice === "exchange" ? "Exchange" : "Refund"}: ${offer.sendsAmount} ${offer.currency}${worth} will go to ${where}, after a network fee of ${offer.networkFee} ${offer.currency}.`,
      ],
      question: choice === "exchange" ? "Exchange what arrived?" : "Refund what arrived?",
      calls: [{ method: "POST", path: `/api/exchanges/${id}/decision`, body }],
    };
    if (!(await isConfirmed(sotto, options, plan))) return;
    const decided = await ask(sotto, (client) =>
      client.POST("/api/exchanges/{id}/decision", {
        body,
        params: { path: { id }, header: { "Idempotency-Key": crypto.randomUUID() } },
      }),
    );
    await printRecord(sotto, decided, orderPairs);
  });

const noRefundAddress = (id: string): CliFailure =>
  new CliFailure("No address is known to which the coins could go back. Nothing was decided.", {
    exitCode: EXIT.usage,
    hint: `Name one: sotto swap decide ${id} refund --refund-address ADDRESS`,
  });
