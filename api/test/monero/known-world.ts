import { expect } from "vitest";
import type { Chain } from "../../src/chains/chain";
import { named } from "../../src/chains/monero/coins";
import { MoneroStandIn, type Row } from "./stand-in";

/** A stand-in with an adapter that keeps what it knows, and what tests of that ask of both. */
export async function openKnownWorld() {
  const world = new MoneroStandIn();
  const chain = await world.connect();
  return {
    world,
    chain,
    said: () => saidBy(world, chain),
    /** Compares it with an adapter that starts, and lists all outputs. */
    expectAsNew: async () =>
      expect(await saidBy(world, chain)).toEqual(await saidBy(world, await world.connect())),
    /** How often all outputs were listed since this was asked last. */
    timesAll: () => world.listed.splice(0).filter(({ type }) => type === "all").length,
    coins: () => coinsOf(world),
  };
}

/** All that an adapter says of our outputs. */
async function saidBy(world: MoneroStandIn, of: Chain) {
  const { height } = await of.tip();
  const waiting = await of.unconfirmedSpends([]);
  const coins = named(
    world.rows.map(({ tx_hash, subaddr_index, amount, key_image }) => ({
      ...{ txId: tx_hash, minor: subaddr_index.minor, units: BigInt(amount) },
      keyImage: key_image === "" ? null : key_image,
    })),
  );
  const addresses = ["sub0", "sub1", "sub2", "sub3"];
  const balancesAt = (at: number) => of.balances?.({ addresses, asset: "XMR", height: at });
  const spends = [];
  for (const at of [height - 1, height]) spends.push((await of.block(at))?.spends);
  return {
    ...{ height, waiting, spends },
    held: await of.heldAsBooked?.(coins),
    keys: await of.oneTimeKeys?.(coins),
    balances: [await balancesAt(height), await balancesAt(height - 1), await balancesAt(height - 12)],
  };
}

/** An output as a coin of the books. */
export const coinOf = ({ tx_hash, subaddr_index, amount }: Row) => ({
  ...{ txId: tx_hash, ordinal: subaddr_index.minor, units: BigInt(amount) },
});
/** Two coins at deposit addresses and three of one transaction at the hot wallet, which can be spent. */
function coinsOf(world: MoneroStandIn): [Row, Row, Row, Row, Row] {
  const tx_hash = world.transact(world.height);
  const hot = (amount: number) => world.receive(0, amount, { tx_hash });
  const all: [Row, Row, Row, Row, Row] = [world.receive(1, 5), world.receive(2, 7), hot(9), hot(3), hot(4)];
  world.mine(10);
  return all;
}
