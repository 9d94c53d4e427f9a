import type { Sql, TransactionSql } from "postgres";
import { assert } from "../../core/assert";
import { type AssetCode, assetOf, type ChainId } from "../../core/assets";
import type { Clock } from "../../core/ports";
import { err, type Result } from "../../core/result";
import { normalAddress } from "../addresses/validate";
import type { Chain } from "../chain";
import type { SignFunction } from "../signer";
import { simnetChain } from "./adapter";
import { askNode } from "./ask-node";
import { startAutoMiner } from "./auto-miner";
import { createSimnetExplorer, type SimnetExplorer } from "./explorer";
import {
  dropUnconfirmed,
  type FaucetPayment,
  type Premine,
  payFromFaucet,
  premineChain,
  replaceFaucetPayment,
  type UnconfirmedError,
} from "./faucet";
import { blockHash, mineBlocks, reorganise } from "./mining";
import { createNews } from "./news";
import { SIMNET_CHAIN_IDS, type SimnetChainId } from "./params";
import { signSimnet } from "./signing";
import { balanceUnits, createFeeFloors } from "./state";
import { migrateSimnet } from "./tables";

const NO_PARENT = "0".repeat(64);

/** The simulated chains and the hand above them: faucet, miner, mishaps. Assets that simnet lacks are a bug here. */
export type Simnet = {
  chain(id: ChainId): Chain;
  chains: readonly Chain[];
  sign: SignFunction;
  /** Fills empty chains with their first coins, 11 blocks deep; chains that have begun are left alone. */
  premine(allocations: readonly Premine[]): Promise<void>;
  /** A payment from outside, into the mempool. Throws ChainUnavailable when that is full. */
  pay(payment: FaucetPayment): Promise<{ txHash: string }>;
  /** A conflicting payment takes the place of an unconfirmed one of the faucet's; default: back to its sender. */
  replace(request: {
    txHash: string;
    to?: string | undefined;
  }): Promise<Result<{ txHash: string }, UnconfirmedError>>;
  mine(request: { asset: AssetCode; blocks: number }): Promise<{ height: number }>;
  /** The last `depth` blocks give way to one more, all empty. Throws RangeError beyond the chain's height. */
  reorg(request: { asset: AssetCode; depth: number }): Promise<{ height: number }>;
  /** An unconfirmed transaction vanishes, with all that spends it. */
  drop(request: { txHash: string }): Promise<Result<undefined, UnconfirmedError>>;
  /** The miner takes nothing below this percentage of the steady fee, which fee quotes follow; 0: it takes everything. */
  setFeeFloor(request: { asset: AssetCode; percent: number }): Promise<void>;
  /** Makes token transfers from and to an address fail when mined, on all chains, or stops that. */
  setReverting(request: { address: string; on: boolean }): Promise<void>;
  /** Units at an address in the tip's block. */
  balance(query: { asset: AssetCode; address: string }): Promise<bigint>;
  /** What anybody can look up. */
  explorer: SimnetExplorer;
  /** Stops mining by itself; the connection stays the caller's. */
  close(): Promise<void>;
};

/**
 * Opens the simulated chains in their own database. Everything is stored there, so a process that was killed
 * continues where it was. With `auto`, a chain mines every `blockMs` while something is unconfirmed or its last
 * transactions are not deep.
 */
export async function openSimnet(options: {
  sql: Sql;
  clock: Clock;
  blockMs: number;
  auto: boolean;
}): Promise<Simnet> {
  const { sql, clock, blockMs, auto } = options;
  await migrateSimnet(sql);
  await createGenesisBlocks(sql, clock);
  const news = createNews(sql);
  const feeFloors = createFeeFloors(sql);
  const chains = SIMNET_CHAIN_IDS.map((id) => simnetChain({ sql, id, news, feeFloors }));
  const miner = auto ? startAutoMiner({ sql, clock, blockMs, news }) : undefined;
  return {
    chain: (id) => {
      const chain = chains.find((candidate) => candidate.id === id);
      assert(chain, "no such chain on simnet", { id });
      return chain;
    },
    chains,
    sign: signSimnet,
    ...faucetControls({ sql, clock }),
    ...minerControls({ sql, clock }),
    setReverting: async ({ address, on }) => {
      const forms = [...new Set(SIMNET_CHAIN_IDS.map((id) => normalAddress(id, address)))];
      for (const form of forms) {
        if (on) await sql`insert into reverting (address) values (${form}) on conflict do nothing`;
        else await sql`delete from reverting where address = ${form}`;
      }
    },
    balance: ({ asset, address }) => {
      const chain = assetOf(asset).chain;
      return askNode(chain, () =>
        balanceUnits(sql, { chain, asset, address: normalAddress(chain, address) }),
      );
    },
    explorer: createSimnetExplorer(sql),
    close: async () => {
      await miner?.stop();
      await news.close();
    },
  };
}

