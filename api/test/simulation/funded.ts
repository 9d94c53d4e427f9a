import { assetOf } from "../../src/core/assets";
import type { World } from "./world";

/**
 * No payment may be signed while its chain, or the one that funds it, is halted: what it rests on may be gone. `signed` are
 * the transactions that are new since the last look, `halted` the chains that were halted then and now. Throws otherwise.
 */
export async function requireFunded(
  world: World,
  { signed, halted }: { signed: readonly string[]; halted: ReadonlySet<string> },
): Promise<void> {
  if (signed.length === 0 || halted.size === 0) return;
  const rows = await world.plot.observer<{ txId: string; chain: string; address: string }[]>`
    SELECT a.tx_id AS "txId", a.chain, l.destination AS address FROM payout_attempts a
    JOIN attempt_legs p ON p.attempt_id = a.id JOIN payout_legs l ON l.id = p.leg_id
    WHERE a.id = ANY(${[...signed]}::bigint[]) AND a.kind = 'legs'`;
  for (const { txId, chain, address } of rows) {
    const customer = world.customers.find(
      ({ receiveAddresses, refundAddressOwn }) =>
        receiveAddresses.includes(address) || refundAddressOwn === address,
    );
    const funding = customer === undefined ? chain : assetOf(customer.send).chain;
    const stopped = [chain, funding].find((one) => halted.has(one));
    if (stopped !== undefined)
      throw new Error(`our payment ${txId.slice(0, 8)} was signed while ${stopped} is halted`);
  }
}
