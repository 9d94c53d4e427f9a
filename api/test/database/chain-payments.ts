import pino from "pino";
import { afterAll, afterEach, beforeEach } from "vitest";
import type { Chain } from "../../src/chains/chain";
import { createLocalSigner } from "../../src/chains/local-signer";
import type { Signer, SignFunction } from "../../src/chains/signer";
import type { Simnet } from "../../src/chains/simnet/simnet";
import { NATIVE_ASSET } from "../../src/core/assets";
import { depositIdOf, type LegId, legIdOf } from "../../src/core/ids";
import { err, ok } from "../../src/core/result";
import type { Database, Tx } from "../../src/db/client";
import { floatEntry, legFinalEntry, loanPlannedEntry, networkFeeEntry } from "../../src/ledger/entry";
import { INVARIANTS } from "../../src/ledger/invariants";
import { createLedgerStore } from "../../src/ledger/store";
import { followAttempts } from "../../src/payouts/follower";
import { addOwnOutput } from "../../src/payouts/holdings-store";
import type { LegOwner, LegPayment } from "../../src/payouts/leg-owner";
import { writeMoney } from "../../src/payouts/money-store";
import type { FollowParts } from "../../src/payouts/parts";
import { readLegEvidence } from "../../src/payouts/settlement-store";
import { type SignOutcome, signLegs } from "../../src/payouts/sign-legs";
import { addressOf, CUSTOMER_BTC, CUSTOMER_EVM, HOT, SEED } from "../chains/signer";
import { startSimnets } from "../conformance/simnet-harness";
import { openPlace, type Place } from "./place";

/** The chains of these tests: one of each model. */
export type PaidChain = "bitcoin" | "ethereum";
type Attempt = {
  txId: string;
  kind: string;
  state: string;
  nonce: string | null;
  proof: string | null;
  fee: string | null;
  raw: string;
};

/** A customer's address, and what is paid to it. */
export const TO = { bitcoin: CUSTOMER_BTC, ethereum: CUSTOMER_EVM } as const;
export const UNITS = { bitcoin: 150_000n, ethereum: 10n ** 17n } as const;

const simnets = startSimnets();
export const { clock } = simnets;
const ledger = createLedgerStore(new Uint8Array(32));
export let place: Place;
export let simnet: Simnet;
/** What the legs' owners were told. */
export const told: string[] = [];
/** By which names they were told that a transaction is sent. */
export const lives: string[] = [];
/** The chain instead of simnet's, or what it does instead, how its transactions are signed, and which call of an owner fails. */
export const world = {
  chain: (chain: Chain): Chain => chain,
  sign: null as SignFunction | null,
  failing: "",
  /** How deep a payment of so many units must be. */
  payoutDepth: (_: bigint): number => 2,
};
let made = 100;
let held: { of: readonly unknown[]; signer: Signer } | null = null;

/** Registers the hooks: a database and simulated chains for the file, both fresh before each test. */
export function chainPaymentHooks(): void {
  afterAll(() => simnets.stop());
  afterEach(() => place.close());
  beforeEach(async () => {
    place = await openPlace();
    for (const chain of ["bitcoin", "ethereum"] as const)
      await place.owner
        .$client`INSERT INTO public_wallets (chain, kind, hot_address) VALUES (${chain}, 'pool', ${hot(chain)})`;
    told.length = 0;
    lives.length = 0;
    world.chain = (chain) => chain;
    world.sign = null;
    world.failing = "";
    world.payoutDepth = () => 2;
    simnet = await simnets.freshSimnet();
  });
}

export const hot = (chain: PaidChain): string => addressOf(chain, HOT);

/** Pays the operator's own coins to the hot wallet, three blocks deep; on outputs, one each. */
export async function fund(chain: PaidChain, ...amounts: bigint[]): Promise<void> {
  const asset = NATIVE_ASSET[chain];
  for (const units of amounts) {
    const { txHash } = await simnet.pay({ asset, address: hot(chain), units });
    await mine(chain, 3);
    const txId = txHash;
    if (chain === "bitcoin")
      await addOwnOutput(place.worker, {
        ...{ chain, txId, ordinal: 0, asset, address: hot(chain), key: HOT, units },
        height: (await simnet.chain(chain).tip()).height - 2,
      });
    await addFloat(chain, units);
  }
}

