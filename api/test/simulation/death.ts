import type { SimnetChainId } from "../../src/chains/simnet/params";
import type { World } from "./world";

export type Dead = { id: string; chain: string; txId: string };

/**
 * A transaction that was given up can never be mined: its node knows another in its place, as deep as what it paid asks.
 * A child spends the change of its payment, and goes with it.
 */
export async function requireDead(world: World, dead: Dead, needed: number): Promise<void> {
  const { plot, simnet } = world;
  const [found] = await plot.observer<{ raw: string; payment: string | null }[]>`
    SELECT a.raw, p.state AS payment FROM payout_attempts a LEFT JOIN payout_attempts p ON p.id = a.child_of
    WHERE a.id = ${dead.id}`;
  if (found === undefined || found.raw === "-" || found.payment === "dead") return;
  const chain = simnet.chain(dead.chain as SimnetChainId);
  const { height } = await chain.tip();
  const proof = await chain.proofOfDeath(found.raw, height - needed + 1);
  if (proof === null)
    throw new Error(
      `our transaction ${dead.txId.slice(0, 8)} was given up, and nothing ${needed} blocks deep took its place`,
    );
}
