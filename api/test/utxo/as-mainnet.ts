import { type UtxoChainId, utxoParamsOf } from "../../src/chains/utxo/params";
import type { LyingNode } from "../evm/proxy";

/** What a test changes of a node that says it is one of the main network. */
type Facts = {
  version?: number;
  blocks?: Readonly<Record<number, string>>;
  upgrades?: object;
  connections?: number;
  /** Of `getblockchaininfo`. */
  info?: object;
};

/** A node of a test that says it is on the main network, has caught up, has peers and has its pinned blocks. */
export function asMainnet(chain: UtxoChainId, facts: Facts = {}): LyingNode["tamper"] {
  const { genesis, fork, checkpoint, upgrade, mainnetVersionMin } = utxoParamsOf(chain);
  const blocks: Record<number, string> = {
    0: genesis.main,
    ...(fork && { [fork.height]: fork.hash }),
    [checkpoint.height]: checkpoint.hash,
    ...facts.blocks,
  };
  const version = facts.version ?? mainnetVersionMin?.version;
  const upgrades = facts.upgrades ?? (upgrade && { [upgrade.branchId]: { status: "active" } });
  return ({ method, params }, answer) => {
    const result = answer.result as object;
    const pinned = method === "getblockhash" ? blocks[Number(params[0])] : undefined;
    if (pinned !== undefined) return { id: answer.id, result: pinned };
    if (method === "getnetworkinfo")
      return { id: answer.id, result: { ...result, version, connections: facts.connections ?? 8 } };
    if (method === "getblockchaininfo")
      return { id: answer.id, result: { ...result, initialblockdownload: false, upgrades, ...facts.info } };
    return answer;
  };
}
