import type { SimnetChainId } from "../../src/chains/simnet/params";
import { parseUnits } from "../../src/core/amount";
import { amountText } from "../../src/core/asset-amount";
import { assetOf } from "../../src/core/assets";
import type { Problem } from "../../src/core/errors";
import type { Result } from "../../src/core/result";
import type { CreateOrderBody, OrderWire } from "../../src/routes/orders/schema";
import { drawContracts } from "./contracts";
import { diceOf } from "./dice";
import { fashionable, fashionOf } from "./fashion";
import { momentNow } from "./moments";
import { addressOf, listedAddress } from "./people";
import { promised, richesOf } from "./riches";
import { drawScenario, type Scenario, type Step } from "./scenarios";
import { wordsOfOrder, wordsOfStep } from "./words";
import { type Customer, runTasks, type Seen, type World } from "./world";

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
  const riches = richesOf(world);
  const fashion = fashionOf(world);
  const hindrance = diceOf(`hindrances ${seed}`);
  for (let n = 0; n < count; n++) {
    const drawn = drawScenario(dice, { assets, whales });
    const scenario =
      riches === null
        ? fashionable(hindered(drawn, hindrance.pick(HINDRANCES)), fashion)
        : promised(world, riches);
    const words = `${seed} customer ${n}`;
    const customer: Customer = {
      ...scenario,
      orderId: null,
      depositAddress: "",
      receiveAddresses: Array.from({ length: scenario.mix?.addresses ?? 1 }, (_, at) =>
        addressOf(chainOf(scenario.receive), `${words} receives${at === 0 ? "" : ` at ${at}`}`),
      ),
      refundAddressOwn: addressOf(chainOf(scenario.send), `${words} is refunded`),
      hasGivenRefundAddress: false,
      cancelledAt: null,
      expiresAt: 0,
      shown: { unitsMin: 0n, unitsMax: 0n, quote: null },
      payments: [],
    };
    world.customers.push(customer);
    const [receives, refunds] = [chainOf(customer.receive), chainOf(customer.send)];
    drawContracts(world, words, [
      ...customer.receiveAddresses.map((address) => ({ chain: receives, address })),
      { chain: refunds, address: customer.refundAddressOwn },
    ]);
  }
}

/** What happens beside a payment that was sent in the same step. */
const AT_ONCE = new Set<Step["do"] | undefined>(["outlast_quote", "suffer_fall", "enjoy_rise"]);
/** A block that comes too late most often: only few of them come to a payout. */
const HINDRANCES = [null, "outlast_quote", "outlast_quote", "outlast_quote", "suffer_fall"] as const;

/** The same, but what was paid as agreed at a fixed rate comes into a block too late, or the market has fallen by then. */
const hindered = (scenario: Scenario, hindrance: (typeof HINDRANCES)[number]): Scenario =>
  hindrance !== null && scenario.kind === "fixed_exact"
    ? { ...scenario, kind: `fixed_${hindrance}`, steps: [...scenario.steps, { do: hindrance }] }
    : scenario;

/** A customer does the next thing of their plan, if its time has come. */
export async function act(world: World, customer: Customer): Promise<void> {
  if (customer.orderId === null) return arrive(world, customer);
  const [step, ...rest] = customer.steps;
  if (step === undefined || !isDue(world, customer, step)) return;
  customer.steps = rest;
  await take(world, customer, step);
  if (AT_ONCE.has(rest[0]?.do)) await act(world, customer);
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
  const quoteId = await askForFigures(world, customer);
  if (orderType === "fixed" && quoteId === null) return;
  if (quoteId !== null) body.quoteId = quoteId;
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
  customer.hasGivenRefundAddress = body.refundAddress !== undefined;
  world.tell("Customer", order.id, wordsOfOrder(customer));
  if (customer.refundAddress === "later") customer.steps.splice(1, 0, { do: "give_refund_address" });
  if (customer.kind === "whale") await eatTheReserve(world, customer);
}