type Parts = { sql: Sql; clock: Clock };

function faucetControls({ sql, clock }: Parts): Pick<Simnet, "premine" | "pay" | "replace" | "drop"> {
  return {
    premine: async (allocations) => {
      for (const chain of SIMNET_CHAIN_IDS) {
        const own = allocations.filter(({ asset }) => assetOf(asset).chain === chain);
        if (own.length === 0) continue;
        await act(sql, chain, (tx) => premineChain(tx, chain, { allocations: own, nowMs: clock.now() }));
      }
    },
    pay: async (payment) => {
      const chain = assetOf(payment.asset).chain;
      return act(sql, chain, (tx) => payFromFaucet(tx, chain, payment));
    },
    replace: async (request) => {
      const chain = await chainOfTransaction(sql, request.txHash);
      if (chain === undefined) return err("unknown");
      return act(sql, chain, (tx) => replaceFaucetPayment(tx, chain, request));
    },
    drop: async ({ txHash }) => {
      const chain = await chainOfTransaction(sql, txHash);
      if (chain === undefined) return err("unknown");
      return act(sql, chain, (tx) => dropUnconfirmed(tx, chain, txHash));
    },
  };
}

function minerControls({ sql, clock }: Parts): Pick<Simnet, "mine" | "reorg" | "setFeeFloor"> {
  return {
    setFeeFloor: async ({ asset, percent }) => {
      const chain = assetOf(asset).chain;
      await act(sql, chain, (tx) => tx`update chain set fee_floor_percent = ${percent} where id = ${chain}`);
    },
    mine: async ({ asset, blocks }) => {
      const chain = assetOf(asset).chain;
      const height = await act(sql, chain, (tx) => mineBlocks(tx, chain, { blocks, nowMs: clock.now() }));
      return { height };
    },
    reorg: async ({ asset, depth }) => {
      const chain = assetOf(asset).chain;
      const height = await act(sql, chain, (tx) => reorganise(tx, chain, { depth, nowMs: clock.now() }));
      return { height };
    },
  };
}

/** One change to one chain, in a database transaction of its own. */
const act = <Value>(
  sql: Sql,
  chain: SimnetChainId,
  change: (tx: TransactionSql) => Promise<Value>,
): Promise<Value> =>
  // Wrapped, because postgres.js unwraps arrays of promises in what a transaction returns.
  askNode(chain, async () => (await sql.begin(async (tx) => ({ value: await change(tx) }))).value);

async function chainOfTransaction(sql: Sql, txHash: string): Promise<SimnetChainId | undefined> {
  const [row] = await sql<{ chain: ChainId }[]>`
    select chain from transaction where chain = any(${[...SIMNET_CHAIN_IDS]}::text[]) and tx_id = ${txHash}`;
  return row?.chain;
}

async function createGenesisBlocks(sql: Sql, clock: Clock): Promise<void> {
  const timeMs = clock.now();
  await sql.begin(async (tx) => {
    for (const chain of SIMNET_CHAIN_IDS) {
      const created = await tx`
        insert into chain (id, height, rest_height, counter) values (${chain}, 0, 0, 0)
        on conflict do nothing returning id`;
      if (created.length === 0) continue;
      const hash = blockHash({ chain, height: 0, parentHash: NO_PARENT, timeMs, counter: 0n, txIds: [] });
      await tx`
        insert into block (chain, height, hash, parent_hash, time_ms)
        values (${chain}, 0, ${hash}, ${NO_PARENT}, ${timeMs})`;
    }
  });
}
