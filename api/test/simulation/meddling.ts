import { paramsOf, type SimnetChainId } from "../../src/chains/simnet/params";
import { amountText, leastPayment, registryUnits } from "../../src/core/asset-amount";
import { type AssetCode, assetOf } from "../../src/core/assets";
import { type Dice, diceOf } from "./dice";
import { meet } from "./faulty-chain";
import { listedAddress } from "./people";
import type { Customer, World } from "./world";

/**
 * A stranger who pays to the address of somebody else's order, once that was paid and can be seen on the chain: to delay the
 * order, to break its rate, to have it held, or to keep it from being deleted.
 */
export type Meddler = {
  dice: Dice;
  permille: number;
  /** Payments that are still to be replaced, so that nothing of them comes. */
  open: string[];
};

/** In two worlds of three there is one. */
export function drawMeddler(seed: string): Meddler {
  const dice = diceOf(`meddler ${seed}`);
  return { dice, permille: dice.pick([0, 25, 80]), open: [] };
}

/** They pay something, or replace what they have paid before it is in a block. */
export async function meddle(world: World): Promise<void> {
  const { customers, strangers } = world;
  const { meddler } = strangers;
  if (world.without.has("meddling") || !meddler.dice.permille(meddler.permille)) return;
  const open = meddler.open.shift();
  if (open !== undefined && meddler.dice.permille(700)) {
    await world.simnet.replace({ txHash: open });
    return;
  }
  const paid = customers.filter(({ orderId, payments }) => orderId !== null && payments.length > 0);
  if (paid.length > 0) await payBeside(world, meddler.dice.pick(paid));
}

async function payBeside(world: World, customer: Customer): Promise<void> {
  const { dice, open } = world.strangers.meddler;
  const { send, units, depositAddress: address } = customer;
  const { chain } = assetOf(send);
  const minor = minorOf(customer);
  const kind = dice.pick(["minor", "minor", "listed", "replaceable", "wrong"] as const);
  const others = world.assets.filter((asset) => asset !== send && assetOf(asset).chain === chain);
  const asset = kind === "wrong" && others.length > 0 ? dice.pick(others) : send;
  const sent = asset !== send ? leastPayment(asset) * 2n : kind === "replaceable" ? units : minor;
  if (sent < leastPayment(asset)) return;
  const isListed = kind === "listed" && paramsOf(chain as SimnetChainId).showsSources;
  const { txHash } = await world.simnet.pay({
    asset,
    address,
    units: sent,
    ...(isListed && { from: listedAddress(chain as SimnetChainId) }),
    ...(kind === "replaceable" && { replaceable: true }),
  });
  world.strangers.sent.set(txHash, world.clock.ms);
  if (kind === "replaceable") open.push(txHash);
  meet(world.mishaps, "meddling");
  const how = isListed ? " from a listed address" : kind === "replaceable" ? ", to be replaced" : "";
  world.tell(
    "Chain",
    chain,
    `a stranger pays ${amountText(asset, sent)} ${asset} to an order's address${how}`,
  );
}

/** The most that does not matter beside the order, or the least that counts. */
function minorOf({ units, send, shown }: Customer): bigint {
  const [part, ofLeast] = [units / 200n, shown.unitsMin / 10n];
  const most = part > ofLeast ? part : ofLeast;
  return most < dustOf(send) ? 0n : most;
}

const dustOf = (asset: AssetCode): bigint => registryUnits(asset, "dustAmount");