/** Looks at the figures before ordering, and notes what they are; returns a fixed rate's quote. */
async function askForFigures(world: World, customer: Customer): Promise<string | null> {
  const { send, receive, units, orderType, mix } = customer;
  const shown = await world.quotes.calculate({
    fromCurrency: send,
    toCurrency: receive,
    amount: amountText(send, units),
    orderType,
    ...(mix && { privacySettings: mix.settings, receiveAddressCount: mix.addresses }),
  });
  if (!shown.ok) return null;
  const { minAmount, maxAmount, netReceiveAmount, networkFee, quoteId } = shown.value;
  const figures = {
    receiveUnits: unitsOf(receive, netReceiveAmount),
    networkFeeUnits: unitsOf(receive, networkFee),
    moment: momentNow(world),
  };
  customer.shown = {
    unitsMin: unitsOf(send, minAmount),
    unitsMax: unitsOf(send, maxAmount),
    quote: quoteId === null ? null : figures,
  };
  return quoteId;
}

function unitsOf(asset: Customer["send"], amount: string): bigint {
  const units = parseUnits(amount, assetOf(asset).decimals);
  if (!units.ok) throw new RangeError(`no amount of ${asset}: ${amount}`);
  return units.value;
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
  const words = wordsOfStep(step);
  if (words !== null) world.tell("Customer", id, words);
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
      if (!cancelled.ok) return;
      consent(world, id, "cancel");
      customer.cancelledAt = world.clock.ms;
      return;
    }
    case "give_refund_address":
      if ((await world.orders.setRefundAddress(id, { address: customer.refundAddressOwn }, {})).ok)
        customer.hasGivenRefundAddress = true;
      return;
    case "revert_payouts":
      for (const address of customer.receiveAddresses) await world.simnet.setReverting({ address, on: true });
      return;
    case "extend_delay": {
      const extended = await world.orders.delay(id, { delayMinutes: step.minutes }, {});
      world.tell("Sotto", id, extended.ok ? "extends the delay" : `refuses: ${extended.error.code}`);
      if (!extended.ok) return;
      world.mixes.extended.set(id, step.minutes);
      world.reached.add("mix extended");
      return;
    }
    case "outlast_quote":
      await runTasks(world, `chain:${chainOf(customer.send)}`);
      world.clock.ms = Math.max(world.clock.ms, customer.expiresAt + 1_000);
      return;
    case "suffer_fall":
      return world.market.fall(customer);
    case "enjoy_rise":
      return world.market.rise(customer);
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
  const how = `${listed ? " from a listed address" : ""}${replaceable ? ", replaceable" : ""}`;
  const text = `pays ${amountText(asset, units)} ${asset}${how} (transaction ${txHash.slice(0, 8)})`;
  world.tell("Customer", customer.orderId, text);
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
  const { revision, choices } = shown.value.order;
  const givesAddress = choice === "refund" && shown.value.order.refundAddress === null;
  const outcome = await world.orders.decide(
    seen.id,
    {
      choice,
      revision: isStale ? Math.max(0, revision - 1) : revision,
      ...(givesAddress ? { refundAddress: customer.refundAddressOwn } : {}),
    },
    {},
  );
  noteOutcome(world, seen, choice, outcome);
  if (!outcome.ok) return;
  if (givesAddress) customer.hasGivenRefundAddress = true;
  const agreed = choices.find((offered) => offered.choice === choice);
  if (choice !== "exchange" || agreed === undefined) return;
  const receiveUnits = unitsOf(customer.receive, agreed.sendsAmount);
  const agreements = world.agreements.get(seen.id) ?? [];
  world.agreements.set(seen.id, [...agreements, { receiveUnits, moment: momentNow(world) }]);
}

function noteOutcome(world: World, seen: Seen, choice: string, outcome: Result<OrderWire, Problem>): void {
  const result = outcome.ok ? "accepted" : `refused as ${outcome.error.code}`;
  world.tell("Customer", seen.id, `answers the question (${seen.reason}) with ${choice}: ${result}`);
  if (outcome.ok) consent(world, seen.id, choice);
}

/** Notes that a person agreed to a choice for an order. */
export function consent(world: World, orderId: string, choice: string): void {
  world.consents.set(orderId, new Set([...(world.consents.get(orderId) ?? []), choice]));
}
