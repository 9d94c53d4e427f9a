import { ASSET_CODES, type AssetCode, CHAIN_IDS } from "../../src/core/assets";
import type { TimeMs } from "../../src/core/ports";
import type { CurrentPrices } from "../../src/market/market";
import type { WalletCosts } from "../../src/market/payment-cost";
import { referencePrice } from "../../src/market/rates";

/** A value for each asset. */
export const forAll = <Value>(value: (code: AssetCode) => Value): Map<AssetCode, Value> =>
  new Map(ASSET_CODES.map((code) => [code, value(code)]));

/** Every asset at its reference price, with this cost on its network, and with much in reserve. */
export const currentPrices = (at: TimeMs, costs: WalletCosts): CurrentPrices => ({
  at,
  prices: forAll((code) => ({ price: referencePrice(code), at, paused: false })),
  networkFees: forAll(() => costs),
  reserves: forAll(() => ({ own: 10n ** 21n, held: 0n, planned: 0n, unpaid: 0n })),
  chains: new Set(CHAIN_IDS),
  assets: new Set(ASSET_CODES),
  paused: new Set(),
});
