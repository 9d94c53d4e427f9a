/**
 * The engine's own deadlines and tolerances, which no operation of the API reports. They stand here once, for every text;
 * a test compares them with the engine's source.
 */
export const RULES = {
  /** A late payment is refunded by itself within this time after the payment window. */
  lateRefundSeconds: 24 * 3600,
  /** The customer's time to decide before the default happens. */
  decisionSeconds: 24 * 3600,
  /** Days after that deadline until an undecided order counts as unclaimed. */
  unclaimedDays: 30,
  /** How long the figures of a decision hold. */
  offerSeconds: 60,
  /** Percent that an exchange may bring less than was offered before it is asked about again. */
  offerFallPercent: "0.5",
  /** Percent by which a fixed-rate payment may differ from the agreed amount. */
  fixedTolerancePercent: "0.5",
  /** Percent that the market may move against us before a fixed rate is asked about. */
  fixedMovePercent: "1",
  /** How long the key lives under which requests are counted. */
  countingKeySeconds: 3600,
  /** How long the answer to a request that creates or moves money is kept, so that it cannot happen twice. */
  repeatedAnswerSeconds: 24 * 3600,
  /** The longest time after its day for which the key is kept that sealed plans of mixes, rounded up. */
  mixKeySeconds: 27 * 3600,
  /** How long a mixing session lives. */
  mixerSessionSeconds: 2 * 3600,
  /** How long an unused fixed-rate quote is kept after it ended. */
  unusedQuoteSeconds: 24 * 3600,
} as const;

/** The day on which the privacy policy or the terms last changed. */
export const CHANGED_ON = "2026-11-25";
