import type { Sql } from "postgres";
import { normalAddress } from "../../src/chains/addresses/validate";
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
  const normal = (address: string): string => normalAddress(chain.id, address);
  const statesAt = async (addresses: readonly string[], height: number) => {
    const rows = await simnet<{ address: string; nonce: number; units: string }[]>`
      SELECT address,
        COALESCE((SELECT nonce + 1 FROM transaction WHERE chain = ${chain.id} AND sender = address
          AND nonce IS NOT NULL AND height <= ${height} ORDER BY nonce DESC LIMIT 1), 0)::int AS nonce,
        COALESCE((SELECT units FROM balance WHERE chain = ${chain.id} AND asset = ${native}
          AND balance.address = asked.address AND height <= ${height} ORDER BY height DESC LIMIT 1), 0)::text AS units
      FROM unnest(${addresses.map(normal)}::text[]) AS asked (address)`;
    return new Map(
      rows.map(({ address, nonce, units }) => [address, { balanceUnits: BigInt(units), nonce }]),
    );
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
      const accounts = new Map();
      for (const address of addresses)
        accounts.set(address, {
          latest: atLatest.get(normal(address)),
          final: atFinal.get(normal(address)),
        });
      return { latest, final, accounts };
    },
  };
}
