import type { Sql } from "postgres";
import type { Chain, Transfer } from "../../src/chains/chain";
import { type ChainId, NATIVE_ASSET } from "../../src/core/assets";

const CUMULATIVE: ChainId = "polygon";

/** Whether receipts of an asset are read from balances: what comes between two looks is one receipt. */
export const isReadFromBalances = (asset: string): boolean => asset === NATIVE_ASSET[CUMULATIVE];

/** The node of a chain: on one chain, native receipts can only be read from balances; the others' show each payment. */
export const nodeOf = (chain: Chain, simnet: Sql): Chain =>
  chain.id === CUMULATIVE ? cumulativeChain(chain, simnet) : chain;

/**
 * A simulated chain as a node of an EVM chain shows it: native receipts can only be read from balances, since a contract's
 * payment shows in no transaction's value, and the node shows none of the native coin's unconfirmed payments.
 */
function cumulativeChain(chain: Chain, simnet: Sql): Chain {
  const native = NATIVE_ASSET[chain.id];
  const isNative = ({ asset }: Transfer): boolean => asset === native;
  const stateAt = async (address: string, height: number) => {
    const [row] = await simnet<{ nonce: number }[]>`
      SELECT count(*)::int AS nonce FROM transaction WHERE chain = ${chain.id} AND sender = ${address} AND height <= ${height}`;
    return {
      balanceUnits: await chain.balance({ address, asset: native, height }),
      nonce: row?.nonce ?? 0,
    };
  };
  return {
    ...chain,
    nativeDeposits: "cumulative",
    async block(height) {
      const block = await chain.block(height);
      return block && { ...block, transfers: block.transfers.filter((transfer) => !isNative(transfer)) };
    },
    nativeTransfers: async (height) => (await chain.block(height))?.transfers.filter(isNative) ?? [],
    mempool: async () => (await chain.mempool()).filter((transfer) => !isNative(transfer)),
    async accounts({ addresses, finalHeight }) {
      const latest = await chain.tip();
      const final = await chain.block(finalHeight);
      if (final === undefined) throw new RangeError(`no block ${finalHeight}`);
      const accounts = new Map();
      for (const address of addresses)
        accounts.set(address, {
          latest: await stateAt(address, latest.height),
          final: await stateAt(address, final.height),
        });
      return { latest, final, accounts };
    },
  };
}
