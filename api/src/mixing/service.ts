import { base64urlnopad } from "@scure/base";
import { formatRate, formatUnits } from "../core/amount";
import { type AssetCode, assetOf } from "../core/assets";
import { type Problem, problem } from "../core/errors";
import { ppmToPercent } from "../core/fees";
import type { Clock, Random, TimeMs } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import type { Database } from "../db/client";
import type { BoardReader } from "../market/board";
import { blockSeconds, estimatedSeconds, type Pace } from "../market/estimate";
import { amountText, type Board, networkFeeOf, rateOf, registryUnits } from "../market/market";
import { figuresOf } from "../market/price";
import { checkLimits, parseAmount, parsePair } from "../market/service";
import { type FeePart, feeBreakdown, feeRates, mixFeePpm, possibleFeesPpm } from "../mixer/fee";
import { type Crowd, type Ends, observe } from "../mixer/observer";
import { firstLegBetween, legUnitsMin, mixSecondsMax } from "../mixer/plan";
import { isPoolSufficient } from "../mixer/pool";
import { scoreLabel, settingsScore } from "../mixer/score";
import { DELAY_MINUTES, type MixerSettings, parseSettings } from "../mixer/settings";
import type { ObserverWire, PrivacyCalculateBody, PrivacyCalculationWire } from "../routes/mixer/schema";
import type { MixerVerbs } from "../routes/mixer/verbs";
import { observerWire } from "../routes/mixer/view";
import { hashSessionId } from "./session";
import { insertSession, readCrowd } from "./store";

export type MixerParts = {
  database: Database;
  board: BoardReader;
  clock: Clock;
  random: Random;
  pace: Pace;
  /** Whether the mixer is offered at all. */
  offered: boolean;
  torAvailable: boolean;
};

const SESSION_MS = 2 * 3_600_000;
const MINUTE_MS = 60_000;
/** What the mixer page shows at most. */
const SHOWN_DECIMALS_MAX = 8;
/** The crowd is read again after this long: calculations come with every key that a visitor presses. */
const CROWD_FRESH_MS = 5_000;

/** Sessions and calculations of the mixer. */
export function createMixerService(parts: MixerParts): MixerVerbs {
  const crowdNow = createCrowdReader(parts);
  return {
    async createSession() {
      if (!parts.offered) return err(problem("privacy/unavailable"));
      const sessionId = base64urlnopad.encode(parts.random.bytes(16));
      const expiresAt = parts.clock.now() + SESSION_MS;
      await insertSession(parts.database, { idHash: hashSessionId(sessionId), expiresAt });
      return ok({ sessionId, expiresAt: new Date(expiresAt).toISOString() });
    },
    async calculate(input) {
      const mix = draftMix(parts, input);
      if (!mix.ok) return mix;
      return ok({
        ...figuresWire(mix.value),
        estimatedProcessingTime: processingSeconds(mix.value, parts.pace),
        poolSufficient: isPoolSufficient(mix.value.board, mix.value.payout),
        torAvailable: parts.torAvailable,
        observer: reportOf(mix.value, await crowdNow()),
      });
    },
  };
}

type Mix = {
  at: TimeMs;
  board: Board;
  settings: MixerSettings;
  ends: Ends;
  limits: { min: bigint; max: bigint };
  payout: { asset: AssetCode; units: bigint };
};

