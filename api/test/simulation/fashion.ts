import { paramsOf, type SimnetChainId } from "../../src/chains/simnet/params";
import { type AssetCode, assetOf } from "../../src/core/assets";
import { diceOf } from "./dice";
import type { Scenario } from "./scenarios";
import type { World } from "./world";

const FASHION_PERMILLE = 150;

/** The coin that most customers of a world want, whose payouts can share transactions; null in any other world. */
export function fashionOf({ seed, assets }: Pick<World, "seed" | "assets">): AssetCode | null {
  const dice = diceOf(`wanted ${seed}`);
  if (!dice.permille(FASHION_PERMILLE)) return null;
  const isUtxo = (asset: AssetCode): boolean =>
    paramsOf(assetOf(asset).chain as SimnetChainId).model === "utxo";
  return dice.shuffled(assets.filter(isUtxo))[0] ?? null;
}

/** The same, but what is wanted is the fashion; not by those who send it, nor by whales and mixes, whose coins are the point. */
export const fashionable = (scenario: Scenario, fashion: AssetCode | null): Scenario =>
  fashion === null || scenario.mix !== null || scenario.kind === "whale" || scenario.send === fashion
    ? scenario
    : { ...scenario, receive: fashion };
