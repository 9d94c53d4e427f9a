import { paramsOf, type SimnetChainId } from "../../src/chains/simnet/params";
import { type AssetCode, assetOf, NATIVE_ASSET } from "../../src/core/assets";
import type { MoveCosts } from "./audit-figures";
import { type Dice, diceOf } from "./dice";
import { meet } from "./faulty-chain";
import type { World } from "./world";

/** What others pay for their transactions, and with it what nodes ask and miners take. */
export type NetworkFees = {
  dice: Dice;
  /** At how many steps in a thousand a chain's fees move. */
  permille: number;
  /** All that nodes asked so far for moving each asset. */
  asked: Map<AssetCode, MoveCosts[]>;
};

/** In percent of the steady fee; 0 takes everything. Above three times what a payment was priced at, its cap would stop it. */
const FLOORS = [0, 110, 140, 180, 220];

type Nodes = Pick<World, "simnet" | "assets">;

/** Draws how much fees move in a world (in every second one they do not), and notes what they are at first. */
export async function openNetworkFees(seed: string, nodes: Nodes): Promise<NetworkFees> {
  const dice = diceOf(`network fees ${seed}`);
  const fees: NetworkFees = { dice, permille: dice.pick([0, 0, 15, 40]), asked: new Map() };
  await noteFees(fees, nodes);
  return fees;
}

/** The fees of one chain move. */
export async function moveFees(world: World): Promise<void> {
  const { dice, permille } = world.networkFees;
  if (world.without.has("fees") || !dice.permille(permille)) return;
  const chain = dice.pick(world.chains);
  meet(world.mishaps, "fees");
  await setFloor(world, chain, dice.pick(FLOORS));
}

/** Miners of a chain take nothing below this percentage of the steady fee from now on, and nodes ask for it. */
export async function setFloor(world: World, chain: SimnetChainId, percent: number): Promise<void> {
  world.tell("Chain", chain, `miners of ${chain} take nothing below ${percent} % of the steady fee`);
  await world.simnet.setFeeFloor({ asset: NATIVE_ASSET[chain], percent });
  await noteFees(world.networkFees, world);
}

/** Miners take every fee again. */
export async function calmFees(world: World): Promise<void> {
  for (const chain of world.chains)
    await world.simnet.setFeeFloor({ asset: NATIVE_ASSET[chain], percent: 0 });
  await noteFees(world.networkFees, world);
}

/** Notes what the nodes ask now. A token's sweep needs a top-up of the native coin first. */
async function noteFees({ asked }: NetworkFees, { simnet, assets }: Nodes): Promise<void> {
  for (const asset of assets) {
    const { kind, chain: id } = assetOf(asset);
    const { model } = paramsOf(id as SimnetChainId);
    const ask = async (of: { asset: AssetCode; inputs: number }): Promise<bigint> => {
      const shape = { model: "utxo", inputs: of.inputs, outputs: 2 } as const;
      const request = model === "utxo" ? shape : ({ model, asset: of.asset } as const);
      return (await simnet.chain(id).feeQuote(request)).feeUnits;
    };
    const payoutUnits = await ask({ asset, inputs: 2 });
    const further = (await ask({ asset, inputs: 3 })) - payoutUnits;
    const topUp = kind === "token" ? await ask({ asset: NATIVE_ASSET[id], inputs: 2 }) : 0n;
    const costs = { payoutUnits, sweepUnits: model === "utxo" ? further : payoutUnits + topUp };
    const known = asked.get(asset) ?? [];
    const isKnown = known.some(
      (one) => one.payoutUnits === payoutUnits && one.sweepUnits === costs.sweepUnits,
    );
    if (!isKnown) asked.set(asset, [...known, costs]);
  }
}
