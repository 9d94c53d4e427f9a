// Sweeps that fail on the chain again and again, because the token is paused or the deposit address frozen.
import pino from "pino";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { WalletKey } from "../../src/chains/chain";
import { depositIdOf } from "../../src/core/ids";
import { creditEntry } from "../../src/ledger/entry";
import { checkInvariants } from "../../src/ledger/invariants";
import { createLedgerStore } from "../../src/ledger/store";
import { readStuck } from "../../src/ledger/stuck-store";
import { followAttempts } from "../../src/payouts/follower";
import { changeUnswept } from "../../src/payouts/holdings-store";
import { sweep } from "../../src/payouts/sweeper";
import { forgetWhatIsLeft } from "../../src/retention/service";
import { addressOf, DEPOSIT } from "../chains/signer";
import {
  chainPaymentHooks,
  clock,
  fund,
  kinds,
  leg,
  mine,
  parts,
  place,
  sign,
  simnet,
  TO,
  UNITS,
  violations,
} from "./chain-payments";

chainPaymentHooks();

const ADDRESS = addressOf("ethereum", DEPOSIT);
const OTHER = { branch: "deposit", index: DEPOSIT.index + 1 } as const;
const TOKEN = "USDT-ERC20";
const PAID = 10n ** 9n;
const DAY_MS = 86_400_000;
const ledger = createLedgerStore(new Uint8Array(32));
const sql = () => place.owner.$client;
const logged: { level: number; msg: string; asset: string }[] = [];
const log = pino({ level: "error" }, { write: (line: string) => void logged.push(JSON.parse(line)) });

beforeEach(async () => {
  logged.length = 0;
  await fund("ethereum", 10n ** 18n);
});
afterAll(() => log.flush());

/** Whether the token can be moved from and to the deposit address. */
const paused = (on: boolean) => simnet.setReverting({ address: ADDRESS, on });

/** Pays tokens to a deposit address, and credits them. */
async function credit(key: WalletKey = DEPOSIT, asset: "USDT-ERC20" | "USDC-ERC20" = TOKEN): Promise<void> {
  const address = addressOf("ethereum", key);
  await simnet.pay({ asset, address, units: PAID });
  await mine("ethereum", 3);
  const id = depositIdOf(`${address} ${asset} ${clock.now()}`);
  const entry = creditEntry({ id, asset, units: PAID, holding: "unswept", owedTo: "unallocated" });
  await ledger.append(place.worker, entry, clock.now());
  await changeUnswept(place.worker, { chain: "ethereum", address, index: key.index, asset, change: PAID });
}

/** Many ticks of the worker, each with its blocks: enough for more than two tries. */
async function work(ticks = 30): Promise<void> {
  const chain = simnet.chain("ethereum");
  for (let tick = 0; tick < ticks; tick++) {
    await sweep(parts(), chain);
    await followAttempts({ ...parts(), log }, chain, "any");
    clock.ms += 60_000;
    await mine("ethereum", 1);
  }
}
/** Until the first sweep has failed. */
async function failOnce(): Promise<void> {
  for (let tick = 0; (await sweeps())[0] !== "sweep reverted"; tick++) {
    expect(tick).toBeLessThan(30);
    await work(1);
  }
}
const wait = async (ms: number): Promise<void> => {
  clock.ms += ms;
  await mine("ethereum", 1);
};
const sweeps = async () => (await kinds()).filter((kind) => kind.startsWith("sweep"));
const topUps = async () => (await kinds()).filter((kind) => kind.startsWith("top_up")).length;
const stuck = async () => (await readStuck(place.admin)).first;
/** What the books and the chain have at the address. */
async function held(): Promise<[books: bigint, chain: bigint][]> {
  const both = async (asset: "ETH" | typeof TOKEN): Promise<[bigint, bigint]> => {
    const [row] = await sql()`SELECT units FROM unswept WHERE asset = ${asset} AND address = ${ADDRESS}`;
    return [BigInt(row?.units ?? 0), await simnet.chain("ethereum").balance({ asset, address: ADDRESS })];
  };
  return [await both("ETH"), await both(TOKEN)];
}
/** The order of the address is forgotten, and with it what has ended at the address. */
async function forget(): Promise<void> {
  const hash = sql()`forgotten_hash('address:ethereum:' || ${ADDRESS}::text)`;
  await sql()`INSERT INTO installation (network, ledger_secret) VALUES ('simnet', decode(repeat('ab', 32), 'hex')) ON CONFLICT DO NOTHING`;
  await sql()`INSERT INTO forgotten_addresses (hash, chain, index) VALUES (${hash}, 'ethereum', ${DEPOSIT.index}) ON CONFLICT DO NOTHING`;
  await sql()`INSERT INTO leftovers (chain, address) VALUES ('ethereum', ${ADDRESS}) ON CONFLICT DO NOTHING`;
  await forgetWhatIsLeft(place.worker, clock.now());
}
const planned = async () => (await sql()`SELECT planned FROM reserves WHERE asset = 'ETH'`)[0]?.planned;

