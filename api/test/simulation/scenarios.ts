import { assetsOn, paramsOf, type SimnetChainId } from "../../src/chains/simnet/params";
import { registryUnits } from "../../src/core/asset-amount";
import { type AssetCode, assetOf, NATIVE_ASSET } from "../../src/core/assets";
import type { Dice } from "./dice";

/** One thing that a customer does, in the order of their plan. */
export type Step =
  | { do: "pay"; asset: AssetCode; units: bigint; listed?: boolean; replaceable?: boolean }
  /** Takes the last payment back, by a conflicting one or because nodes forget it; pays nothing else. */
  | { do: "replace" }
  | { do: "drop" }
  | { do: "cancel" }
  | { do: "give_refund_address" }
  | { do: "wait_for_expiry" }
  | { do: "wait_for_settlement" }
  /** No block takes the payment before the fixed rate's time is over, though it was seen before. */
  | { do: "outlast_quote" }
  /** What was sent falls against what is to be received. */
  | { do: "suffer_fall" }
  /** It rises: the market's rate is better than a fixed one. */
  | { do: "enjoy_rise" }
  /** Makes transfers to the receive addresses fail. */
  | { do: "revert_payouts" }
  /** Puts a mix's payout off, to this whole delay. */
  | { do: "extend_delay"; minutes: number };

/** How a customer has their coins mixed. */
export type MixWish = {
  settings:
    | { preset: "basic" | "enhanced" }
    | {
        mixingRounds: number;
        delayMinutes: number;
        useRandomDelay: boolean;
        useRandomAmounts: boolean;
        privacyLevel: "basic" | "enhanced" | "maximum";
      };
  /** How many receive addresses they give. */
  addresses: number;
};

export type Scenario = {
  kind: string;
  orderType: "floating" | "fixed";
  send: AssetCode;
  receive: AssetCode;
  units: bigint;
  /** Null for a plain exchange. */
  mix: MixWish | null;
  refundAddress: "given" | "later" | "never";
  mismatch: { less?: "exchange" | "refund"; more?: "exchange" | "refund"; late?: "exchange" | "refund" };
  /** What the customer answers when asked. */
  answer: "exchange" | "refund" | "nothing";
  steps: Step[];
};

const KINDS = [
  "exact",
  "exact",
  "split",
  "under",
  "over",
  "late",
  "never",
  "cancelled",
  "cancelled_then_paid",
  "second_payment",
  "second_payment",
  "wrong_asset",
  "wrong_asset_too",
  "fixed_exact",
  "fixed_exact",
  "fixed_less",
  "fixed_more",
  "fixed_replaced",
  "listed",
  "reverting",
  "reverting",
  "replaced",
  "dropped",
  "dust",
] as const;
type Kind = (typeof KINDS)[number] | "whale";

/** Draws what one customer wants and will do. */
export function drawScenario(
  dice: Dice,
  from: { assets: readonly AssetCode[]; whales: { send: AssetCode; receive: AssetCode } | null },
): Scenario {
  const kind: Kind = from.whales !== null && dice.permille(600) ? "whale" : dice.pick(KINDS);
  const isFixed = kind.startsWith("fixed");
  const mix =
    !isFixed && kind !== "whale" && dice.permille(from.whales === null ? 250 : 600)
      ? drawMix(dice, kind)
      : null;
  const pair =
    kind === "whale" && from.whales !== null
      ? from.whales
      : drawPair(dice, from.assets, { kind, mix, scarce: from.whales?.receive ?? null });
  const least = registryUnits(pair.send, "minAmount");
  // Odd amounts, so that a rounding in the wrong direction shows; a mix has a higher minimum, by its network fee.
  const scale = mix === null ? 1n : 6n;
  const units = dice.units({ min: (least * scale * 6n) / 5n, max: least * scale * 5n });
  const choice = (): "exchange" | "refund" => dice.pick(["exchange", "refund"] as const);
  const steps = stepsOf(kind, { ...pair, units, least }, dice);
  return {
    kind: mix === null ? kind : `mixed ${kind}`,
    orderType: isFixed ? "fixed" : "floating",
    ...pair,
    units,
    mix,
    refundAddress: dice.pick(["given", "given", "later", "never"] as const),
    mismatch: {
      ...(dice.permille(150) ? { less: choice() } : {}),
      ...(dice.permille(150) ? { more: choice() } : {}),
      ...(dice.permille(200) ? { late: choice() } : {}),
    },
    answer: dice.pick(["exchange", "exchange", "refund", "nothing"] as const),
    steps:
      mix !== null && dice.permille(250)
        ? [...steps, { do: "extend_delay", minutes: 5 * (1 + dice.below(8)) }]
        : steps,
  };
}

