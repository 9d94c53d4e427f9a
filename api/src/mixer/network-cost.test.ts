import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { networkFeeUnits, paramsOf, SIMNET_CHAIN_IDS, withHeadroom } from "../chains/simnet/params";
import { CHAIN_MODEL, NATIVE_ASSET } from "../core/assets";
import { seedStream } from "../mixing/seed";
import { denominate, ROUND_PIECES_MAX } from "./denominations";
import { type MixMoves, mixCosts, mixMoves, PAYOUT_SHAPE } from "./network-cost";
import { type MixPlan, planMix } from "./plan";

const settings = fc.record({
  rounds: fc.integer({ min: 1, max: 10 }),
  delayMinutes: fc.integer({ min: 0, max: 24 }).map((steps) => steps * 5),
  randomDelay: fc.boolean(),
  randomAmounts: fc.boolean(),
  level: fc.constantFrom("basic", "enhanced", "maximum" as const),
});
const mix = fc.record({
  settings,
  addresses: fc.integer({ min: 1, max: 5 }),
  units: fc.bigInt({ min: 1_000_000n, max: 10n ** 24n }),
  seed: fc.uint8Array({ minLength: 32, maxLength: 32 }),
});
const drawn = ({ seed, ...order }: typeof mix extends fc.Arbitrary<infer Mix> ? Mix : never): MixPlan => {
  const limits = { dustUnits: 500n, networkFeeUnits: 10_000n, startsAt: 0 };
  const plan = planMix({ ...order, ...limits }, seedStream(seed, "plan"));
  if (!plan.ok) throw new Error(plan.error);
  return plan.value;
};

test("no plan does more than was priced, and a whole one does all of it", () => {
  fc.assert(
    fc.property(mix, (order) => {
      const priced = mixMoves(order.settings, order.addresses);
      const plan = drawn(order);
      expect(plan.rounds).toHaveLength(priced.rounds);
      expect(plan.legs.length).toBeLessThanOrEqual(priced.legs);
      if (!order.settings.randomAmounts) expect(plan.legs).toHaveLength(priced.legs);
    }),
  );
});

test("split payouts are priced at the most legs, whole ones at one an address", () => {
  expect(mixMoves({ rounds: 3, randomAmounts: true }, 1)).toEqual({ rounds: 3, legs: 5 });
  expect(mixMoves({ rounds: 10, randomAmounts: false }, 2)).toEqual({ rounds: 10, legs: 2 });
});

/** What the price of a mix contains, in native units, for one deposit of the same chain. */
const chargeOf = (
  costs: ReturnType<typeof mixCosts>,
  { rounds, legs }: MixMoves,
  depositUnits: bigint,
): bigint => depositUnits + costs.roundUnits * BigInt(rounds) + costs.legUnits * BigInt(legs);

/** A fee level in percent of what it was when the mix was priced: the headroom is for half as much again. */
const level = fc.bigInt({ min: 10n, max: 150n });
/** Times the chain's usual fees: any market. */
const scale = fc.bigInt({ min: 1n, max: 500n });

describe("what is charged covers the plan that is carried out", () => {
  test.each(SIMNET_CHAIN_IDS.filter((id) => CHAIN_MODEL[id] === "account"))("on %s", (chain) => {
    const native = NATIVE_ASSET[chain];
    const tokens = chain === "solana" ? ["USDC-SOL"] : chain === "tron" ? ["USDT-TRC20"] : [];
    for (const asset of [native, ...tokens] as (typeof native)[]) {
      fc.assert(
        fc.property(mix, level, scale, (order, percent, times) => {
          const burnt = (of: typeof native) =>
            times * networkFeeUnits(chain, { model: "account", asset: of });
          // Quotes are above what is burnt, as the ticker reads them.
          const payoutUnits = withHeadroom(burnt(asset));
          const sweepUnits = payoutUnits + (asset === native ? 0n : withHeadroom(burnt(native)));
          const costs = mixCosts("account", { payoutUnits, sweepUnits });
          const charged = chargeOf(costs, mixMoves(order.settings, order.addresses), sweepUnits);
          const plan = drawn(order);
          const now = (of: typeof native) => (burnt(of) * percent) / 100n;
          // A deposit is swept; a round is sent and swept back; a token's sweep needs a top-up. The sweep of the deposit
          // happens before the mix, at the fee that was quoted.
          const sweep = now(asset) + (asset === native ? 0n : now(native));
          const rounds = (now(asset) + sweep) * BigInt(plan.rounds.length);
          expect(sweepUnits + rounds + now(asset) * BigInt(plan.legs.length)).toBeLessThanOrEqual(charged);
          if (now(asset) <= withHeadroom(burnt(asset)))
            expect(now(asset)).toBeLessThanOrEqual(costs.roundFeeUnitsMax);
        }),
      );
    }
  });

  test.each(SIMNET_CHAIN_IDS.filter((id) => CHAIN_MODEL[id] === "utxo"))("on %s", (chain) => {
    fc.assert(
      fc.property(mix, level, scale, (order, percent, times) => {
        const cost = (inputs: number, outputs: number) =>
          times * networkFeeUnits(chain, { model: "utxo", inputs, outputs });
        const now = (inputs: number, outputs: number) => (cost(inputs, outputs) * percent) / 100n;
        const payoutUnits = cost(PAYOUT_SHAPE.inputs, PAYOUT_SHAPE.outputs);
        const sweepUnits = cost(PAYOUT_SHAPE.inputs + 1, PAYOUT_SHAPE.outputs) - payoutUnits;
        const costs = mixCosts("utxo", { payoutUnits, sweepUnits });
        const charged = chargeOf(costs, mixMoves(order.settings, order.addresses), sweepUnits);
        const plan = drawn(order);
        const { pieces } = denominate(order.units, { unitsMin: 1_000n, piecesMax: ROUND_PIECES_MAX });
        // Every output that is made is spent once, whenever that is: pieces, changes and the deposit.
        const made = plan.rounds.length * (pieces.length + 1) + plan.legs.length;
        const transactions = now(0, pieces.length + 1) * BigInt(plan.rounds.length);
        const legs = now(0, 2) * BigInt(plan.legs.length);
        const spending = (now(1, 0) - now(0, 0)) * BigInt(made) + sweepUnits;
        expect(transactions + legs + spending).toBeLessThanOrEqual(charged);
        expect(now(ROUND_PIECES_MAX + 1, ROUND_PIECES_MAX + 1)).toBeLessThanOrEqual(costs.roundFeeUnitsMax);
      }),
    );
  });

  test("and the price is no multiple of what a whole mix burns at steady fees", () => {
    const { fees } = paramsOf("ethereum");
    if (fees.model !== "account") throw new Error("not an account chain");
    const quoted = withHeadroom(fees.native);
    const costs = mixCosts("account", { payoutUnits: quoted, sweepUnits: quoted });
    const charged = chargeOf(costs, { rounds: 3, legs: 1 }, quoted);
    expect(charged).toBeLessThan(fees.native * 8n * 2n);
  });
});
