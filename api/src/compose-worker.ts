import type { Logger } from "pino";
import { createAddressBook } from "./address/deposit-address";
import { fillPool, pooledAddress, poolStates } from "./address/store";
import { createApproverNotice } from "./admin/approver-notice";
import type { Chain } from "./chains/chain";
import type { ConnectedChains } from "./chains/connect";
import { depthPolicy, type Stake } from "./chains/policy";
import type { MixKeys, PublicWallet, Signer } from "./chains/signer";
import { wayOf } from "./chains/tor";
import { depositAddress, isDepositAddress } from "./chains/wallet";
import type { Config } from "./config";
import { assert } from "./core/assert";
import { assetOf, type ChainId } from "./core/assets";
import type { OrderId } from "./core/ids";
import type { Clock, Random } from "./core/ports";
import type { Database } from "./db/client";
import type { Notifier } from "./db/notifications";
import type { WatchParts } from "./deposits/watch-parts";
import { createWatcher, type Watcher } from "./deposits/watcher";
import { type TimeWatch, trustedTime } from "./health/time-watch";
import { keepHouse } from "./housekeeping";
import { createReconcile } from "./ledger/reconcile";
import { createLedgerStore, type LedgerStore } from "./ledger/store";
import { createLoanCommands } from "./loans/commands";
import { createLoanEngine, type LoanEngine } from "./loans/engine";
import { createLoanLegOwner } from "./loans/leg-owner";
import type { LoanCommand } from "./loans/loan";
import type { PriceReader } from "./market/price-reader";
import type { RateSource } from "./market/rates";
import { createFeeTicker, createPriceTicker } from "./market/ticker";
import { createMixEngine } from "./mixing/engine";
import { createRoundOwner } from "./mixing/round-owner";
import { type RoundParts, signRounds } from "./mixing/rounds";
import { hasRoundsOverTor } from "./mixing/rounds-store";
import { createEngine, type Engine } from "./orders/engine/apply";
import { createCommandHandlers, FREE_COMMANDS, forOrder } from "./orders/engine/commands";
import { createDepositListener } from "./orders/engine/deposit-listener";
import { createOrderLegOwner } from "./orders/engine/leg-owner";
import { createMarketForOrder, type MarketForOrder } from "./orders/engine/market-for-order";
import { createReleasedCap } from "./orders/engine/released-cap";
import { runTimers } from "./orders/engine/timers";
import type { Command } from "./orders/machine/events";
import { nextDueAt } from "./orders/store/store";
import type { CommandHandlers } from "./outbox/dispatcher";
import type { AttemptWay } from "./payouts/attempt-way-store";
import { createLegCommands } from "./payouts/commands";
import { largestCoins } from "./payouts/outputs-store";
import type { FollowParts } from "./payouts/parts";
import { createPayeeFee, type PayeeFee } from "./payouts/payee-fee";
import { unsettledTransactions } from "./payouts/unsettled-store";
import type { Screening } from "./screening/service";
import { largestStake, stakeOf } from "./stake";
import { createWorker, type Worker } from "./worker";

export type WorkerDeps = {
  config: Pick<Config, "network" | "confirmations" | "retentionMs" | "mixRetentionMs"> &
    Partial<Pick<Config, "notifyUrl">>;
  database: Database;
  connected: Pick<ConnectedChains, "chains"> & Partial<Pick<ConnectedChains, "overTor">>;
  signer: Signer;
  mixKeys: MixKeys;
  ledgerSecret: Uint8Array;
  rates: RateSource;
  /** Whether this process is the one that writes prices; by default it is. */
  writesPrices?: () => Promise<boolean>;
  prices: PriceReader;
  screening: Screening;
  notifier: Notifier;
  clock: Clock;
  /** Whether the clock may be believed; by default it is. */
  time?: Pick<TimeWatch, "isTrusted">;
  random: Random;
  log: Logger;
  /** How deep coins must lie; by default as deep as each chain's policy says. */
  depthPolicy?: typeof depthPolicy;
  /** How many orders it works on at a time, of a chain's final deposits and of commands; by default sixteen. */
  lanesMax?: number;
};

/** Most of what they write goes out together, so that they may be more than the connections of the pool. */
const LANES_MAX = 16;

/** How many unused addresses a pool chain keeps ready. */
const POOL_AHEAD = 200;
const CHAIN_EVERY_MS = { simnet: 250, regtest: 500, testnet: 2_000, mainnet: 2_000 } as const;
/** Also how late a deposit may be noticed whose news was lost. */
const QUIET_CHAIN_EVERY_MS = 60_000;

