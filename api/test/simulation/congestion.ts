import { patienceOf } from "../../src/chains/policy";
import { NATIVE_ASSET } from "../../src/core/assets";
import { diceOf } from "./dice";
import { meet } from "./faulty-chain";
import { calmFees, setFloor } from "./network-fees";
import type { World } from "./world";

const CONGESTED_PERMILLE = 600;
/** Our payments on other chains wait for hundreds of blocks, or are never replaced. */
const RAISE_BLOCKS_MAX = 30;
/** In percent of the steady fee: within a payment's cap, or above it, so that it can only be cancelled. */
const FLOORS = [170, 220, 600];
const ROUNDS = 8;
const RAISES = 3;
const OUTLASTED_PERMILLE = 500;
const CHECK_AFTER_MS = 61_000;

/**
 * While a payment of ours is in no block yet, miners of its chain take nothing below a multiple of its fee, for so long that
 * it has to be replaced, or cancelled. `goOn` lets everybody act for a round, with what is to happen before the next blocks.
 */
export async function congest(
  world: World,
  goOn: (beforeBlocks?: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const dice = diceOf(`congestion ${world.seed}`);
  const chains = world.chains.filter((one) => (patienceOf(one)?.raiseBlocks ?? Infinity) <= RAISE_BLOCKS_MAX);
  if (chains.length === 0 || world.without.has("congestion") || !dice.permille(CONGESTED_PERMILLE)) return;
  const [chain, percent] = [dice.pick(chains), dice.pick(FLOORS)];
  const asset = NATIVE_ASSET[chain];
  let isCongested = false;
  const rise = async (): Promise<void> => {
    if (isCongested || !(await waits(world, chain))) return;
    isCongested = true;
    meet(world.mishaps, "congestion");
    await setFloor(world, chain, percent);
  };
  for (let round = 0; round < ROUNDS && !isCongested; round++) await goOn(rise);
  if (!isCongested) return;
  const { raiseBlocks = 0, cancelBlocks = 0 } = patienceOf(chain) ?? {};
  for (let raise = 0; raise < RAISES; raise++) await outlast(raiseBlocks + dice.below(3));
  if (dice.permille(OUTLASTED_PERMILLE)) await outlast(cancelBlocks);
  await calmFees(world);

  async function outlast(blocks: number): Promise<void> {
    await world.simnet.mine({ asset, blocks });
    world.clock.ms += CHECK_AFTER_MS;
    await goOn();
    await goOn();
  }
}

/** Whether a payment of ours is known to nodes of a chain, and in no block. */
async function waits({ plot }: World, chain: string): Promise<boolean> {
  const rows = await plot.simnet`
    SELECT 1 FROM transaction WHERE chain = ${chain} AND height IS NULL AND model <> 'faucet' LIMIT 1`;
  return rows.length > 0;
}
