import type { OrderState, OrderStatus, SottoClient } from "@sotto/openapi";
import { ORDER_STATES, ORDER_STATUSES } from "@sotto/openapi/order-states";
import { Command, Option } from "commander";
import { type ActOptions, acting, isConfirmed, type Plan, requireAnswerable } from "../../act";
import { type CodeOptions, createAuthorized, withCode } from "../../authorize";
import { ask, type Context, type Contexts } from "../../context";
import { styleOf } from "../../output/colour";
import { orderPairs } from "../../output/order";
import { printList, printRecord } from "../../output/print";
import { minuteOf } from "../../output/printable";
import type { Column, Pair } from "../../output/table";
import { LIMIT_TEXT, limitOf, noteMore, parseCount, parseInstant, readPages } from "../../pages";
import type { AdminOrder, AdminOrderRow } from "../../wire";
import { moneyLines } from "../swap/money";
import { parseTrackingCode } from "../track";

const COLUMNS: readonly Column<AdminOrderRow>[] = [
  { title: "CODE", field: "trackingCode", of: ({ trackingCode }) => trackingCode },
  { title: "ID", field: "id", csvOnly: true, of: ({ id }) => id },
  { title: "STATUS", field: "status", csvOnly: true, of: ({ status }) => status },
  {
    title: "STATE",
    field: "state",
    of: ({ state }) => state,
    show: ({ state, reason }) => (reason === null ? state : `${state}: ${reason}`),
    style: ({ state }) => styleOf(state),
  },
  { title: "REASON", field: "reason", csvOnly: true, of: ({ reason }) => reason },
  { title: "SENDS", field: "sendAmount", figures: true, of: ({ sendAmount }) => sendAmount },
  { title: "", field: "sendCurrency", of: ({ sendCurrency }) => sendCurrency },
  { title: "RECEIVES", field: "receiveAmount", figures: true, of: ({ receiveAmount }) => receiveAmount },
  { title: "", field: "receiveCurrency", of: ({ receiveCurrency }) => receiveCurrency },
  {
    title: "TYPE",
    field: "orderType",
    shrinks: true,
    of: ({ orderType }) => orderType,
    show: ({ orderType, mixed }) => (mixed ? `${orderType}, mixed` : orderType),
  },
  { title: "MIXED", field: "mixed", csvOnly: true, of: ({ mixed }) => mixed },
  {
    title: "CREATED (UTC)",
    field: "createdAt",
    of: ({ createdAt }) => createdAt,
    show: ({ createdAt }) => minuteOf(createdAt),
  },
  { title: "ENDED", field: "completedAt", csvOnly: true, of: ({ completedAt }) => completedAt },
];

type ListOptions = {
  status?: OrderStatus;
  state?: OrderState;
  currency?: string;
  since?: string;
  until?: string;
  code?: string;
  tx?: string;
  limit?: number;
};

/** `sotto admin orders …`: all orders that are not forgotten, and what an administrator may do to those on hold. */
export const ordersCommand = (contexts: Contexts): Command =>
  new Command("orders")
    .description("exchange orders")
    .addCommand(listCommand(contexts))
    .addCommand(
      new Command("show")
        .description("show an order with its events, deposits, legs and ledger entries")
        .argument("<order>", "its tracking code or its id")
        .action(async (order: string) => {
          const sotto = contexts.admin();
          await printRecord(sotto, await inspect(sotto, order), adminOrderPairs);
        }),
    )
    .addCommand(endHoldCommand(contexts, "release"))
    .addCommand(endHoldCommand(contexts, "refund"));