/** Builds the worker role: watchers, dispatcher, follower, sweeper, tickers. */
export async function composeWorker(deps: WorkerDeps): Promise<Worker> {
  const { config, database, notifier, clock, log, time = trustedTime } = deps;
  const shared = await shareParts(deps);
  const { engine, marketFor, wallets, hotAddresses } = shared;
  const follow = composeFollow(deps, shared);
  const addresses = createAddressBook(new Map(wallets.map((wallet) => [wallet.chain, wallet])));
  const { overTor, ledger } = follow;
  const ownTransactions = unsettledTransactions;
  const reconcile = createReconcile({ database, clock, overTor, ledger, ownTransactions, log });
  return createWorker({
    database,
    notifier,
    clock,
    log,
    watchers: composeWatchers(deps, shared),
    handlers: composeHandlers(deps, shared, follow),
    concurrency: { kinds: FREE_COMMANDS, lanesMax: deps.lanesMax ?? LANES_MAX },
    follow,
    signRounds: (chain, way) => signRoundsOf({ ...follow, addresses }, chain, way),
    chainEveryMs: CHAIN_EVERY_MS[config.network],
    quietChainEveryMs: QUIET_CHAIN_EVERY_MS,
    runTimers: async () => time.isTrusted() && runTimers({ database, engine, clock, log, marketFor }),
    nextTimerAt: () => nextDueAt(database),
    updatePrices: pricesUpdate(deps),
    updateNetworkFees: feesUpdate(deps, hotAddresses),
    fillPools: () =>
      fillPools(
        deps,
        wallets.filter((wallet) => wallet.kind === "pool").map((wallet) => wallet.chain),
      ),
    keepHouse: () => keepHouse({ database, notifier, clock, time, log, ...config }),
    tellApprovers: approverNotice(deps),
    reconcile: (chain) => reconcile(chain, hotAddresses.get(chain.id) ?? ""),
  });
}

const approverNotice = ({ database, clock, log, config: { notifyUrl } }: WorkerDeps) =>
  notifyUrl === undefined ? undefined : createApproverNotice({ database, clock, log, address: notifyUrl });

/** Reads the market, in the one process of several that does. */
function pricesUpdate({
  database,
  rates,
  notifier,
  clock,
  writesPrices = async () => true,
}: WorkerDeps): () => Promise<void> {
  const update = createPriceTicker({ database, source: rates, clock });
  return async () => {
    if (!(await writesPrices())) return;
    await update();
    notifier.wake("market");
  };
}

function feesUpdate(
  { database, connected: { chains }, notifier, clock }: WorkerDeps,
  hotAddresses: Shared["hotAddresses"],
): () => Promise<void> {
  const update = createFeeTicker({
    ...{ database, chains, hotAddresses, clock },
    largestCoins: (chain, limit) => largestCoins(database, chain, limit),
  });
  return async () => {
    if (await update()) notifier.wake("market");
  };
}

/** What several parts of the worker share. */
type Shared = {
  ledger: LedgerStore;
  engine: Engine;
  loans: LoanEngine;
  marketFor: MarketForOrder;
  payeeFee: PayeeFee;
  wallets: readonly PublicWallet[];
  hotAddresses: ReadonlyMap<ChainId, string>;
};

async function shareParts(deps: WorkerDeps): Promise<Shared> {
  const { database, notifier } = deps;
  const ledger = createLedgerStore(deps.ledgerSecret);
  const wallets = await deps.signer.publicWallets();
  const hotAddresses = new Map(wallets.map((wallet) => [wallet.chain, wallet.hotAddress]));
  const { chains, overTor = new Map() } = deps.connected;
  const payeeFee = createPayeeFee({ chains, overTor, hotAddresses });
  return {
    ledger,
    engine: createEngine({ database, ledger, notifier }),
    loans: createLoanEngine(ledger),
    marketFor: createMarketForOrder({ ...deps, payeeFee }),
    payeeFee,
    wallets,
    hotAddresses,
  };
}

function composeFollow(deps: WorkerDeps, { ledger, engine, loans, hotAddresses }: Shared): FollowParts {
  const { database, connected, notifier, clock, log, prices } = deps;
  return {
    database,
    chains: connected.chains,
    overTor: connected.overTor ?? new Map(),
    hotAddresses,
    signer: deps.signer,
    clock,
    log,
    onAttempt: (chain) => notifier.wake(`chain:${chain}`),
    owners: {
      order: createOrderLegOwner({ engine, notifier, clock }),
      loan: createLoanLegOwner({ database, engine: loans, notifier, clock }),
    },
    rounds: createRoundOwner({ engine, ledger, notifier, clock }),
    ledger,
    payoutPolicy: (chain, coins) => policy(deps, chain.id, stakeOf(prices, clock, [coins])),
    fundingPolicy: (asset, units) =>
      policy(deps, assetOf(asset).chain, stakeOf(prices, clock, [{ asset, units }])),
  };
}

