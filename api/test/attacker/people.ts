import { type AssetCode, assetOf } from "../../src/core/assets";
import type { TimeMs } from "../../src/core/ports";
import { type MixerSettings, type PrivacyLevel, parseSettings } from "../../src/mixer/settings";
import type { Dice } from "../simulation/dice";

/** How much of its whole a customer sends; `odd` is an amount that nobody else is likely to send. */
export const AMOUNT_KINDS = ["0.1", "0.5", "1", "round", "odd"] as const;
export type AmountKind = (typeof AMOUNT_KINDS)[number];

/** Who comes, when, and what they ask for. */
export type Customer = {
  /** When the deposit counts; observers know the depth, so they know this time too. */
  at: TimeMs;
  send: AssetCode;
  receive: AssetCode;
  units: bigint;
  kind: AmountKind;
  settings: MixerSettings;
  /** How many receive addresses were given. */
  addresses: number;
};

export type Traffic = { perHour: number; hours: number };

type Weighted<Item> = readonly (readonly [item: Item, weight: number])[];

/** Assumed, as nobody publishes it: most send bitcoin, and most want back what they sent. Monero shows no amounts. */
const USAGE: Weighted<AssetCode> = [
  ["BTC", 40],
  ["USDT-TRC20", 25],
  ["ETH", 20],
  ["LTC", 8],
  ["SOL", 7],
];
export const ASSETS_USED: readonly AssetCode[] = USAGE.map(([asset]) => asset);
const SAME_ASSET_PERMILLE = 650;

/** The amount that people of an asset think in, in whole coins. */
const WHOLE_COINS: Readonly<Partial<Record<AssetCode, bigint>>> = {
  BTC: 1n,
  ETH: 1n,
  "USDT-TRC20": 1_000n,
  LTC: 10n,
  SOL: 10n,
};

/** Hundredths of a whole; the three first are the columns of the table. */
const COMMON: Weighted<readonly [kind: AmountKind, hundredths: bigint]> = [
  [["1", 100n], 25],
  [["0.1", 10n], 25],
  [["0.5", 50n], 20],
  [["round", 20n], 12],
  [["round", 200n], 10],
  [["round", 5n], 8],
];
const COMMON_PERMILLE = 600;
/** Of those who send no common amount, so many send one of two digits (0.73), and the others what they happen to have. */
const TWO_DIGITS_PERMILLE = 400;
/** Wallets show no more decimals. */
const ODD_DECIMALS = 8;

const LEVELS: Weighted<PrivacyLevel> = [
  ["basic", 25],
  ["enhanced", 50],
  ["maximum", 25],
];
const DELAYS: Weighted<number> = [
  [15, 50],
  [0, 5],
  [5, 5],
  [30, 15],
  [45, 5],
  [60, 12],
  [120, 8],
];
const ADDRESSES: Weighted<number> = [
  [1, 78],
  [2, 12],
  [3, 6],
  [4, 2],
  [5, 2],
];

/** Customers in the order of their arrival: Poisson, so that the gaps between them are exponential. */
export function drawCustomers(traffic: Traffic, startsAt: TimeMs, dice: Dice): Customer[] {
  const customers: Customer[] = [];
  const endsAt = startsAt + traffic.hours * 3_600_000;
  const gapMs = 3_600_000 / traffic.perHour;
  for (let at = startsAt; ; ) {
    at += Math.ceil(-Math.log((dice.below(2 ** 30) + 1) / (2 ** 30 + 1)) * gapMs);
    if (at >= endsAt) return customers;
    customers.push(drawCustomer(at, dice));
  }
}

function drawCustomer(at: TimeMs, dice: Dice): Customer {
  const send = draw(USAGE, dice);
  const receive = dice.permille(SAME_ASSET_PERMILLE) ? send : draw(USAGE, dice);
  const { settings, addresses } = drawSettings(dice);
  return { at, send, receive, ...drawAmount(send, dice), settings, addresses };
}

function drawAmount(asset: AssetCode, dice: Dice): { units: bigint; kind: AmountKind } {
  const { decimals } = assetOf(asset);
  const whole = (WHOLE_COINS[asset] ?? 1n) * 10n ** BigInt(decimals);
  if (dice.permille(COMMON_PERMILLE)) {
    const [kind, hundredths] = draw(COMMON, dice);
    return { units: (whole * hundredths) / 100n, kind };
  }
  if (dice.permille(TWO_DIGITS_PERMILLE)) {
    return { units: (whole * BigInt(11 + dice.below(89))) / 100n, kind: "round" };
  }
  const most = dice.pick([whole / 5n, whole, whole * 3n]);
  const step = 10n ** BigInt(Math.max(decimals - ODD_DECIMALS, 0));
  const units = dice.units({ min: whole / 20n, max: most });
  return { units: units - (units % step), kind: "odd" };
}

/** Half take the home form's presets, with one address; the others set the mixer page, mostly near its defaults. */
function drawSettings(dice: Dice): { settings: MixerSettings; addresses: number } {
  const level = draw(LEVELS, dice);
  if (dice.permille(500)) return { settings: parsed({ preset: level }), addresses: 1 };
  const settings = parsed({
    mixingRounds: dice.permille(600) ? 3 : 1 + dice.below(10),
    delayMinutes: draw(DELAYS, dice),
    useRandomDelay: dice.permille(850),
    useRandomAmounts: dice.permille(500),
    privacyLevel: level,
  });
  return { settings, addresses: draw(ADDRESSES, dice) };
}

function parsed(input: Parameters<typeof parseSettings>[0]): MixerSettings {
  const settings = parseSettings(input, { torAvailable: false });
  if (!settings.ok) throw new Error(settings.error.code);
  return settings.value;
}

function draw<Item>(choices: Weighted<Item>, dice: Dice): Item {
  let left = dice.below(choices.reduce((sum, [, weight]) => sum + weight, 0));
  for (const [item, weight] of choices) {
    left -= weight;
    if (left < 0) return item;
  }
  throw new RangeError("nothing to draw from");
}
