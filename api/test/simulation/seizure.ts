import type { SimnetChainId } from "../../src/chains/simnet/params";
import { type AssetCode, assetOf } from "../../src/core/assets";
import { diceOf } from "./dice";
import { meet } from "./faulty-chain";
import { runTasks, type World } from "./world";

const SEIZED_PERMILLE = 400;
/** Three comparisons of the books with the chain must find coins missing before payouts stop; the first may be of old blocks. */
const COMPARISONS = 6;
const ROUNDS = 10;
const UNDER_WAY = new Set(["confirming", "screening", "exchanging"]);

type Seized = { asset: AssetCode; chain: SimnetChainId; hot: string };

/**
 * A token's issuer takes a part of the hot wallet's coins, and gives them back after a while: from when the books were found
 * short of them until then, none of that token may be paid. `goOn` lets everybody act for a round. Throws where one is paid.
 */
export async function seizeCoins(world: World, goOn: () => Promise<void>): Promise<void> {
  const dice = diceOf(`seizure ${world.seed}`);
  // Of a rewritten chain, nothing is compared while it is halted.
  if (world.rewritten.size > 0 || world.without.has("seizure") || !dice.permille(SEIZED_PERMILLE)) return;
  const wanted = world.customers.filter(
    ({ orderId, receive }) =>
      UNDER_WAY.has(world.seen.get(orderId ?? "")?.state ?? "") && assetOf(receive).kind === "token",
  );
  if (wanted.length === 0) return;
  const asset = dice.pick(wanted).receive;
  const chain = assetOf(asset).chain as SimnetChainId;
  const wallets = await world.plot.signer.publicWallets();
  const seized = { asset, chain, hot: wallets.find((wallet) => wallet.chain === chain)?.hotAddress ?? "" };
  const part = (await world.simnet.balance({ asset, address: seized.hot })) / 100n;
  meet(world.mishaps, "seizure");
  world.tell("Chain", chain, `the issuer of ${asset} seizes ${part} units of the hot wallet`);
  await move(world, seized, -part);
  // The books are compared with blocks that they were not compared with yet.
  await world.simnet.mine({ asset, blocks: 1 });
  for (let turn = 0; turn < COMPARISONS; turn++) {
    await runTasks(world, `chain:${chain}`);
    await runTasks(world, `reconcile:${chain}`);
  }
  const known = await paidIds(world, seized);
  const signed = await world.plot.observer<{ id: string }[]>`SELECT tx_id AS id FROM payout_attempts`;
  for (let round = 0; round < ROUNDS; round++) await goOn();
  const before = new Set([...known, ...signed.map(({ id }) => id)]);
  const [paid] = (await paidIds(world, seized)).filter((id) => !before.has(id));
  if (paid !== undefined) throw new Error(`${paid.slice(0, 8)} pays ${asset} while coins of it are missing`);
  world.reached.add("coins seized");
  await move(world, seized, part);
}

/** Changes what the token's contract says that the hot wallet has. */
async function move(world: World, { asset, chain, hot }: Seized, units: bigint): Promise<void> {
  const left = (await world.simnet.balance({ asset, address: hot })) + units;
  await world.plot.simnet`
    INSERT INTO balance (chain, asset, address, height, units)
    SELECT id, ${asset}, ${hot}, height, ${left.toString()}::numeric FROM chain WHERE id = ${chain}
    ON CONFLICT (chain, asset, address, height) DO UPDATE SET units = excluded.units`;
}

/** The payments of the token out of the hot wallet that its chain has, mined or not. */
async function paidIds(world: World, { asset, chain, hot }: Seized): Promise<string[]> {
  const rows = await world.plot.simnet<{ id: string }[]>`
    SELECT tx_id AS id FROM transaction JOIN transfer USING (chain, tx_id)
    WHERE chain = ${chain} AND asset = ${asset} AND sender = ${hot} ORDER BY seq`;
  return rows.map(({ id }) => id);
}