describe("coins whose sweep fails twice", () => {
  it("are neither swept nor topped up any more, and stay in the books as they are", async () => {
    await paused(true);
    await credit();
    await work();
    expect(await sweeps()).toEqual(["sweep reverted", "sweep reverted"]);
    const toppedUp = await topUps();
    expect(toppedUp).toBeLessThanOrEqual(2);
    await wait(DAY_MS - 30 * 60_000);
    await work(5);
    expect([(await sweeps()).length, await topUps()]).toEqual([2, toppedUp]);
    const [native, token] = await held();
    expect(native?.[0]).toBe(native?.[1]);
    expect(token).toEqual([PAID, PAID]);
    expect([await planned(), await violations()]).toEqual(["0", 0]);
  });

  it("are tried once a day, and swept once their token moves again", async () => {
    await paused(true);
    await credit();
    await work();
    await wait(DAY_MS);
    await work();
    expect((await sweeps()).length).toBe(3);
    await paused(false);
    await work();
    expect((await sweeps()).length).toBe(3);
    await wait(DAY_MS);
    await work();
    expect(await sweeps()).toEqual([...Array(3).fill("sweep reverted"), "sweep final"]);
    expect((await held())[1]).toEqual([0n, 0n]);
    expect(await violations()).toBe(0);
    // From then on each is swept at once, and the count begins again.
    await credit();
    await paused(true);
    await work();
    expect((await sweeps()).slice(4)).toEqual(["sweep reverted", "sweep reverted"]);
  });
});

describe("coins that are set aside", () => {
  it("keep back neither other coins nor a customer's payout", async () => {
    await paused(true);
    await credit();
    await work();
    await credit(OTHER);
    await work(10);
    expect((await sweeps()).slice(2)).toEqual(["sweep final"]);
    const to = { units: UNITS.ethereum, feeUnitsMax: 10n ** 16n, destination: TO.ethereum };
    await sign(await leg("ethereum", to));
    await work(10);
    expect((await kinds()).filter((kind) => kind.startsWith("legs"))).toEqual(["legs final"]);
  });

  it("are those of one asset: another one at the same address is swept", async () => {
    await paused(true);
    await credit();
    await work();
    await paused(false);
    await credit(DEPOSIT, "USDC-ERC20");
    await work(10);
    expect((await sweeps()).slice(2)).toEqual(["sweep final"]);
    expect((await held())[1]).toEqual([PAID, PAID]);
  });

  it("are still known to fail where the order of their address is forgotten", async () => {
    await paused(true);
    await credit();
    await failOnce();
    await forget();
    expect(await sweeps()).toEqual([]);
    await work();
    expect(await sweeps()).toEqual(["sweep reverted"]);
    expect(await stuck()).toMatchObject([{ awaits: "transfer", detail: expect.any(String) }]);
    await forget();
    await work();
    expect(await sweeps()).toEqual([]);
    expect(await stuck()).toMatchObject([{ awaits: "transfer", detail: null }]);
  });
});

describe("the alarm", () => {
  const alarms = () => logged.filter(({ msg }) => msg.includes("set aside"));

  it("is logged as an error once, and not for a single failure", async () => {
    await paused(true);
    await credit();
    await failOnce();
    expect(alarms()).toEqual([]);
    await work();
    expect(alarms()).toMatchObject([{ level: 50, asset: TOKEN, chain: "ethereum" }]);
    await wait(DAY_MS);
    await work();
    expect((await sweeps()).length).toBe(3);
    expect(alarms()).toHaveLength(1);
  });

  it("is in the overview while the coins are set aside, with the last transaction that failed", async () => {
    await paused(true);
    await credit();
    await failOnce();
    expect(await stuck()).toEqual([]);
    const [first] = await sql()`SELECT reverting_since AS since FROM unswept WHERE asset = ${TOKEN}`;
    await work();
    await credit(OTHER);
    await sql()`UPDATE unswept SET reverts = 1, reverting_since = to_timestamp(0), reverted_at = now() WHERE address <> ${ADDRESS}`;
    const ids = await sql()`SELECT tx_id FROM payout_attempts WHERE kind = 'sweep' ORDER BY id DESC`;
    const alarm = { kind: "sweep", name: TOKEN, awaits: "transfer", detail: ids[0]?.tx_id };
    expect(await stuck()).toEqual([{ ...alarm, since: Date.parse(first?.since) }]);
    const invariant = (await checkInvariants(place.admin)).find(({ id }) => id === 18);
    expect(invariant?.violations).toBe(1);
    // An operator has moved the coins by hand, and they come back.
    await sql()`UPDATE unswept SET units = 0 WHERE asset = ${TOKEN} AND address = ${ADDRESS}`;
    expect(await stuck()).toEqual([]);
    await sql()`UPDATE unswept SET units = ${PAID.toString()} WHERE asset = ${TOKEN} AND address = ${ADDRESS}`;
    await paused(false);
    await wait(DAY_MS);
    await work();
    expect((await sweeps()).at(-1)).toBe("sweep final");
    expect(await stuck()).toEqual([]);
  });
});
