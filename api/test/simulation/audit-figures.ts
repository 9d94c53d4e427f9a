/**
 * What an exchange brings, computed again from the published rules: the market's prices, the fee schedule, and what nodes ask
 * for transactions. Like the auditor it shares no code with the engine: it imports nothing of it.
 */

/** USDT per whole coin, times 10^12. */
export type Prices = ReadonlyMap<string, bigint>;
export type PricePoint = { at: number; prices: Prices };
/** What nodes ask, in native units: for a payment of two inputs and two outputs, and for what each further receipt costs. */
export type MoveCosts = { payoutUnits: bigint; sweepUnits: bigint };

/** What is known of an asset, and all that its node asked for moving it so far. */
export type AssetFacts = {
  decimals: number;
  native: string;
  model: "utxo" | "account";
  dustUnits: bigint;
  /** The least amount of an order. */
  leastUnits: bigint;
  costs: readonly MoveCosts[];
};
export type AssetsFacts = ReadonlyMap<string, AssetFacts>;

export type Swap = {
  send: string;
  receive: string;
  /** Paid in, and what of it came in other payments than the largest. */
  units: bigint;
  further: readonly bigint[];
  feePpm: bigint;
  /** Of a mix: its rounds, and as how many legs its payout counts. */
  mix: { rounds: number; legs: number } | null;
};

export type Figures = { receiveUnits: bigint; networkFeeUnits: bigint };
type Rate = { numerator: bigint; denominator: bigint };

export const MILLION = 1_000_000n;
/** A payment from a wallet of coins is priced for one of these numbers of inputs. */
const INPUT_STEPS = [2n, 4n, 8n, 16n, 32n, 64n, 128n, 200n];
/** A round makes up to four pieces and a change, and all five are spent later. */
const ROUND_OUTPUTS = 5n;

export const ceilDiv = (units: bigint, by: bigint): bigint => (units + by - 1n) / by;
/** Half as much again: what the payout and the rounds of a mix are charged above what they cost when it is priced. */
const withHeadroom = (units: bigint): bigint => ceilDiv(units * 3n, 2n);

/** What is known of an asset of the world. */
export const factsOf = (assets: AssetsFacts, asset: string): AssetFacts => {
  const facts = assets.get(asset);
  if (facts === undefined) throw new RangeError(`an asset of another world: ${asset}`);
  return facts;
};

/** Receive units per send unit; null without the prices. Within one currency there is nothing to convert. */
export function rateAt(
  assets: AssetsFacts,
  { send, receive }: Pick<Swap, "send" | "receive">,
  prices: Prices,
): Rate | null {
  if (send === receive) return { numerator: 1n, denominator: 1n };
  const [from, to] = [prices.get(send), prices.get(receive)];
  if (from === undefined || to === undefined) return null;
  return {
    numerator: from * 10n ** BigInt(factsOf(assets, receive).decimals),
    denominator: to * 10n ** BigInt(factsOf(assets, send).decimals),
  };
}

/** Native units of one asset's chain as a charge in another, rounded up. */
function chargeIn(
  assets: AssetsFacts,
  nativeUnits: bigint,
  of: { asset: string; as: string },
  prices: Prices,
): bigint[] {
  const { native } = factsOf(assets, of.asset);
  const rate = rateAt(assets, { send: native, receive: of.as }, prices);
  return rate === null ? [] : [ceilDiv(nativeUnits * rate.numerator, rate.denominator)];
}

/** What further deposits are charged for, each the same. */
export const depositFees = (
  assets: AssetsFacts,
  { send, receive }: Pick<Swap, "send" | "receive">,
  prices: Prices,
): bigint[] =>
  factsOf(assets, send).costs.flatMap(({ sweepUnits }) =>
    chargeIn(assets, sweepUnits, { asset: send, as: receive }, prices),
  );

/** Every network fee that may be charged for these moves at these prices. */
export function networkFees(
  assets: AssetsFacts,
  swap: Pick<Swap, "send" | "receive" | "further" | "mix">,
  prices: Prices,
): bigint[] {
  const { receive, mix } = swap;
  const { model, costs } = factsOf(assets, receive);
  const charged = (nativeUnits: bigint): bigint[] =>
    chargeIn(assets, nativeUnits, { asset: receive, as: receive }, prices);
  const paid = costs.flatMap(({ payoutUnits, sweepUnits }) => {
    const steps = model === "utxo" ? INPUT_STEPS : [2n];
    const payouts = steps.map((inputs) => payoutUnits + (inputs - 2n) * sweepUnits);
    if (mix === null) return payouts.flatMap(charged);
    const later = model === "utxo" ? (2n * ROUND_OUTPUTS - 4n) * sweepUnits : sweepUnits;
    const rounds = charged(withHeadroom(payoutUnits + later)).map((units) => units * BigInt(mix.rounds));
    const legs = payouts.flatMap((units) => charged(withHeadroom(units)));
    return rounds.flatMap((round) => legs.map((leg) => round + leg * BigInt(mix.legs)));
  });
  return depositFees(assets, swap, prices).flatMap((deposit) =>
    paid.map((units) => units + deposit + furtherFee(assets, swap, prices, deposit)),
  );
}

/** What is charged for the payments beside the largest: of each no more than it brings. */
export function furtherFee(
  assets: AssetsFacts,
  swap: Pick<Swap, "send" | "receive" | "further">,
  prices: Prices,
  deposit: bigint,
): bigint {
  const rate = rateAt(assets, swap, prices);
  return swap.further.reduce((sum, units) => {
    const worth = rate === null ? deposit : (units * rate.numerator) / rate.denominator;
    return sum + (worth < deposit ? worth : deposit);
  }, 0n);
}

/** What is left of a sent amount at a rate; the fee is rounded up, the rest down. */
export const grossOf = ({ units, feePpm }: Pick<Swap, "units" | "feePpm">, rate: Rate): bigint =>
  ((units - ceilDiv(units * feePpm, MILLION)) * rate.numerator) / rate.denominator;

/** Everything that a swap may bring at one of these moments of the market. */
export const figuresAt = (assets: AssetsFacts, swap: Swap, points: readonly PricePoint[]): Figures[] =>
  points.flatMap(({ prices }) => {
    const rate = rateAt(assets, swap, prices);
    if (rate === null) return [];
    const gross = grossOf(swap, rate);
    return networkFees(assets, swap, prices).map((networkFeeUnits) => ({
      receiveUnits: gross - networkFeeUnits,
      networkFeeUnits,
    }));
  });

/** Whether a rate is more than `ppm` below another. */
export const fellBelow = (before: Rate, now: Rate, ppm: bigint): boolean =>
  now.numerator * before.denominator * MILLION < before.numerator * now.denominator * (MILLION - ppm);
