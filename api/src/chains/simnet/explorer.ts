import type { Sql } from "postgres";
import { formatUnits } from "../../core/amount";
import { type AssetCode, assetOf, type ChainId, NATIVE_ASSET } from "../../core/assets";
import { type Problem, problem } from "../../core/errors";
import { isoOf } from "../../core/instant";
import { PAGE_ITEMS_MAX } from "../../core/page";
import { err, ok, type Result } from "../../core/result";
import { validateAddress } from "../addresses/validate";
import { askNode } from "./ask-node";
import {
  type BlockRow,
  listBlocks,
  listInBlock,
  listInvolving,
  listTips,
  type Placed,
  readBalances,
  readBlockRow,
  readTransactionRow,
  type TransactionRow,
  type Units,
} from "./explorer-store";
import { assetsOn, paramsOf, SIMNET_CHAIN_IDS, type SimnetChainId } from "./params";

const HASH = /^[0-9a-f]{64}$/;
const HEIGHT_MAX = 0x7fff_ffff;

type Amount = { currency: AssetCode; amount: string };

/** What anybody can look up on the simulated chains. */
export type SimnetExplorer = ReturnType<typeof createSimnetExplorer>;

/**
 * Shows of the simulated chains what an explorer shows of public ones: blocks, transactions, addresses and amounts, and
 * never an order. Monero shows no addresses and no amounts. Error: `simnet/unknown`.
 */
export function createSimnetExplorer(sql: Sql) {
  const ask = <Value>(question: () => Promise<Value>): Promise<Value> => askNode("bitcoin", question);
  return {
    async tips() {
      const rows = await ask(() => listTips(sql));
      const chains = SIMNET_CHAIN_IDS.flatMap((id) => rows.filter(({ chain }) => chain === id));
      return ok({ chains: chains.map((row) => ({ ...blockWire(row), unconfirmed: row.unconfirmed })) });
    },
    async blocks({ chain, cursor }: { chain: ChainId; cursor?: string | undefined }) {
      const below = numberIn(cursor, HEIGHT_MAX);
      if (below === undefined) return err(wrongCursor);
      const rows = await ask(() => listBlocks(sql, chain, { below, limit: PAGE_ITEMS_MAX + 1 }));
      return ok({ chain, network: networkOf(chain), ...page(rows.map(blockWire), ({ height }) => height) });
    },
    async block({ hash, cursor }: { hash: string; cursor?: string | undefined }) {
      const after = numberIn(cursor, -1);
      if (after === undefined) return err(wrongCursor);
      const row = HASH.test(hash) ? await ask(() => readBlockRow(sql, hash)) : undefined;
      if (row === undefined) return err(problem("simnet/unknown"));
      const rows = await ask(() => listInBlock(sql, hash, { after, limit: PAGE_ITEMS_MAX + 1 }));
      const { items, nextCursor } = page(rows, ({ position }) => position);
      return ok({
        ...blockWire(row),
        parentHash: row.height === 0 ? null : row.parentHash,
        items: items.map((item) => ({
          ...placeWire(item),
          amounts: isHidden(item.chain) ? [] : item.amounts.map(amountOf),
        })),
        nextCursor,
      });
    },
    async transaction({ hash }: { hash: string }) {
      const row = HASH.test(hash) ? await ask(() => readTransactionRow(sql, hash)) : undefined;
      return row === undefined ? err(problem("simnet/unknown")) : ok(transactionWire(row));
    },
    async address({ address, cursor }: { address: string; cursor?: string | undefined }) {
      const seq = cursor === undefined ? null : seqIn(cursor);
      if (seq === undefined) return err(wrongCursor);
      const forms = formsOf(address);
      if (forms.length === 0) return err(problem("simnet/unknown"));
      const shown = forms.filter(({ chain }) => !isHidden(chain));
      const addresses = [...new Set(shown.map((form) => form.address))];
      const query = { before: seq, limit: PAGE_ITEMS_MAX + 1 };
      const rows = await ask(() => listInvolving(sql, addresses, query));
      const holders = shown.flatMap((form) => assetsOn(form.chain).map((asset) => ({ ...form, asset })));
      const balances = await ask(() => readBalances(sql, holders));
      const { items, nextCursor } = page(rows, (row) => row.seq);
      return ok({
        address: forms[0]?.address ?? address,
        networks: forms.map(({ chain }) => networkOf(chain)),
        hidden: shown.length === 0,
        balances: balances.map(amountOf),
        items: items.map((row) => ({
          ...placeWire(row),
          received: row.received.map(amountOf),
          sent: row.sent.map(amountOf),
        })),
        nextCursor,
      });
    },
  };
}

