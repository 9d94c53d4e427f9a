import { mulDivCeil } from "./amount";

/** One part per million of an amount; 1 % is 10,000 ppm. */
export type Ppm = bigint;
export const PPM: Ppm = 1_000_000n;

/** The one fee schedule, read by quotes, ledger and every text. */
export type FeeSchedule = {
  /** Charged on the sent amount of every exchange. */
  exchangePpm: Ppm;
  /** Added for a fixed rate. */
  fixedSurchargePpm: Ppm;
  /** Home mixer form, instead of the exchange fee. */
  homeMixerPpm: Ppm;
  /** Payout (loan) order, of its USDT value. */
  loanPpm: Ppm;
  /** Mixer page, beside the exchange fee: each round … */
  mixerRoundPpm: Ppm;
  /** … a delay of more than half an hour … */
  mixerDelayPpm: Ppm;
  /** … and maximum privacy. */
  mixerMaximumPpm: Ppm;
};

export const FEE_SCHEDULE: FeeSchedule = {
  exchangePpm: 4_500n,
  fixedSurchargePpm: 5_000n,
  homeMixerPpm: 2_500n,
  loanPpm: 4_500n,
  mixerRoundPpm: 5_000n,
  mixerDelayPpm: 10_000n,
  mixerMaximumPpm: 20_000n,
};

export type OrderType = "floating" | "fixed";

/** The service fee of an exchange in ppm of the sent amount. */
export const exchangeFeePpm = (orderType: OrderType, schedule: FeeSchedule = FEE_SCHEDULE): Ppm =>
  schedule.exchangePpm + (orderType === "fixed" ? schedule.fixedSurchargePpm : 0n);

/** ceil(units × ppm ÷ 10⁶): fees round up, for the house. */
export const feeUnits = (units: bigint, ppm: Ppm): bigint => mulDivCeil(units, ppm, PPM);

/** A ppm figure as a percentage string: `4500n` → `"0.45"`. */
export function ppmToPercent(ppm: Ppm): string {
  const whole = ppm / 10_000n;
  const fraction = (ppm % 10_000n).toString().padStart(4, "0").replace(/0+$/, "");
  return fraction === "" ? whole.toString() : `${whole}.${fraction}`;
}
