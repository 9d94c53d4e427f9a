import type { SimnetChainId } from "../../src/chains/simnet/params";
import { parseUnits } from "../../src/core/amount";
import { amountText } from "../../src/core/asset-amount";
import { assetOf } from "../../src/core/assets";
import type { Problem } from "../../src/core/errors";
import type { Result } from "../../src/core/result";
import type { CreateOrderBody, OrderWire } from "../../src/routes/orders/schema";
import { addressOf, listedAddress } from "./people";
import { drawScenario, type Step } from "./scenarios";
import type { Customer, Seen, World } from "./world";

const chainOf = (asset: Customer["send"]): SimnetChainId => assetOf(asset).chain as SimnetChainId;
const MIXING = new Set(["mixing", "sending", "completed"]);
const SETTLED = new Set(["mixing", "sending", "refunding", "completed", "refunded", "action_required"]);

/** Gives the world its customers, with what they want and what they will do. */
export function inviteCustomers(world: World, count: number): void {
  const { dice, assets, seed } = world;
  const [first, ...rest] = dice.shuffled(assets);
  const [second] = rest;
  const isWhaleWorld = dice.permille(160) && first !== undefined && second !== undefined;
  const whales = isWhaleWorld ? { send: first, receive: second } : null;
  for (let n = 0; n < count; n++) {
    const scenario = drawScenario(dice, { assets, whales });
    const words = `${seed} customer ${n}`;
    world.customers.push({
      ...scenario,
      orderId: null,
      depositAddress: "",
      receiveAddresses: Array.from({ length: scenario.mix?.addresses ?? 1 }, (_, at) =>
        addressOf(chainOf(scenario.receive), `${words} receives${at === 0 ? "" : ` at ${at}`}`),
      ),
      refundAddressOwn: addressOf(chainOf(scenario.send), `${words} is refunded`),
      expiresAt: 0,
      payments: [],
    });
  }
}

/** A customer does the next thing of their plan, if its time has come. */
export async function act(world: World, customer: Customer): Promise<void> {
  if (customer.orderId === null) return arrive(world, customer);
  const [step, ...rest] = customer.steps;
  if (step === undefined || !isDue(world, customer, step)) return;
  customer.steps = rest;
  await take(world, customer, step);
}

function isDue(world: World, customer: Customer, step: Step): boolean {
  if (step.do === "wait_for_expiry") return world.clock.ms > customer.expiresAt;
  if (step.do === "extend_delay") return MIXING.has(world.seen.get(customer.orderId ?? "")?.state ?? "");
  if (step.do !== "wait_for_settlement") return true;
  return SETTLED.has(world.seen.get(customer.orderId ?? "")?.state ?? "");
}

/** Asks for a quote where the rate is to be fixed, and makes the order; a refusal is tried again later. */
async function arrive(world: World, customer: Customer): Promise<void> {
  await world.readCurrentPrices();
  const { send, receive, units, orderType, mismatch, mix } = customer;
  const [receiveAddress = ""] = customer.receiveAddresses;
  const body: CreateOrderBody = {
    sendCurrency: send,
    receiveCurrency: receive,
    sendAmount: amountText(send, units),
    receiveAddress,
    orderType,
    mismatch,
    ...(mix && { privacySettings: mix.settings }),
    ...(mix && mix.addresses > 1 && { receiveAddresses: customer.receiveAddresses }),
    ...(customer.refundAddress === "given" ? { refundAddress: customer.refundAddressOwn } : {}),
  };
  if (orderType === "fixed") {
    const amount = amountText(send, units);
    const quoted = await world.quotes.calculate({
      fromCurrency: send,
      toCurrency: receive,
      amount,
      orderType,
    });
    if (!quoted.ok || quoted.value.quoteId === null) return;
    body.quoteId = quoted.value.quoteId;
  }
  const made = await world.orders.create(body, {});
  if (!made.ok) {
    world.note(`no order for ${customer.kind}: ${made.error.code}`);
    if (mix !== null) world.reached.add(`mix refused: ${made.error.code}`);
    return;
  }
  const order = made.value;
  customer.orderId = order.id;
  customer.depositAddress = order.depositAddress;
  customer.expiresAt = Date.parse(order.expiresAt);
  world.note(
    `order ${order.id} ${customer.kind}: ${body.sendAmount} ${send} to ${receive}, ${customer.refundAddress}`,
  );
  if (customer.refundAddress === "later") customer.steps.splice(1, 0, { do: "give_refund_address" });
  if (customer.kind === "whale") await eatTheReserve(world, customer);
}