/** Everything checked in the order of design 4: body, currency, pair, amount, limits. */
function draftMix(parts: MixerParts, input: PrivacyCalculateBody): Result<Mix, Problem> {
  if (!parts.offered) return err(problem("privacy/unavailable"));
  const settings = parseSettings(input.privacySettings, parts);
  if (!settings.ok) return settings;
  const board = parts.board.current();
  const at = parts.clock.now();
  const pair = parsePair(
    board,
    { from: input.fromCurrency, to: input.toCurrency },
    { from: "/fromCurrency", to: "/toCurrency" },
  );
  if (!pair.ok) return pair;
  const amount = parseAmount(input.amount, pair.value.send, "/amount");
  if (!amount.ok) return amount;
  const rate = rateOf(board, pair.value, at);
  const networkFeeUnits = networkFeeOf(board, pair.value, at);
  if (rate === null || networkFeeUnits === null) return err(problem("pair/paused"));
  const limits = checkLimits(board, pair.value, amount.value, { now: at, pointer: "/amount" });
  if (!limits.ok) return limits;
  const feePpm = mixFeePpm(settings.value);
  const timing = {
    // As if it had been paid so long ago that its payout could go now.
    paidInAt: at - settings.value.delayMinutes * MINUTE_MS,
    paidOutAt: null,
    ...firstLegBetween(settings.value),
  };
  const ends = { ...pair.value, sendUnits: amount.value, rate, feePpm, networkFeeUnits, timing };
  const payout = { asset: ends.receive, units: figuresOf(ends).receiveUnits };
  if (payout.units < legUnitsMin({ dustUnits: registryUnits(ends.receive, "dustAmount"), networkFeeUnits })) {
    return err(problem("mixer/leg-dust", { pointer: "/amount" }));
  }
  return ok({ at, board, settings: settings.value, ends, limits: limits.value, payout });
}

type FiguresWire = Omit<
  PrivacyCalculationWire,
  "estimatedProcessingTime" | "poolSufficient" | "torAvailable" | "observer"
>;

function figuresWire({ settings, ends, limits, payout }: Mix): FiguresWire {
  const rates = feeRates(settings);
  const breakdown = feeBreakdown(ends.sendUnits, rates);
  const inSend = (units: bigint) => amountText(ends.send, units);
  const privacyScore = settingsScore(settings);
  return {
    privacyScore,
    scoreLabel: scoreLabel(privacyScore),
    totalFeeRate: ppmToPercent(ends.feePpm),
    feeRates: eachPart((part) => ppmToPercent(rates[part])),
    fee: inSend(figuresOf(ends).feeUnits),
    feeBreakdown: eachPart((part) => inSend(breakdown[part])),
    exchangeRate: formatRate(ends.rate, {
      send: assetOf(ends.send).decimals,
      receive: assetOf(ends.receive).decimals,
    }),
    networkFee: amountText(ends.receive, ends.networkFeeUnits),
    netReceiveAmount: shownAmount(payout),
    minAmount: inSend(limits.min),
    maxAmount: inSend(limits.max),
  };
}

const eachPart = (text: (part: FeePart) => string): Record<FeePart, string> => ({
  base: text("base"),
  mixing: text("mixing"),
  delay: text("delay"),
  maxPrivacy: text("maxPrivacy"),
});

/** An amount at 8 places, or at the asset's if those are fewer; rounded down, so that no less lands. */
function shownAmount({ asset, units }: { asset: AssetCode; units: bigint }): string {
  const { decimals } = assetOf(asset);
  const places = Math.min(decimals, SHOWN_DECIMALS_MAX);
  return formatUnits(units / 10n ** BigInt(decimals - places), places);
}

/** Seconds from payment to the last payout, at most as expected: the deposit's confirmations, the plan, the payout's block. */
const processingSeconds = ({ settings, ends }: Mix, pace: Pace): number =>
  estimatedSeconds(ends, pace) + mixSecondsMax(settings, blockSeconds(assetOf(ends.receive).chain, pace));

/** The crowd of the longest window, at most CROWD_FRESH_MS old; one reading serves all who ask meanwhile. */
function createCrowdReader({ database, clock }: MixerParts): () => Promise<Crowd> {
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<Crowd> | null = null;
  return () => {
    const now = clock.now();
    if (reading !== null && now - readAt < CROWD_FRESH_MS) return reading;
    readAt = now;
    const fresh = readCrowd(database, { since: now - DELAY_MINUTES.max * MINUTE_MS, now });
    reading = fresh;
    fresh.catch(() => {
      if (reading === fresh) reading = null;
    });
    return fresh;
  };
}

function reportOf({ at, settings, ends }: Mix, crowd: Crowd): ObserverWire {
  const { delayMinutes } = settings;
  const window = { from: at - delayMinutes * MINUTE_MS, to: at, delayMinutes };
  const report = observe(crowd, ends, window, { feesPpm: possibleFeesPpm() });
  return observerWire(report, { ...settings, send: ends.send });
}
