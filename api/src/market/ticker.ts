import type { Chain } from "../chains/chain";
import { ChainUnavailable } from "../chains/chain";
import { ASSETS, type AssetCode, assetOf, type ChainId, NATIVE_ASSET } from "../core/assets";
import type { Clock } from "../core/ports";
import type { Database } from "../db/client";
import { PAYOUT_SHAPE } from "../mixer/network-cost";
import { beyondLargest, INPUTS_MAX } from "./payment-cost";
import { movedTooFast, type RateSource, SIMULATED } from "./rates";
import { simulatedPast } from "./simulated-past";
import { hasPricesBefore, type NetworkFee, saveNetworkFees, savePast, savePrices } from "./store";

/** Writes the source's prices where every process reads them. A jump pauses the asset until a minute has passed. */
export function createPriceTicker(parts: { database: Database; source: RateSource; clock: Clock }) {
  const last = new Map<AssetCode, { price: bigint; at: number }>();
  let hasPast = parts.source.name !== SIMULATED;
  return async (): Promise<void> => {
    if (!hasPast) await inventPast(parts);
    hasPast = true;
    const prices = await parts.source.prices();
    const at = parts.clock.now();
    const read = ASSETS.flatMap(({ code }) => {
      const price = prices.get(code);
      if (price === undefined) return [];
      const jumped = movedTooFast(last.get(code), { price, at });
      if (!jumped) last.set(code, { price, at });
      return [{ asset: code, priceScaled: price, pausedReason: jumped ? "moved too fast" : null }];
    });
    await savePrices(parts.database, { prices: read, at });
  };
}

/** A chart of less than this says nothing. */
const PAST_MS_MIN = 3_600_000;

/** Writes a past for a simulated market that has just begun, so that a chart can be looked at on the first day. */
async function inventPast({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const now = clock.now();
  if (await hasPricesBefore(database, now - PAST_MS_MIN)) return;
  await savePast(database, simulatedPast(now));
}

type FeeParts = {
  database: Database;
  hotAddresses: ReadonlyMap<ChainId, string>;
  clock: Clock;
  /** The largest unspent coins of a UTXO chain's wallet, largest first, and what all of them are together. */
  largestCoins(
    chain: ChainId,
    limit: number,
  ): Promise<{ largest: readonly { units: bigint }[]; totalUnits: bigint }>;
};

/** Asks the chains what payouts and sweeps cost now, and the wallets of coins what they consist of; true where that changed. */
export function createFeeTicker(
  parts: FeeParts & {
    chains: ReadonlyMap<ChainId, Chain>;
  },
) {
  return async (): Promise<boolean> => {
    const answers = await Promise.allSettled([...parts.chains.values()].map((chain) => feesOf(parts, chain)));
    const fees = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    // The watcher says so in /health where a chain is unavailable; the last known fees stay in force meanwhile.
    const faults = answers.flatMap((answer) =>
      answer.status === "rejected" && !(answer.reason instanceof ChainUnavailable) ? [answer.reason] : [],
    );
    const isChanged = await saveNetworkFees(parts.database, fees);
    // A fault of ours with one chain keeps no other's fees back.
    if (faults.length > 0) throw faults[0];
    return isChanged;
  };
}

async function feesOf(parts: FeeParts, chain: Chain): Promise<NetworkFee[]> {
  const at = parts.clock.now();
  if (chain.model === "utxo") {
    const inputs = PAYOUT_SHAPE.inputs + 1;
    const [payout, larger] = await Promise.all([
      chain.feeQuote({ model: "utxo", ...PAYOUT_SHAPE }),
      chain.feeQuote({ model: "utxo", ...PAYOUT_SHAPE, inputs }),
    ]);
    // Nothing is swept here: a deposit costs an input of the payment that it is spent in.
    const sweepUnits = larger.feeUnits - payout.feeUnits;
    const { largest, totalUnits } = await parts.largestCoins(chain.id, INPUTS_MAX);
    const beyondUnits = beyondLargest(
      largest.map(({ units }) => units),
      totalUnits,
    );
    return chain.assets.map((asset) => ({
      asset,
      payoutUnits: payout.feeUnits,
      sweepUnits,
      beyondUnits,
      at,
    }));
  }
  const hot = parts.hotAddresses.get(chain.id);
  const quote = async (asset: AssetCode): Promise<bigint> =>
    (await chain.feeQuote({ model: "account", asset, ...(hot !== undefined && { to: hot }) })).feeUnits;
  const native = NATIVE_ASSET[chain.id];
  const quoted = await Promise.all(
    chain.assets.map(async (asset) => ({ asset, payoutUnits: await quote(asset) })),
  );
  const nativeUnits = quoted.find(({ asset }) => asset === native)?.payoutUnits ?? (await quote(native));
  return quoted.map(({ asset, payoutUnits }) => {
    // A token's sweep needs a top-up of the native coin first.
    const topUp = assetOf(asset).kind === "token" ? nativeUnits : 0n;
    return { asset, payoutUnits, sweepUnits: payoutUnits + topUp, beyondUnits: null, at };
  });
}