function drawMix(dice: Dice, kind: Kind): MixWish {
  const addresses = dice.pick([1, 1, 2, 3]);
  // Whose payout is to fail must get there before the world heals.
  const delays = kind === "reverting" ? [0] : [0, 0, 0, 5, 5, 15, 30];
  if (kind !== "reverting" && dice.permille(100))
    return { settings: { preset: dice.pick(["basic", "enhanced"] as const) }, addresses };
  const settings = {
    mixingRounds: 1 + dice.below(2),
    delayMinutes: dice.pick(delays),
    useRandomDelay: dice.permille(500),
    useRandomAmounts: dice.permille(500),
    privacyLevel: dice.pick(["basic", "enhanced", "maximum"] as const),
  };
  return { settings, addresses };
}

type Wish = {
  kind: Kind;
  mix: MixWish | null;
  /** What the whales want: mixes that want it too find a pool that is too small. */
  scarce: AssetCode | null;
};

function drawPair(dice: Dice, assets: readonly AssetCode[], { kind, mix, scarce }: Wish) {
  const isToken = (asset: AssetCode): boolean => assetOf(asset).kind === "token";
  const isOnSharedChain = (asset: AssetCode): boolean =>
    assets.some((other) => other !== asset && assetOf(other).chain === assetOf(asset).chain);
  const sends = kind.startsWith("wrong_asset") ? assets.filter(isOnSharedChain) : assets;
  const send = dice.pick(sends);
  // Within one currency only mixes make sense.
  const others = mix === null ? assets.filter((asset) => asset !== send) : assets;
  if (mix !== null && scarce !== null && kind !== "reverting") return { send, receive: scarce };
  const receives = kind === "reverting" ? others.filter(isToken) : others;
  return { send, receive: dice.pick(receives.length > 0 ? receives : others) };
}

type Wanted = { send: AssetCode; units: bigint; least: bigint };

function stepsOf(kind: Kind, { send, units, least }: Wanted, dice: Dice): Step[] {
  const pay = (more: Partial<Extract<Step, { do: "pay" }>> = {}): Step => ({
    do: "pay",
    asset: send,
    units,
    ...more,
  });
  const chain = assetOf(send).chain;
  const others = assetsOn(chain as SimnetChainId).filter((asset) => asset !== send);
  const wrong = (): Step => {
    const asset = others.length > 0 ? dice.pick(others) : NATIVE_ASSET[chain];
    return pay({ asset, units: registryUnits(asset, "minAmount") });
  };
  const part = dice.units({ min: 1n, max: units / 2n });
  switch (kind) {
    case "exact":
    case "fixed_exact":
      return [pay()];
    case "split":
      return [pay({ units: units - least / 9n }), pay({ units: least / 2n })];
    case "under":
      return [pay({ units: least - dice.units({ min: 1n, max: least / 2n }) })];
    case "over":
      return [pay({ units: units * 2n + part })];
    case "whale":
      return [pay({ units: 0n })];
    case "late":
      return [{ do: "wait_for_expiry" }, pay()];
    case "never":
      return [];
    case "cancelled":
      return [{ do: "cancel" }];
    case "cancelled_then_paid":
      return [{ do: "cancel" }, pay()];
    case "second_payment":
      return [pay(), { do: "wait_for_settlement" }, pay({ units: units - part })];
    case "wrong_asset":
      return [wrong()];
    case "wrong_asset_too":
      return dice.permille(500) ? [pay(), wrong()] : [wrong(), pay()];
    case "fixed_less":
      return [pay({ units: units - units / 20n - part / 4n })];
    case "fixed_more":
      return [pay({ units: units + units / 20n + part / 4n }), { do: "enjoy_rise" }];
    case "fixed_replaced":
      return [pay({ replaceable: true }), { do: "replace" }, pay()];
    case "listed":
      return [pay({ listed: true })];
    case "reverting":
      return [{ do: "revert_payouts" }, pay()];
    case "replaced":
      return [pay({ replaceable: true }), { do: "replace" }, ...(dice.permille(500) ? [pay()] : [])];
    case "dropped":
      return [pay(), { do: "drop" }, ...(dice.permille(500) ? [pay()] : [])];
    case "dust":
      return [pay({ units: dustOf(send) }), pay()];
  }
}

/** Just below what counts; on chains that do not relay less, the least that they do. */
function dustOf(asset: AssetCode): bigint {
  const dust = registryUnits(asset, "dustAmount");
  const chain = assetOf(asset).chain as SimnetChainId;
  return paramsOf(chain).model === "utxo" ? dust : dust - 1n;
}