/** A floating order may bring up to its limit: just under what the reserve can pay now. */
async function eatTheReserve(world: World, customer: Customer): Promise<void> {
  const limits = await world.quotes.calculate({
    fromCurrency: customer.send,
    toCurrency: customer.receive,
    amount: amountText(customer.send, customer.units),
  });
  if (!limits.ok) return;
  const max = parseUnits(limits.value.maxAmount, assetOf(customer.send).decimals);
  const units = max.ok ? (max.value * 97n) / 100n : customer.units;
  customer.steps = [{ do: "pay", asset: customer.send, units }];
}

async function take(world: World, customer: Customer, step: Step): Promise<void> {
  const id = customer.orderId ?? "";
  world.note(
    `${customer.kind} ${id.slice(0, 6)}: ${JSON.stringify(step, (_k, v) => (typeof v === "bigint" ? `${v}` : v))}`,
  );
  const last = customer.payments.at(-1);
  switch (step.do) {
    case "pay":
      return pay(world, customer, step);
    case "replace":
      if (last !== undefined) await world.simnet.replace({ txHash: last.txHash });
      return;
    case "drop":
      if (last !== undefined && !world.rewritten.has(chainOf(last.asset)))
        await world.simnet.drop({ txHash: last.txHash });
      return;
    case "cancel": {
      const cancelled = await world.orders.cancel(id, {});
      if (cancelled.ok) consent(world, id, "cancel");
      return;
    }
    case "give_refund_address":
      await world.orders.setRefundAddress(id, { address: customer.refundAddressOwn }, {});
      return;
    case "revert_payouts":
      for (const address of customer.receiveAddresses) await world.simnet.setReverting({ address, on: true });
      return;
    case "extend_delay": {
      const extended = await world.orders.delay(id, { delayMinutes: step.minutes }, {});
      world.note(
        `${id.slice(0, 6)} extends to ${step.minutes} min: ${extended.ok ? "done" : extended.error.code}`,
      );
      if (!extended.ok) return;
      world.mixes.extended.set(id, step.minutes);
      world.reached.add("mix extended");
      return;
    }
    case "wait_for_expiry":
    case "wait_for_settlement":
      return;
  }
}

async function pay(world: World, customer: Customer, step: Extract<Step, { do: "pay" }>): Promise<void> {
  const { asset, units, listed, replaceable } = step;
  if (units <= 0n) return;
  const { txHash } = await world.simnet.pay({
    asset,
    address: customer.depositAddress,
    units,
    ...(listed ? { from: listedAddress(chainOf(asset)) } : {}),
    ...(replaceable ? { replaceable } : {}),
  });
  customer.payments.push({ txHash, asset, units, at: world.clock.ms });
}

/** Whoever was asked a question answers it, if they mean to. Children are their parent's customer's. */
export async function answer(world: World, seen: Seen, { insist }: { insist: boolean }): Promise<void> {
  const customer = world.customers.find(({ orderId }) => orderId === (seen.parentId ?? seen.id));
  if (customer === undefined || customer.answer === "nothing") return;
  // What the question shows is what is answered; the wrong asset can only go back.
  const choice = insist || seen.reason === "wrong_asset" ? "refund" : customer.answer;
  await world.readCurrentPrices();
  const shown = await world.orders.read(seen.id);
  if (!shown.ok) return;
  const isStale = world.dice.permille(200);
  const { revision } = shown.value.order;
  const outcome = await world.orders.decide(
    seen.id,
    {
      choice,
      revision: isStale ? Math.max(0, revision - 1) : revision,
      ...(choice === "refund" && shown.value.order.refundAddress === null
        ? { refundAddress: customer.refundAddressOwn }
        : {}),
    },
    {},
  );
  noteOutcome(world, seen, choice, outcome);
}

function noteOutcome(world: World, seen: Seen, choice: string, outcome: Result<OrderWire, Problem>): void {
  world.note(`${seen.id.slice(0, 6)} answers ${choice}: ${outcome.ok ? "taken" : outcome.error.code}`);
  if (!outcome.ok) return;
  consent(world, seen.id, choice);
  if (choice === "exchange") {
    world.agreedAt.set(seen.id, [...(world.agreedAt.get(seen.id) ?? []), world.clock.ms]);
  }
}

/** Notes that a person agreed to a choice for an order. */
export function consent(world: World, orderId: string, choice: string): void {
  world.consents.set(orderId, new Set([...(world.consents.get(orderId) ?? []), choice]));
}
