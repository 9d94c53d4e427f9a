import type { Fees } from "@sotto/openapi";
import type { ApiResult } from "../../lib/api";
import { formatPercent } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { useDuration } from "../../ui/time";
import { useMixRetention } from "./mix-retention";
import { RULES } from "./rules";

/** The fee schedule as the texts take it: percentages in the language's digits; null where it could not be read. */
export function useFeeFigures(fees: ApiResult<Fees>) {
  const { language } = usePage();
  const duration = useDuration();
  if (!fees.ok) return null;
  const { mixer } = fees.value;
  const percent = (value: string) => formatPercent(value, language);
  return {
    fee: percent(fees.value.exchange),
    surcharge: percent(fees.value.fixedRateSurcharge),
    homeMixer: percent(fees.value.homeMixer),
    mixerMin: percent(mixer.min),
    mixerMax: percent(mixer.max),
    mixerDelay: duration(mixer.delayMinutesMax * 60),
  };
}

/** Deadlines and limits of this instance and of the engine, written out in the page's language. */
export function useRuleFigures() {
  const { language, site } = usePage();
  const duration = useDuration();
  const mixed = useMixRetention();
  return {
    window: duration(site.paymentWindowSeconds),
    days: site.retentionDays,
    mixed,
    late: duration(RULES.lateRefundSeconds),
    decision: duration(RULES.decisionSeconds),
    offer: duration(RULES.offerSeconds),
    countingKey: duration(RULES.countingKeySeconds),
    repeated: duration(RULES.repeatedAnswerSeconds),
    mixKey: duration(RULES.mixKeySeconds),
    unusedQuote: duration(RULES.unusedQuoteSeconds),
    unclaimed: RULES.unclaimedDays,
    tolerance: formatPercent(RULES.fixedTolerancePercent, language),
    move: formatPercent(RULES.fixedMovePercent, language),
  };
}
export type RuleFigures = ReturnType<typeof useRuleFigures>;
export type FeeFigures = ReturnType<typeof useFeeFigures>;
