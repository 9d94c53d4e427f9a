import { insertUnconfirmed } from "../../src/chains/simnet/mempool";
import { networkFeeUnits, paramsOf } from "../../src/chains/simnet/params";
import { lockChain } from "../../src/chains/simnet/state";
import { registryUnits } from "../../src/core/asset-amount";
import { type AssetCode, NATIVE_ASSET } from "../../src/core/assets";
import { diceOf } from "./dice";
import { meet } from "./faulty-chain";
import type { World } from "./world";

const HOARD_PERMILLE = 200;
/** More than a hundred small coins are joined. */
const COINS = 130;

/** The hot wallet of a chain of coins has many small ones: payments need many inputs, and the wallet joins them. */
export async function hoardCoins(world: World): Promise<void> {
  const dice = diceOf(`hoard ${world.seed}`);
  const chain = world.chains.find((one) => paramsOf(one).model === "utxo");
  if (chain === undefined || world.without.has("hoard") || !dice.permille(HOARD_PERMILLE)) return;
  const asset: AssetCode = NATIVE_ASSET[chain];
  const wallets = await world.plot.signer.publicWallets();
  const to = wallets.find((wallet) => wallet.chain === chain)?.hotAddress ?? "";
  const least = registryUnits(asset, "minAmount");
  const transfers = Array.from({ length: COINS }, () => ({
    asset,
    to,
    units: dice.units({ min: least / 2n, max: least * 3n }),
    from: [],
  }));
  const feeUnits = networkFeeUnits(chain, { model: "utxo", inputs: 1, outputs: COINS });
  const entrant = { raw: null, feeUnits, feeUnitsMax: feeUnits, replaceable: false, transfers };
  await world.plot.simnet.begin(async (sql) => {
    await lockChain(sql, chain);
    await insertUnconfirmed(sql, chain, { model: "faucet", txId: `${"0".repeat(56)}cafe0001`, ...entrant });
  });
  await world.simnet.mine({ asset, blocks: 2 });
  meet(world.mishaps, "hoard");
  world.tell("Chain", chain, `the hot wallet of ${chain} gets ${COINS} small coins`);
}