const wrongCursor: Problem = problem("request/invalid", { pointer: "/cursor" });

/** The number that a page ended with; `first` without one, undefined for a cursor that no page ended with. */
function numberIn(cursor: string | undefined, first: number): number | undefined {
  if (cursor === undefined) return first;
  const value = /^\d{1,10}$/.test(cursor) ? Number(cursor) : HEIGHT_MAX + 1;
  return value <= HEIGHT_MAX ? value : undefined;
}

const seqIn = (cursor: string): string | undefined => (/^\d{1,18}$/.test(cursor) ? cursor : undefined);

/** One page of rows that were read with one more than a page holds. */
function page<Row>(rows: readonly Row[], end: (row: Row) => number | string) {
  const items = rows.slice(0, PAGE_ITEMS_MAX);
  const last = items.at(-1);
  const nextCursor = rows.length > PAGE_ITEMS_MAX && last !== undefined ? String(end(last)) : null;
  return { items, nextCursor };
}

/** The chains that an address is one of, each with its normal form there. */
function formsOf(address: string): readonly { chain: SimnetChainId; address: string }[] {
  return SIMNET_CHAIN_IDS.flatMap((chain) => {
    const valid: Result<{ normalized: string }, unknown> = validateAddress({
      asset: NATIVE_ASSET[chain],
      address,
    });
    return valid.ok ? [{ chain, address: valid.value.normalized }] : [];
  });
}

const isHidden = (chain: SimnetChainId): boolean => !paramsOf(chain).showsSources;
const networkOf = (chain: SimnetChainId): string => assetOf(NATIVE_ASSET[chain]).networkDisplayName;
const amountOf = ({ asset, units }: Units): Amount => ({
  currency: asset,
  amount: formatUnits(BigInt(units), assetOf(asset).decimals),
});
const instantOf = (timeMs: string): string => isoOf(Number(timeMs));

function blockWire({ chain, height, hash, timeMs, tip, transactions }: BlockRow) {
  const at = instantOf(timeMs);
  return {
    chain,
    network: networkOf(chain),
    height,
    hash,
    at,
    confirmations: tip - height + 1,
    transactions,
  };
}

function placeWire({ chain, txId, height, timeMs, tip, succeeded }: Placed) {
  return {
    hash: txId,
    chain,
    network: networkOf(chain),
    height,
    at: timeMs === null ? null : instantOf(timeMs),
    confirmations: height === null ? 0 : tip - height + 1,
    succeeded,
  };
}

function transactionWire(row: TransactionRow) {
  const hidden = isHidden(row.chain);
  const fee = amountOf({ asset: NATIVE_ASSET[row.chain], units: row.feeUnits });
  return {
    ...placeWire(row),
    blockHash: row.blockHash,
    fee,
    hidden,
    inputs: hidden ? [] : inputsOf(row),
    outputs: hidden
      ? []
      : row.outputs.map(({ address, spentBy, ...units }) => ({ address, ...amountOf(units), spentBy })),
  };
}

/** What a transaction takes, and from whom: outputs of others, or what accounts and the faucet send. */
function inputsOf({ model, chain, sender, feeUnits, inputs, outputs }: TransactionRow) {
  if (model === "utxo")
    return inputs.map(({ address, txId, ...units }) => ({ address, ...amountOf(units), txHash: txId }));
  // The faucet pays the fee out of what it sends where all that is sent is in outputs; an account pays it beside.
  const isFeeWithin = paramsOf(chain).model === "utxo";
  const sent = outputs.map(({ sources, asset, units }, at) => ({
    address: sources[0] ?? sender ?? "",
    ...amountOf({ asset, units: isFeeWithin && at === 0 ? String(BigInt(units) + BigInt(feeUnits)) : units }),
  }));
  // What moves nothing uses up a nonce of its sender.
  const nothing = { address: sender ?? "", ...amountOf({ asset: NATIVE_ASSET[chain], units: "0" }) };
  return (sent.length > 0 ? sent : [nothing]).map((input) => ({ ...input, txHash: null }));
}
