import { beforeEach, expect } from "vitest";
import { resumeChain } from "../../src/chains/cursor-store";
import { NATIVE_ASSET } from "../../src/core/assets";
import { createWatcher, type Watcher } from "../../src/deposits/watcher";
import { createReconcile } from "../../src/ledger/reconcile";
import { followDropped } from "../../src/payouts/dropped";
import { unsettledTransactions } from "../../src/payouts/unsettled-store";
import {
  attempts,
  chainPaymentHooks,
  follow,
  fund,
  hot,
  leg,
  type PaidChain,
  parts,
  place,
  sign,
  simnet,
  TO,
  UNITS,
  world,
} from "./chain-payments";

const FUNDS = { bitcoin: [300_000n], ethereum: [10n ** 18n] } as const;
export const CAP = { bitcoin: 50_000n, ethereum: 10n ** 16n } as const;
const POLICY = { confirmations: 2, finalized: false };

let watchers: Map<PaidChain, Watcher>;
/** Registers the hooks: a database and simulated chains for the file, both fresh before each test. */
export function droppedHooks(): void {
  chainPaymentHooks();
  beforeEach(async () => {
    watchers = new Map();
    await place.owner
      .$client`INSERT INTO installation (network, ledger_secret) VALUES ('simnet', decode(repeat('01', 32), 'hex'))`;
  });
}

/** Looks at the chain's new blocks as the worker does. */
export async function look(chain: PaidChain): Promise<void> {
  const { database, clock, ledger, log } = parts();
  const watcher =
    watchers.get(chain) ??
    createWatcher({
      ...{ chain: world.chain(simnet.chain(chain)), database, clock, ledger, log },
      listener: { seen: noop, mined: noop, gone: noop, final: noop, changed: () => {} },
      hotAddress: hot(chain),
      addressAt: (index) => `a${index}`,
      isOurs: async () => true,
      policyFor: () => POLICY,
      policyMax: POLICY,
      fromGenesis: false,
      lanesMax: 4,
      statusChanged: () => {},
    });
  watchers.set(chain, watcher);
  while (await watcher.tick());
}
const noop = async (): Promise<void> => {};

export async function mine(chain: PaidChain, blocks: number): Promise<void> {
  await simnet.mine({ asset: NATIVE_ASSET[chain], blocks });
  await look(chain);
}

/** What the worker does with the chain's transactions in one turn. */
export async function turn(chain: PaidChain): Promise<void> {
  await followDropped(parts(), world.chain(simnet.chain(chain)), "any");
  await follow(chain);
}

/** Wallet and watcher as they are in the middle of a day: the last blocks are known. */
export async function begin(chain: PaidChain, ...funds: bigint[]): Promise<void> {
  await fund(chain, ...(funds.length > 0 ? funds : FUNDS[chain]));
  await look(chain);
  await mine(chain, 3);
}

/** A payment that is final. */
export async function paid(chain: PaidChain, units: bigint = UNITS[chain]) {
  const id = await leg(chain, { units, feeUnitsMax: CAP[chain], destination: TO[chain] });
  expect(await sign(id)).toEqual({ kind: "signed" });
  await turn(chain);
  await mine(chain, 2);
  await turn(chain);
  const attempt = (await attempts()).at(-1);
  expect(attempt?.state).toBe("final");
  return { id, txId: attempt?.txId ?? "" };
}

/** A reorg takes these blocks, and the nodes forget these transactions. */
export async function reorganise(chain: PaidChain, depth: number, ...txIds: string[]): Promise<void> {
  await simnet.reorg({ asset: NATIVE_ASSET[chain], depth });
  for (const txHash of txIds) expect(await simnet.drop({ txHash })).toMatchObject({ ok: true });
  await look(chain);
}
/** An administrator resumes the chain, and it is scanned from the fork. */
export async function resume(chain: PaidChain): Promise<void> {
  await resumeChain(place.admin, chain);
  await look(chain);
}
export const balance = (chain: PaidChain) =>
  simnet.balance({ asset: NATIVE_ASSET[chain], address: TO[chain] });
export const dropped = () =>
  place.owner
    .$client`SELECT said, trouble FROM dropped_attempts d JOIN payout_attempts a ON a.id = d.attempt_id ORDER BY a.id`;

/** Compares books and chain, and returns what the chain has more. */
export async function difference(chain: PaidChain): Promise<bigint> {
  const { database, clock, overTor, ledger, log } = parts();
  const reconcile = createReconcile({
    ...{ database, clock, overTor, ledger, log },
    ownTransactions: unsettledTransactions,
  });
  await reconcile(simnet.chain(chain), hot(chain));
  const [row] = await place.owner
    .$client`SELECT chain_units - ledger_units - in_flight_units AS units FROM chain_checks WHERE asset = ${NATIVE_ASSET[chain]}`;
  return BigInt(row?.units);
}
