import type { Sql } from "postgres";
import { normalAddress } from "../../src/chains/addresses/validate";
import type { AccountState, Chain, Transfer } from "../../src/chains/chain";
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
  const noncesAt = async (addresses: readonly string[], height: number): Promise<readonly number[]> => {
    const rows = await simnet<{ nonce: number }[]>`
      SELECT COALESCE((SELECT nonce + 1 FROM transaction WHERE chain = ${chain.id} AND sender = address
        AND nonce IS NOT NULL AND height <= ${height} ORDER BY nonce DESC LIMIT 1), 0)::int AS nonce
      FROM unnest(${addresses.map((address) => normalAddress(chain.id, address))}::text[]) WITH ORDINALITY AS asked (address, no)
      ORDER BY no`;
    return rows.map(({ nonce }) => nonce);
  };
  const statesAt = async (addresses: readonly string[], height: number): Promise<readonly AccountState[]> => {
    const balances = (await chain.balances?.({ addresses, asset: native, height })) ?? [];
    const nonces = await noncesAt(addresses, height);
    return balances.map((balanceUnits, at) => ({ balanceUnits, nonce: nonces[at] ?? 0 }));
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
      const atLatest = await statesAt(addresses, latest.height);
      const atFinal = await statesAt(addresses, final.height);
      const accounts = new Map(
        atLatest.map((state, at) => [addresses[at] ?? "", { latest: state, final: atFinal[at] ?? state }]),
      );
      return { latest, final, accounts };
    },
  };
}
