import { paramsOf, type SimnetChainId } from "../../src/chains/simnet/params";
import { type AssetCode, assetOf, NATIVE_ASSET } from "../../src/core/assets";
import { PRICE_SCALE } from "../../src/market/price";
import { diceOf } from "./dice";
import type { Scenario } from "./scenarios";
import type { World } from "./world";

const RICH_PERMILLE = 80;
/** Enough for several of the largest orders at fixed rates, of which a reserve holds a fifth for unpaid ones. */
const FLOAT_USDT = 6_000_000n;
const ORDER_USDT = 200_000n;

type Riches = { send: AssetCode; receive: AssetCode };

/** The pair of a rich world, in which large orders are made at fixed rates and never paid; null in any other world. */
export function richesOf({ seed, assets }: Pick<World, "seed" | "assets">): Riches | null {
  const dice = diceOf(`riches ${seed}`);
  if (!dice.permille(RICH_PERMILLE)) return null;
  // What an order may send of a mined coin is less.
  const isAccount = (asset: AssetCode): boolean =>
    paramsOf(assetOf(asset).chain as SimnetChainId).model === "account";
  const [send, receive] = dice.shuffled(assets.filter(isAccount));
  return send === undefined || receive === undefined ? null : { send, receive };
}

/** A customer who has a large order promised a rate, and does not pay. */
export const promised = (world: World, riches: Riches): Scenario => ({
  kind: "promised",
  orderType: "fixed",
  ...riches,
  units: unitsOf(world, riches.send, ORDER_USDT),
  mix: null,
  refundAddress: "never",
  mismatch: {},
  answer: "nothing",
  steps: [],
});

/** Pays the hot wallet of a rich world its coins. */
export async function enrich(world: World): Promise<void> {
  const riches = richesOf(world);
  if (riches === null) return;
  const asset = riches.receive;
  const { chain } = assetOf(asset);
  const wallets = await world.plot.signer.publicWallets();
  const address = wallets.find((wallet) => wallet.chain === chain)?.hotAddress ?? "";
  await world.simnet.pay({ asset, address, units: unitsOf(world, asset, FLOAT_USDT) });
  await world.simnet.mine({ asset: NATIVE_ASSET[chain], blocks: 2 });
  world.reached.add("riches");
}

function unitsOf({ market }: World, asset: AssetCode, usdt: bigint): bigint {
  const price = market.history[0]?.prices.get(asset) ?? PRICE_SCALE;
  return (usdt * PRICE_SCALE * 10n ** BigInt(assetOf(asset).decimals)) / price;
}
