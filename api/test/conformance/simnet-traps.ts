import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import type { Sql } from "postgres";
import { assetsOn, paramsOf, type SimnetChainId } from "../../src/chains/simnet/params";
import { addressOfPrivateKey } from "../../src/chains/simnet/signing";
import type { Simnet } from "../../src/chains/simnet/simnet";
import { NATIVE_ASSET } from "../../src/core/assets";
import type { OutsidePayment, Traps } from "./trap-harness";

const NO_NODE = "a simulated chain has no node that could be another one, or lie";

/** The traps that a simulated chain can have: its transactions pay what they say, and its blocks are in one database. */
export function simnetTraps(simnet: Simnet, sql: Sql, chain: SimnetChainId): Traps {
  const hasOutputs = paramsOf(chain).model === "utxo";
  const hasTokens = assetsOn(chain).length > 1;
  return {
    ...(!hasOutputs && { payMany: "a transaction of this simulated chain pays one address" }),
    payNothing: "a simulated transaction pays one unit or more",
    payFakeToken: "a simulated chain has no other tokens than ours",
    openOddToken: "a simulated token keeps nothing and changes no balances",
    payAndFail: hasTokens
      ? (payment) => payAndFail(simnet, chain, payment)
      : "a payment of native coins does not fail on a simulated chain",
    payFromContract: "a simulated chain has no contracts",
    mineOnly: (txIds) => mineOnly(simnet, sql, { chain, txIds }),
    reward: "a simulated miner earns nothing",
    goBack: "a simulated chain only gets longer",
    openOtherNetwork: NO_NODE,
    openTooOld: NO_NODE,
    openOffCheckpoint: NO_NODE,
    openTwoNodes: NO_NODE,
  };
}

/** An outsider's transfer of a token, which its contract refuses for as long as the next block is made. */
async function payAndFail(
  simnet: Simnet,
  chain: SimnetChainId,
  { address, asset, units }: OutsidePayment,
): Promise<{ txId: string }> {
  const key = sha256(utf8ToBytes(`${chain} sender of what fails`));
  const from = addressOfPrivateKey(chain, key);
  const adapter = simnet.chain(chain);
  const fee = await adapter.feeQuote({ model: "account", asset, from, to: address });
  const native = NATIVE_ASSET[chain];
  await simnet.pay({ asset: native, address: from, units: fee.feeUnits });
  await simnet.pay({ asset, address: from, units });
  await simnet.mine({ asset: native, blocks: 1 });
  await simnet.setReverting({ address: from, on: true });
  const nonce = await adapter.nonce(from);
  const request = { model: "account", from, key: KEY, to: address, asset, units, nonce, fee } as const;
  const { raw, txId } = await simnet.sign(adapter.build(request), () => key);
  const { outcome } = await adapter.broadcast(raw);
  if (outcome !== "accepted") throw new Error("the outsider's payment was not taken");
  return { txId };
}

/** Of the outsider: it is none of our wallet's. */
const KEY = { branch: "deposit", index: 0 } as const;

/** Has all others wait that the miner would take. */
async function mineOnly(
  simnet: Simnet,
  sql: Sql,
  { chain, txIds }: { chain: SimnetChainId; txIds: readonly string[] },
): Promise<void> {
  const setReady = async (isReady: boolean): Promise<void> => {
    await sql`update transaction set ready = ${isReady}
      where chain = ${chain} and height is null and sender is null and tx_id <> all(${[...txIds]}::text[])`;
  };
  await setReady(false);
  await simnet.mine({ asset: NATIVE_ASSET[chain], blocks: 1 });
  await setReady(true);
}
