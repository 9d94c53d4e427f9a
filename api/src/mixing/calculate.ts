import { registryUnits } from "../core/asset-amount";
import type { AssetCode } from "../core/assets";
import { type Problem, problem } from "../core/errors";
import type { Clock, TimeMs } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import type { Database } from "../db/client";
import { type PricedDraft, parseDraft, priceDraft } from "../market/draft";
import { type DepthOf, estimatedSeconds, mixSeconds, type Pace } from "../market/estimate";
import { payableUnits } from "../market/market";
import type { PriceReader } from "../market/price-reader";
import { possibleFees } from "../mixer/fee";
import type { MixerOffer } from "../mixer/kind";
import { type Crowd, type ObserverReport, observe } from "../mixer/observer";
import { firstLegBetween, legUnitsMin } from "../mixer/plan";
import { isPoolSufficient } from "../mixer/pool";
import { DELAY_MINUTES, type MixerSettings, type SettingsInput } from "../mixer/settings";
import { readCrowd } from "../orders/store/crowd-store";

export type CalculateMixParts = {
  database: Database;
  prices: Pick<PriceReader, "current">;
  clock: Clock;
  pace: Pace;
  depthOf: DepthOf;
  mixer: MixerOffer;
};

/** A mix as it would be done now, and what an observer could infer of it. */
export type MixCalculation = {
  draft: PricedDraft;
  settings: MixerSettings;
  /** From payment to the last payout, at most as expected. */
  processingSeconds: number;
  isPoolSufficient: boolean;
  report: ObserverReport;
};

/** Currencies and amount as they were typed. */
export type MixInput = {
  send: string;
  receive: string;
  amount: string;
  privacySettings: SettingsInput;
  /** 1 by default. */
  receiveAddressCount?: number | undefined;
};

const MINUTE_MS = 60_000;
/** The crowd is read again after this long: calculations come with every key that a visitor presses. */
const CROWD_FRESH_MS = 5_000;
const POINTERS = { send: "/fromCurrency", receive: "/toCurrency", amount: "/amount" };

/**
 * Returns what calculates mixes. Errors: `privacy/unavailable` where the mixer is not offered, else as parseDraft and
 * priceDraft, and `mixer/leg-dust`.
 */
export function createMixCalculation(
  parts: CalculateMixParts,
): (input: MixInput) => Promise<Result<MixCalculation, Problem>> {
  const crowdNow = createCrowdReader(parts);
  return async (input) => {
    const mix = draftMix(parts, input);
    if (!mix.ok) return mix;
    const { draft, settings } = mix.value;
    const payout = payoutOf(draft);
    return ok({
      ...mix.value,
      processingSeconds: processingSeconds(parts, draft, settings),
      isPoolSufficient: isPoolSufficient({
        payableUnits: payableUnits(parts.prices.current(), payout.asset),
        units: payout.units,
      }),
      report: reportOf(draft, settings, await crowdNow()),
    });
  };
}

function draftMix(
  { prices, clock, mixer }: CalculateMixParts,
  input: MixInput,
): Result<{ draft: PricedDraft; settings: MixerSettings }, Problem> {
  if (!mixer.offered) return err(problem("privacy/unavailable"));
  const now = prices.current();
  const draft = parseDraft(now, input, { pointers: POINTERS, mixer });
  if (!draft.ok) return draft;
  const { settings } = draft.value.kind;
  if (settings === null) return err(problem("request/invalid", { pointer: "/privacySettings" }));
  const addresses = input.receiveAddressCount ?? 1;
  const priced = priceDraft(now, draft.value, { now: clock.now(), pointer: POINTERS.amount, addresses });
  if (!priced.ok) return priced;
  const { asset, units } = payoutOf(priced.value);
  const dustUnits = registryUnits(asset, "dustAmount");
  const { networkFeeUnits } = priced.value.figures;
  if (units < legUnitsMin({ dustUnits, networkFeeUnits }) * BigInt(addresses))
    return err(problem("mixer/leg-dust", { pointer: "/amount" }));
  return ok({ draft: priced.value, settings });
}

const payoutOf = ({ pair, figures }: PricedDraft): { asset: AssetCode; units: bigint } => ({
  asset: pair.receive,
  units: figures.receiveUnits,
});

/** Seconds from payment to the last payout: the deposit's confirmations, the plan, the payout's block. */
const processingSeconds = (
  { depthOf, pace }: CalculateMixParts,
  { pair, sendUnits }: PricedDraft,
  settings: MixerSettings,
): number =>
  estimatedSeconds(pair, depthOf(pair.send, sendUnits), pace) + mixSeconds(settings, pair.receive, pace);

/** Reads the crowd of the longest window, at most CROWD_FRESH_MS old; one reading serves all who ask meanwhile. */
function createCrowdReader({ database, clock }: CalculateMixParts): () => Promise<Crowd> {
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

/** The observer's report as if the mix had been paid so long ago that its payout could go now. */
function reportOf(draft: PricedDraft, settings: MixerSettings, crowd: Crowd): ObserverReport {
  const { at, pair, sendUnits, rate, kind, figures, roundUnits } = draft;
  const { delayMinutes } = settings;
  const paidInAt: TimeMs = at - delayMinutes * MINUTE_MS;
  const ends = {
    ...pair,
    sendUnits,
    rate,
    feePpm: kind.feePpm,
    networkFeeUnits: figures.networkFeeUnits,
    rounds: settings.rounds,
    roundUnits,
    timing: { paidInAt, paidOutAt: null, ...firstLegBetween(settings) },
  };
  return observe(crowd, ends, { from: paidInAt, to: at, delayMinutes }, { fees: possibleFees() });
}