/** Books coins of the hot wallet as the operator's own. */
export async function addFloat(chain: PaidChain, units: bigint): Promise<void> {
  const id = depositIdOf(`float-${++made}`);
  await ledger.append(
    place.worker,
    floatEntry({ id, asset: NATIVE_ASSET[chain], units }),
    simnets.clock.now(),
  );
}

/** Lets the chain's miner leave out what offers less than this, in percent of the usual fee. */
export const floor = (chain: PaidChain, percent: number) =>
  simnet.setFeeFloor({ asset: NATIVE_ASSET[chain], percent });

/** Mines blocks, and lets the watcher know of them. */
export async function mine(chain: PaidChain, blocks: number): Promise<void> {
  await simnet.mine({ asset: NATIVE_ASSET[chain], blocks });
  await watch(chain);
}

/** Lets the watcher know of the tip. */
export async function watch(chain: PaidChain): Promise<void> {
  const { height, hash } = await world.chain(simnet.chain(chain)).tip();
  const at = new Date(simnets.clock.now()).toISOString();
  await place.owner.$client`INSERT INTO chain_cursors (chain, height, hash, tip_height, status, answered_at)
    VALUES (${chain}, ${height}, ${hash}, ${height}, 'ok', ${at})
    ON CONFLICT (chain) DO UPDATE SET height = ${height}, hash = ${hash}, tip_height = ${height}, answered_at = ${at}`;
}

/** An order that is to be paid, a mix maybe, or (`order`) another leg of one. */
export async function leg(
  chain: PaidChain,
  to: { units: bigint; feeUnitsMax: bigint; destination: string; order?: string; isMix?: boolean },
): Promise<LegId> {
  const no = ++made;
  const orderId = to.order ?? `order-${no}`;
  const id = legIdOf(`leg-${no}`);
  const sql = place.owner.$client;
  const payout = { kind: "to", address: to.destination };
  const terms = JSON.stringify({ payout, ...(to.isMix && { mixer: { settings: {} } }) });
  const asset = NATIVE_ASSET[chain];
  await sql`
    INSERT INTO orders (id, tracking_code, version, state, terms, body, book, send_asset, created_at, updated_at)
    VALUES (${orderId}, ${String(100_000_000 + no)}, 1, 'sending', ${terms}::text::jsonb, '{}', ${orderId}, 'LTC', now(), now())
    ON CONFLICT (id) DO NOTHING`;
  await sql`
    INSERT INTO payout_legs (id, order_id, leg_no, kind, chain, asset, destination, units, fee_units_max, state, created_at)
    VALUES (${id}, ${orderId}, ${no}, 'payout', ${chain}, ${asset}, ${to.destination}, ${to.units.toString()}, ${to.feeUnitsMax.toString()}, 'planned', now())`;
  await ledger.append(
    place.worker,
    loanPlannedEntry({ legId: id, asset, units: to.units }),
    simnets.clock.now(),
  );
  return id;
}

const tell = (what: string, legId: string): void => {
  if (world.failing === `${what} ${legId}`) throw new Error("the owner failed");
  told.push(`${what} ${legId}`);
};
const nativeOf = async (tx: Tx, legId: LegId) => {
  const rows = await tx.execute<{ chain: PaidChain; units: string }>(
    `SELECT chain, units FROM payout_legs WHERE id = '${legId}'`,
  );
  const [row] = [...rows];
  if (row === undefined) throw new Error("no leg");
  return { asset: NATIVE_ASSET[row.chain], units: BigInt(row.units) };
};
/** Books what an order or a loan would, and asks for nothing again by itself. */
const owner: LegOwner<never> = {
  sent: async ({ legId, life }) => {
    tell("sent", legId);
    lives.push(life);
  },
  async final(tx, { legId, feeUnits }: LegPayment<never> & { feeUnits: bigint }) {
    tell("final", legId);
    const { asset, units } = await nativeOf(tx, legId);
    await ledger.append(
      tx,
      legFinalEntry({ legId, asset, units, nativeAsset: asset, feeUnits }),
      simnets.clock.now(),
    );
    await writeMoney(tx, { frees: [], takes: [], bookings: [], legs: [], finals: [legId] });
    return () => {};
  },
  async reverted(tx, { legId, txId, feeUnits }) {
    tell("reverted", legId);
    const { asset: nativeAsset } = await nativeOf(tx, legId);
    const fee = networkFeeEntry({ legId, txId, nativeAsset, feeUnits, holding: "chain" });
    await ledger.append(tx, fee, simnets.clock.now());
    return () => {};
  },
  cleared: async (_, { legId }) => {
    tell("cleared", legId);
    return () => {};
  },
  aboveCap: async () => null,
  async dead(_, { legId }) {
    tell("dead", legId);
    return () => {};
  },
};