/** The dispatcher's work, of orders and of loans. */
function composeHandlers(
  deps: WorkerDeps,
  shared: Shared,
  payouts: FollowParts,
): CommandHandlers<Command | LoanCommand> {
  const { ledger, engine, loans, marketFor } = shared;
  const wake = (chain: ChainId): void => deps.notifier.wake(`chain:${chain}`);
  const changed = (orderId: OrderId): void => deps.notifier.orderChanged(orderId);
  const mixes = createMixEngine({ ...deps, engine, wake, changed });
  const orderCommands = createCommandHandlers({
    ...deps,
    engine,
    ledger,
    chains: deps.connected.chains,
    newMixSeed: (orderId) => mixes.newSeed(orderId),
    isListed: (addresses) => addresses.some((address) => deps.screening.isListed(address)),
    marketFor,
    releasedCap: createReleasedCap({ ...deps, payeeFee: shared.payeeFee }),
  });
  return {
    ...orderCommands,
    ...createLegCommands(payouts),
    ...createLoanCommands({ ...deps, engine: loans }),
    mix: forOrder((_command, row) => mixes.run(row)),
  };
}

function composeWatchers(deps: WorkerDeps, shared: Shared): Map<Chain, Watcher> {
  const { config, database, connected, notifier, clock, log, prices } = deps;
  const { ledger, engine, marketFor, hotAddresses, wallets } = shared;
  const listener = createDepositListener({ engine, notifier, clock, marketFor });
  return new Map(
    [...connected.chains.values()].map((chain) => {
      const hotAddress = hotAddresses.get(chain.id);
      if (hotAddress === undefined) throw new Error(`no wallet for ${chain.id}`);
      const parts: WatchParts = {
        chain,
        database,
        listener,
        ledger,
        clock,
        log,
        hotAddress,
        addressAt: (index) => addressAt(wallets, chain.id, index),
        isOurs: async (tx, { address, index, home = chain.id }) => {
          const wallet = wallets.find((one) => one.chain === home);
          if (wallet?.kind === "xpub") return isDepositAddress({ wallet, index, address });
          return (await pooledAddress(tx, home, index)) === address;
        },
        statusChanged: () => notifier.wake("market"),
        policyFor: (coins) => policy(deps, chain.id, stakeOf(prices, clock, coins)),
        policyMax: policy(deps, chain.id, largestStake(chain.id)),
        lanesMax: deps.lanesMax ?? LANES_MAX,
        fromGenesis: config.network === "simnet",
      };
      return [chain, createWatcher(parts)];
    }),
  );
}

/** The deposit address of a key on a chain whose addresses are derived from a public key. */
function addressAt(wallets: readonly PublicWallet[], chain: ChainId, index: number): string {
  const wallet = wallets.find((one) => one.chain === chain);
  assert(wallet?.kind === "xpub", "no address is derived from a public key", { chain });
  return depositAddress({ wallet, index });
}

/**
 * Rounds are signed together. While one waits whose order asks for Tor, all of them go that way or wait: what is not
 * signed because Tor is away holds up no later nonce of the hot wallet.
 */
async function signRoundsOf(rounds: RoundParts, chain: Chain, way: AttemptWay): Promise<void> {
  const overTor = await hasRoundsOverTor(rounds.database, chain.id);
  if (way !== "any" && overTor !== (way === "tor")) return;
  const over = wayOf(chain, rounds.overTor, { overTor, stream: "rounds" });
  if (overTor) await over.tip();
  await signRounds(rounds, over);
}

const policy = ({ config, depthPolicy: depthOf = depthPolicy }: WorkerDeps, chain: ChainId, stake: Stake) =>
  depthOf(chain, config.network, stake, config.confirmations[chain]);

async function fillPools(deps: WorkerDeps, chains: readonly ChainId[]): Promise<void> {
  for (const { chain, next, filled } of await poolStates(deps.database, chains)) {
    const count = next + POOL_AHEAD - filled;
    if (count <= 0) continue;
    const addresses = await deps.signer.depositAddresses({ chain, fromIndex: filled, count });
    await fillPool(deps.database, chain, filled, addresses);
  }
}
