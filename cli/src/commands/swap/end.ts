import { Command } from "commander";
import { type ActOptions, acting, isConfirmed, type Plan, requireAnswerable } from "../../act";
import { ask, type Contexts } from "../../context";
import { orderPairs } from "../../output/order";
import { printRecord } from "../../output/print";
import { moneyLines } from "./money";
import { orderIdArgument, readOrder } from "./order";

/** `sotto swap refund-address ID ADDRESS`: sets where refunds go; once, and never again. */
export const refundAddressCommand = (contexts: Contexts): Command =>
  acting(
    new Command("refund-address")
      .description("set where refunds go; it can be set once")
      .addArgument(orderIdArgument())
      .argument("<address>", "an address on the sent currency's network"),
  ).action(async (id: string, address: string, options: ActOptions) => {
    const sotto = contexts.public();
    requireAnswerable(sotto, options);
    const body = { address };
    const plan: Plan = {
      says: [
        ...(await moneyLines(sotto, await readOrder(sotto, id))),
        `All refunds of this order will go to ${address}. This cannot be changed later.`,
      ],
      question: "Set this refund address?",
      calls: [{ method: "POST", path: `/api/exchanges/${id}/refund-address`, body }],
    };
    if (!(await isConfirmed(sotto, options, plan))) return;
    const order = await ask(sotto, (client) =>
      client.POST("/api/exchanges/{id}/refund-address", {
        body,
        params: { path: { id }, header: { "Idempotency-Key": crypto.randomUUID() } },
      }),
    );
    await printRecord(sotto, order, orderPairs);
  });

/** `sotto swap cancel ID`: gives up an order that was not paid. */
export const cancelCommand = (contexts: Contexts): Command =>
  acting(
    new Command("cancel").description("give up an order that was not paid").addArgument(orderIdArgument()),
  ).action(async (id: string, options: ActOptions) => {
    const sotto = contexts.public();
    requireAnswerable(sotto, options);
    const plan: Plan = {
      says: [
        ...(await moneyLines(sotto, await readOrder(sotto, id))),
        "The order will accept no payment anymore.",
      ],
      question: "Cancel this order?",
      calls: [{ method: "POST", path: `/api/exchanges/${id}/cancel` }],
    };
    if (!(await isConfirmed(sotto, options, plan))) return;
    const order = await ask(sotto, (client) =>
      client.POST("/api/exchanges/{id}/cancel", {
        params: { path: { id }, header: { "Idempotency-Key": crypto.randomUUID() } },
      }),
    );
    await printRecord(sotto, order, orderPairs);
  });

/** `sotto swap delete ID`: has an ended order forgotten, and prints the signed note of it, which is worth keeping. */
export const deleteCommand = (contexts: Contexts): Command =>
  acting(
    new Command("delete").description("have an ended order forgotten now").addArgument(orderIdArgument()),
  ).action(async (id: string, options: ActOptions) => {
    const sotto = contexts.public();
    requireAnswerable(sotto, options);
    const plan: Plan = {
      says: [
        ...(await moneyLines(sotto, await readOrder(sotto, id))),
        "The order will be deleted. Afterwards neither you nor support can look at it.",
      ],
      question: "Delete this order?",
      calls: [{ method: "DELETE", path: `/api/exchanges/${id}` }],
    };
    if (!(await isConfirmed(sotto, options, plan))) return;
    const note = await ask(sotto, (client) =>
      client.DELETE("/api/exchanges/{id}", { params: { path: { id } } }),
    );
    await printRecord(sotto, note, ({ deletedAt, addresses, payload, signature, publicKey }) => [
      ["deleted", deletedAt],
      ...addresses.map(({ currency, address }) => ["address", `${address} (${currency})`] as const),
      ["payload", payload],
      ["signature", signature],
      ["key", publicKey],
    ]);
    sotto.terminal.note("Keep this note: it claims money that comes to these addresses later.");
  });
