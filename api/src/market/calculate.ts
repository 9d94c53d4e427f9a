import { base64urlnopad } from "@scure/base";
import type { Problem } from "../core/errors";
import type { Clock, Random, TimeMs } from "../core/ports";
import { ok, type Result } from "../core/result";
import type { Database } from "../db/client";
import type { MixerOffer } from "../mixer/kind";
import { type DraftInput, type DraftPointers, type PricedDraft, parseDraft, priceDraft } from "./draft";
import { type DepthOf, estimatedSeconds, mixSeconds, type Pace, quoteHoldMs } from "./estimate";
import type { PriceReader } from "./price-reader";
import { insertQuote } from "./quote-store";

export type CalculateParts = {
  database: Database;
  prices: Pick<PriceReader, "current" | "refresh">;
  clock: Clock;
  random: Random;
  pace: Pace;
  depthOf: DepthOf;
  mixer: MixerOffer;
};

/** A priced draft, the expected seconds from payment to payout, and the single-use quote of a fixed rate. */
export type Calculation = PricedDraft & {
  estimatedSeconds: number;
  quote: { id: string; expiresAt: TimeMs } | null;
};

/** Prices an exchange or a mix; keeps a quote where the rate is fixed. Errors: as parseDraft and priceDraft. */
export async function calculate(
  parts: CalculateParts,
  input: DraftInput,
  pointers: DraftPointers,
): Promise<Result<Calculation, Problem>> {
  const now = parts.clock.now();
  const current = input.orderType === "fixed" ? await parts.prices.refresh() : parts.prices.current();
  const draft = parseDraft(current, input, { pointers, mixer: parts.mixer });
  if (!draft.ok) return draft;
  const addresses = input.receiveAddressCount ?? 1;
  const priced = priceDraft(current, draft.value, { now, pointer: pointers.amount, addresses });
  if (!priced.ok) return priced;
  const { pair, sendUnits } = priced.value;
  return ok({
    ...priced.value,
    estimatedSeconds:
      estimatedSeconds(pair, parts.depthOf(pair.send, sendUnits), parts.pace) +
      mixSeconds(draft.value.kind.settings, pair.receive, parts.pace),
    quote: priced.value.orderType === "fixed" ? await keepQuote(parts, priced.value) : null,
  });
}

async function keepQuote(
  { database, random, pace }: CalculateParts,
  { pair, sendUnits, rate, figures, at }: PricedDraft,
): Promise<{ id: string; expiresAt: TimeMs }> {
  const id = base64urlnopad.encode(random.bytes(16));
  const expiresAt = at + quoteHoldMs(pair.send, pace);
  const { receiveUnits, networkFeeUnits } = figures;
  await insertQuote(database, { ...pair, sendUnits, rate, receiveUnits, networkFeeUnits, id, expiresAt });
  return { id, expiresAt };
}
