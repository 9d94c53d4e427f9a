import { paramsOf, type SimnetChainId } from "../../src/chains/simnet/params";
import { loadPublicWallets } from "../../src/chains/wallet-store";
import { amountText, leastPayment, registryUnits } from "../../src/core/asset-amount";
import { type AssetCode, assetOf, type ChainId } from "../../src/core/assets";
import { type Dice, diceOf } from "./dice";
import { meet } from "./faulty-chain";
import { drawMeddler, type Meddler } from "./meddling";
import { addressOf } from "./people";
import type { World } from "./world";

/** People without an order, who send coins to addresses that they know from the chains. */
export type Strangers = {
  dice: Dice;
  /** At how many steps in a thousand one of them acts. */
  permille: number;
  /** When they sent their transactions, by hash. */
  sent: Map<string, number>;
  /** The step at which one of them makes many orders, if that happens; and the addresses of these orders. */
  floodsAt: number | null;
  places: { chain: ChainId; address: string }[];
  meddler: Meddler;
};

/** Draws how busy strangers are in a world: in every third one there are none, and in two of five somebody floods us. */
export function drawStrangers(seed: string): Strangers {
  const dice = diceOf(`strangers ${seed}`);
  const permille = dice.pick([0, 30, 120]);
  const flood = diceOf(`flood ${seed}`);
  const floodsAt = flood.permille(400) ? FLOOD_FROM + flood.below(FLOOD_STEPS) : null;
  return { dice, permille, sent: new Map(), floodsAt, places: [], meddler: drawMeddler(seed) };
}

const FLOOD_FROM = 20;
const FLOOD_STEPS = 40;
const FLOOD_ORDERS = 30;

/**
 * One of them makes orders that they cancel at once, and deletes every second of them: addresses of ours that get
 * nothing but dust.
 */
export async function floodOrders(world: World): Promise<void> {
  if (world.without.has("flood")) return;
  const native = world.assets.find(
    (asset) => modelOf(asset) === "account" && assetOf(asset).kind === "native",
  );
  const receive = world.assets.find((asset) => asset !== native);
  if (native === undefined || receive === undefined) return;
  await world.readCurrentPrices();
  const { chain } = assetOf(native);
  for (let n = 0; n < FLOOD_ORDERS; n++) {
    const made = await world.orders.create(
      {
        sendCurrency: native,
        receiveCurrency: receive,
        sendAmount: amountText(native, registryUnits(native, "minAmount") * 2n),
        receiveAddress: addressOf(assetOf(receive).chain as SimnetChainId, `${world.seed} flood ${n}`),
        orderType: "floating",
        mismatch: {},
      },
      {},
    );
    if (!made.ok) continue;
    const { id, depositAddress } = made.value;
    world.strangers.places.push({ chain, address: depositAddress });
    if (!(await world.orders.cancel(id, {})).ok) throw new Error("an unpaid order could not be cancelled");
    if (n % 2 === 1) await world.plot.http.$client`SELECT outcome FROM forget_order(${id})`;
  }
  meet(world.mishaps, "flood");
  world.tell("Chain", chain, `a stranger makes ${FLOOD_ORDERS} orders, cancels all and deletes half of them`);
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
  const given = [
    ...customers.flatMap(({ depositAddress: address, send }) =>
      address === "" ? [] : [{ address, chain: assetOf(send).chain }],
    ),
    ...strangers.places,
  ].filter((place) => place.chain === chain);
  const isHot = given.length === 0 || strangers.dice.permille(HOT_PERMILLE);
  const hot = (await loadPublicWallets(world.plot.http)).get(chain)?.hotAddress;
  const address = isHot ? hot : strangers.dice.pick(given).address;
  if (address === undefined) return;
  const units = 1n + BigInt(strangers.dice.below(Number(smallOf(asset)) - 1));
  const { txHash } = await simnet.pay({ asset, address, units });
  strangers.sent.set(txHash, world.clock.ms);
  meet(world.mishaps, "dust");
  const whose = isHot ? "the hot wallet" : "an address of an order";
  world.tell("Chain", chain, `a stranger sends ${units} units of ${asset} to ${whose}`);
}

const modelOf = (asset: AssetCode) => paramsOf(assetOf(asset).chain as SimnetChainId).model;

/** Less than this is no payment; at most as many units as dice have sides. */
function smallOf(asset: AssetCode): bigint {
  const least = leastPayment(asset);
  return least < UNITS_MAX ? least : BigInt(UNITS_MAX);
}
