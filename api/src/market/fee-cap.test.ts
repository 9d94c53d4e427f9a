import { expect, test } from "vitest";
import { OWN_SPENDING_MAX } from "../chains/signer";
import { ASSET_CODES, type AssetCode, assetOf, CHAIN_IDS } from "../core/assets";
import { type CurrentPrices, feeCapOf, marketFor } from "./market";
import { referencePrice } from "./rates";

const NOW = 1_000_000;
const all = <Value>(value: (code: AssetCode) => Value) =>
  new Map(ASSET_CODES.map((code) => [code, value(code)]));

/** A world in which every payment costs so much. */
const costing = (feeUnits: bigint): CurrentPrices => ({
  at: NOW,
  prices: all((code) => ({ price: referencePrice(code), at: NOW, paused: false })),
  networkFees: all(() => ({ payoutUnits: feeUnits, sweepUnits: feeUnits })),
  reserves: all(() => ({ own: 10n ** 15n, held: 0n, planned: 0n, unpaid: 0n })),
  chains: new Set(CHAIN_IDS),
  assets: new Set(ASSET_CODES),
  paused: new Set(),
});

test("a payment's cap is at most what the signer signs, and so is what its recipient may cost", () => {
  // 100 TRX are the signer's limit, and the usual cap is three times the fee.
  const capOf = (feeUnits: bigint, payeeUnits: bigint | null) =>
    feeCapOf(costing(feeUnits), "USDT-TRC20", NOW, {
      ...{ payment: { units: 10n ** 12n, heldUnits: 0n }, payeeUnits },
    });
  expect(capOf(100_000_000n, null).feeUnitsMax).toBe(100_000_000n);
  const contract = capOf(100_000_000n, 100_000_001n);
  expect(contract).toEqual({ feeUnitsMax: 100_000_000n, isTooDear: true });
});

test.each(ASSET_CODES)("no cap that an order of %s is given is above what the signer signs", (asset) => {
  const most = OWN_SPENDING_MAX[assetOf(asset).chain] ?? 0n;
  const market = marketFor(
    costing(10n ** 21n),
    {
      ...{ send: asset, receive: asset, sendUnits: 10n ** 9n, heldUnits: 0n },
      ...{ refund: { asset, units: 10n ** 9n }, payoutPayeeUnits: null, refundPayeeUnits: null },
      moves: { furtherUnits: [], mix: { rounds: 2, legs: 2 } },
    },
    NOW,
  );
  expect(market).toMatchObject({ payoutFeeUnitsMax: most, refundFeeUnitsMax: most });
});