const newSigner = (database: Database): Signer =>
  createLocalSigner({
    seed: SEED,
    chains: Object.fromEntries(
      (["bitcoin", "ethereum", "bsc"] as const).map((chain) => {
        const { id, model, decode } = world.chain(simnet.chain(chain));
        return [id, { model, decode, sign: world.sign ?? simnet.sign }];
      }),
    ),
    // What its records must agree on is another test's: these legs have no credits behind them.
    async legRecord(legId) {
      const found = await readLegEvidence(database, legId);
      if (found === undefined) return err("no such leg");
      return ok({
        id: legId,
        ...found.leg,
        earlier: found.earlier,
        recorded: found.recorded,
        ...{ valueUsdt: null, isRefund: false, doubt: null },
      });
    },
    log: { note: async () => {} },
    isStopped: async () => false,
    caps: {
      topUpUnitsMax: { ethereum: 10n ** 16n },
      ownFeeUnitsMax: { bitcoin: 500_000n, ethereum: 50n * 10n ** 15n },
    },
  });

/** The signer, made again only for another world: it derives its keys, which takes longer than all else of a look. */
function signerOf(database: Database): Signer {
  const of = [simnet, database, world.chain, world.sign];
  if (held === null || held.of.some((part, at) => part !== of[at]))
    held = { of, signer: newSigner(database) };
  return held.signer;
}

export const parts = (database: Database = place.worker): FollowParts => ({
  database,
  chains: new Map(simnet.chains.map((chain) => [chain.id, world.chain(chain)])),
  overTor: new Map(),
  hotAddresses: new Map((["bitcoin", "ethereum"] as const).map((chain) => [chain, hot(chain)])),
  signer: signerOf(database),
  clock: simnets.clock,
  log: pino({ level: "silent" }),
  onAttempt: () => {},
  owners: { order: owner, loan: owner },
  rounds: { final: async () => () => {}, reverted: async () => () => {}, dead: async () => () => {} },
  ledger,
  fundingPolicy: () => ({ confirmations: 2, finalized: false }),
  payoutPolicy: (_, { units }) => ({ confirmations: world.payoutDepth(units), finalized: false }),
});

export const sign = (...legIds: LegId[]): Promise<SignOutcome> => signLegs(parts(), legIds);

/** Looks at every open transaction of a chain, with a minute in between. */
export async function follow(chain: PaidChain, times = 1): Promise<void> {
  for (let look = 0; look < times; look++) {
    await followAttempts(parts(), world.chain(simnet.chain(chain)), "any");
    simnets.clock.ms += 60_000;
  }
}

export const attempts = async (): Promise<Attempt[]> => [
  ...(await place.owner.$client<Attempt[]>`
    SELECT tx_id AS "txId", kind, state, nonce, proof, fee_units AS fee, raw FROM payout_attempts ORDER BY id`),
];
export const states = async (): Promise<string[]> => (await attempts()).map(({ state }) => state);
export const kinds = async (): Promise<string[]> =>
  (await attempts()).map(({ kind, state }) => `${kind} ${state}`);
export const last = async (): Promise<Attempt> => {
  const attempt = (await attempts()).at(-1);
  if (attempt === undefined) throw new Error("nothing was signed");
  return attempt;
};
export const outputs = async (): Promise<string[]> =>
  (await place.owner.$client`SELECT units, state FROM wallet_outputs ORDER BY units`).map(
    ({ units, state }) => `${units} ${state}`,
  );
/** What the books say that the hot wallet holds, and what the chain says. */
export async function holdings(chain: PaidChain): Promise<[books: bigint, chain: bigint]> {
  const asset = NATIVE_ASSET[chain];
  const [row] = await place.owner
    .$client`SELECT balance FROM ledger_accounts WHERE account = 'chain' AND asset = ${asset}`;
  const onChain = await world.chain(simnet.chain(chain)).balance({ asset, address: hot(chain) });
  return [BigInt(row?.balance ?? 0), onChain];
}
/** Violations of what must hold of transactions and of the ledger; those of orders have no row here. */
export async function violations(): Promise<number> {
  let rows = 0;
  for (const { id, query } of INVARIANTS)
    if ([1, 2, 4, 6, 7, 10, 13, 15].includes(id)) rows += (await place.owner.$client.unsafe(query)).length;
  return rows;
}
