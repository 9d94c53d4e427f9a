import { paramsOf, type SimnetChainId } from "../../src/chains/simnet/params";
import { loadPublicWallets } from "../../src/chains/wallet-store";
import { registryUnits } from "../../src/core/asset-amount";
import { type AssetCode, assetOf } from "../../src/core/assets";
import { type Dice, diceOf } from "./dice";
import { meet } from "./faulty-chain";
import type { World } from "./world";

/** People without an order, who send coins to addresses that they know from the chains. */
export type Strangers = {
  dice: Dice;
  /** At how many steps in a thousand one of them acts. */
  permille: number;
  /** Hashes of their transactions. */
  sent: Set<string>;
};

/** Draws how busy strangers are in a world: in every third one there are none. */
export function drawStrangers(seed: string): Strangers {
  const dice = diceOf(`strangers ${seed}`);
  return { dice, permille: dice.pick([0, 30, 120]), sent: new Set() };
}

const HOT_PERMILLE = 250;
const UNITS_MAX = 900;

/**
 * One of them sends dust to an address that a customer was given, whatever became of the order, or to a hot wallet. Chains
 * of coins take no dust.
 */
export async function sendDust(world: World): Promise<void> {
  const { strangers, customers, simnet } = world;
  if (world.without.has("dust") || !strangers.dice.permille(strangers.permille)) return;
  const assets = world.assets.filter((asset) => modelOf(asset) === "account" && smallOf(asset) > 1n);
  if (assets.length === 0) return;
  const asset = strangers.dice.pick(assets);
  const { chain } = assetOf(asset);
  const given = customers.filter(
    ({ depositAddress, send }) => depositAddress !== "" && assetOf(send).chain === chain,
  );
  const isHot = given.length === 0 || strangers.dice.permille(HOT_PERMILLE);
  const hot = (await loadPublicWallets(world.plot.http)).get(chain)?.hotAddress;
  const address = isHot ? hot : strangers.dice.pick(given).depositAddress;
  if (address === undefined) return;
  const units = 1n + BigInt(strangers.dice.below(Number(smallOf(asset)) - 1));
  const { txHash } = await simnet.pay({ asset, address, units });
  strangers.sent.add(txHash);
  meet(world.mishaps, "dust");
  const whose = isHot ? "the hot wallet" : "an address that a customer was given";
  world.tell("Chain", chain, `a stranger sends ${units} units of ${asset} to ${whose}`);
}

const modelOf = (asset: AssetCode) => paramsOf(assetOf(asset).chain as SimnetChainId).model;

/** Less than this is dust; at most as many units as dice have sides. */
function smallOf(asset: AssetCode): bigint {
  const dust = registryUnits(asset, "dustAmount");
  return dust < UNITS_MAX ? dust : BigInt(UNITS_MAX);
}