const listCommand = (contexts: Contexts): Command =>
  new Command("list")
    .description("list orders, newest first; forgotten ones are gone")
    .addOption(new Option("--status <status>", "of this status").choices(ORDER_STATUSES))
    .addOption(new Option("--state <state>", "in this state").choices(ORDER_STATES))
    .option("--currency <code>", "that send or receive this currency")
    .option("--since <time>", "created at or after, such as 2026-01-31 or 2026-01-31T12:00:00Z", parseInstant)
    .option("--until <time>", "created before", parseInstant)
    .option("--code <code>", "with this tracking code")
    .option("--tx <hash>", "with this deposit or payout")
    .option("--limit <count>", LIMIT_TEXT, parseCount)
    .action(async ({ limit, tx, since, until, code, ...exact }: ListOptions) => {
      const sotto = contexts.admin();
      const query = {
        ...exact,
        ...(code === undefined ? {} : { code: parseTrackingCode(code) ?? code }),
        ...(since === undefined ? {} : { since }),
        ...(until === undefined ? {} : { until }),
        ...(tx === undefined ? {} : { txHash: tx }),
      };
      const { items, hasMore } = await readPages(sotto, limitOf(sotto, limit), (client, cursor) =>
        client.GET("/api/admin/exchanges", { params: { query: { ...query, ...cursor } } }),
      );
      await printList(sotto, items, COLUMNS);
      noteMore(sotto, hasMore, items.length);
    });

/** `release` and `refund`, which end a hold; each with its reason for the audit log. */
function endHoldCommand(contexts: Contexts, verb: "release" | "refund"): Command {
  const description = verb === "release" ? "let an order on hold go on" : "refund an order on hold";
  return withCode(
    acting(
      new Command(verb)
        .description(description)
        .argument("<order>", "its tracking code or its id")
        .requiredOption("--reason <text>", "why, for the audit log"),
    ),
  ).action(async (name: string, { reason, ...options }: ActOptions & CodeOptions & { reason: string }) => {
    const sotto = contexts.admin();
    requireAnswerable(sotto, options);
    const order = await inspect(sotto, name);
    const id = order.trackingCode;
    const body = { reason, seenSources: order.sourcesForReview.map(({ no }) => no) };
    const plan: Plan = {
      says: [
        ...(await moneyLines(sotto, order)),
        ...order.sourcesForReview.map((source) => `Its source will count as clear: ${sourceText(source)}.`),
        verb === "release"
          ? `The order will continue, and its payout will go to ${order.receiveAddress}.`
          : `What arrived will be refunded to ${order.refundAddress ?? "the refund address, once one is given"}.`,
      ],
      question: verb === "release" ? "Release this order?" : "Refund this order?",
      calls: [{ method: "POST", path: `/api/admin/exchanges/${id}/${verb}`, body }],
    };
    if (!(await isConfirmed(sotto, options, plan))) return;
    const key = crypto.randomUUID();
    const send = (client: SottoClient, proof: object) => {
      const params = { path: { id }, header: { "Idempotency-Key": key, ...proof } };
      return verb === "release"
        ? client.POST("/api/admin/exchanges/{id}/release", { body, params })
        : client.POST("/api/admin/exchanges/{id}/refund", { body, params });
    };
    await printRecord(sotto, await createAuthorized(sotto, options)(send), orderPairs);
  });
}

/** The order behind a tracking code or an id, whole. */
function inspect(sotto: Context, name: string): Promise<AdminOrder> {
  const id = parseTrackingCode(name) ?? name;
  return ask(sotto, (client) => client.GET("/api/admin/exchanges/{id}", { params: { path: { id } } }));
}

/** A deposit and what was found of where it came from. */
const sourceText = ({ amount, currency, txHash, found }: AdminOrder["sourcesForReview"][number]): string =>
  `${amount} ${currency} (${txHash ?? "no transaction"}) from ${found === "listed" ? "a listed address" : "an unknown source"}`;

const adminOrderPairs = (order: AdminOrder): readonly Pair[] => [
  ...orderPairs(order),
  ["parent", order.parentId],
  ...order.sourcesForReview.map((source): Pair => ["to review", sourceText(source), "yellow"]),
  ...order.events.map(
    ({ at, type, cause, state }): Pair => ["event", `${at}  ${type} by ${cause}: ${state}`],
  ),
  ...order.legs.map(
    (leg): Pair => [
      leg.kind,
      `${leg.amount} ${leg.currency}, ${leg.status}, attempts: ${leg.attempts.length}, ${leg.txHash ?? "no transaction"}`,
    ],
  ),
  ...order.ledger.map(
    ({ at, account, asset, amount, kind }): Pair => [
      "ledger",
      `${at}  ${kind}: ${account} ${amount} ${asset}`,
    ],
  ),
];
