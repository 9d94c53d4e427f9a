import { expect } from "vitest";
import { closeDatabase, type Database, openDatabase } from "../../src/db/client";
import { waitFor } from "../api-client";
import { foundIn } from "../postgres/files";
import { type EngineWorld, openEngineWorld } from "./engine-world";
import { mixedOrder } from "./forensic-mix";

const ETHER = 10n ** 18n;
const USDT = 10n ** 6n;
const MS_MAX = 120_000;
/** The worker rewrites at once what was deleted, and looks each second whether it is gone. */
const AT_ONCE = {
  "retention/scrub": { SCRUB_AFTER_MS: 0 },
  "retention/statistics": { LOOK_EVERY_MS: 1_000 },
  worker: { HOUSE_EVERY_MS: 1_000 },
};

/** A cluster of a test, whose files it reads. */
export type Cluster = { url: string; superuserUrl: string; folder: string; stop(): Promise<void> };

let cluster: Cluster;
let world: EngineWorld;
let superuser: Database;

async function open(made: Promise<Cluster>): Promise<void> {
  cluster = await made;
  superuser = openDatabase({ url: cluster.superuserUrl, connectionsMax: 1 });
  world = await openEngineWorld({}, { databaseUrl: cluster.url, numbers: AT_ONCE });
  const hot = await world.hotAddress();
  await world.anvil.pay({ to: hot, units: 200n * ETHER });
  await world.tokens.transfer({ token: world.tokens.tether, address: hot, units: 500_000n * USDT });
  await waitFor("reserves", MS_MAX, async () => {
    const reserves = await world.server.api.reserves();
    return ["ETH", "USDT-ERC20"].every((coin) =>
      reserves.some(({ currency, available }) => currency === coin && Number(available) > 0),
    );
  });
}

async function close(): Promise<void> {
  await world?.close();
  if (superuser) await closeDatabase(superuser);
  await cluster?.stop();
}

/** A swap that is paid out and swept, and one that was not paid, with all that could tell of it later. */
async function swapped(): Promise<{ ids: string[]; secrets: Record<string, string> }> {
  const customer = await world.newCustomer({ ETH: ETHER, "USDT-ERC20": 1_000n * USDT });
  const { account: receiver } = await world.newCustomer({});
  const { account: refund } = await world.newCustomer({});
  const { api } = world.server;
  const order = await api.create({
    ...{ sendCurrency: "USDT-ERC20", receiveCurrency: "ETH", sendAmount: "876.54321" },
    ...{ receiveAddress: receiver.address, refundAddress: refund.address },
  });
  await customer.pay("USDT-ERC20", order.depositAddress, 876_543_210n);
  const done = await api.untilState(order.id, ["completed"], MS_MAX);
  await waitFor("the sweep", MS_MAX, async () => {
    const open = await superuser.$client`
      SELECT 1 FROM payout_attempts WHERE state NOT IN ('final', 'reverted', 'dead')
      UNION ALL SELECT 1 FROM unswept WHERE asset <> 'ETH' AND units > 0`;
    return open.length === 0;
  });
  const unpaid = await api.create({
    ...{ sendCurrency: "ETH", receiveCurrency: "USDT-ERC20", sendAmount: "0.5" },
    receiveAddress: receiver.address,
  });
  await fetch(`${api.origin}/api/exchanges/${unpaid.id}/cancel`, { method: "POST" });
  const [row] = await superuser.$client<{ book: string; sweep: string; raw: string }[]>`
    SELECT o.book, a.tx_id AS sweep, a.raw FROM orders o, payout_attempts a WHERE o.id = ${order.id} AND a.kind = 'sweep' ORDER BY a.id DESC LIMIT 1`;
  return {
    ids: [order.id, unpaid.id],
    secrets: {
      ...{ unpaid: unpaid.id, unpaidCode: unpaid.trackingCode, unpaidDeposit: unpaid.depositAddress },
      ...{ id: order.id, code: order.trackingCode, deposit: order.depositAddress },
      ...{ receiver: receiver.address, refund: refund.address, customer: customer.account.address },
      ...{ payment: done.deposits[0]?.txHash ?? "", payout: done.txHash ?? "" },
      ...{ book: row?.book ?? "", sweep: row?.sweep ?? "", signed: row?.raw ?? "" },
    },
  };
}

/** What of it can be read from the cluster's files, those of the log and the statistics included, and where first. */
async function leftOf(secrets: Record<string, string>): Promise<Record<string, string>> {
  await superuser.$client.unsafe("CHECKPOINT");
  return foundIn(cluster.folder, secrets);
}

/** All of it can be read from the files before it is deleted. */
async function expectFound(secrets: Record<string, string>): Promise<void> {
  expect(Object.keys(await leftOf(secrets)).sort()).toEqual(Object.keys(secrets).sort());
}

/** Until the worker has proved it; the server's clock is hurried. */
async function untilProved(): Promise<void> {
  await waitFor(
    "the proof",
    MS_MAX,
    async () => {
      await superuser.$client.unsafe("SELECT pg_switch_wal()");
      await superuser.$client.unsafe("CHECKPOINT");
      const [row] = await superuser.$client<{ proved: boolean }[]>`
      SELECT NOT EXISTS (SELECT 1 FROM traces)
        AND EXISTS (SELECT 1 FROM scrubs) AND NOT EXISTS (SELECT 1 FROM scrubs WHERE proved_at IS NULL) AS proved`;
      return row?.proved === true;
      // Each look fills a file of the log.
    },
    1_000,
  );
}

/**
 * Swaps and mixes, deletes both, and expects that the files hold nothing of them once the worker has proved it. With
 * `keepsOthers` other orders stay: before PostgreSQL 18, a table that is empty keeps its samples until it has a row again.
 */
export async function expectForgottenInFiles(made: Promise<Cluster>, keepsOthers: boolean): Promise<void> {
  try {
    await open(made);
    const others = keepsOthers ? [await swapped(), await mixedOrder(world, superuser)] : [];
    const swap = await swapped();
    // Its plan's row goes when its last leg is planned, before the order is deleted.
    const mix = await mixedOrder(world, superuser, expectFound);
    const secrets: Record<string, string> = { ...swap.secrets, ...mix.secrets };
    const { sealed: ___, ...lasting } = secrets;
    await superuser.$client`ANALYZE`;
    expect(Object.values({ ...secrets, ...mix.ofSigner })).not.toContain("");
    await expectFound(lasting);
    expect(await leftOf(mix.ofSigner)).toEqual({});
    for (const id of [...swap.ids, mix.id])
      await waitFor("the deletion", MS_MAX, async () => (await world.server.api.forget(id)) !== null);
    await untilProved();
    await superuser.$client.unsafe("SELECT pg_switch_wal()");
    const { deposit: _, mixDeposit: __, ...gone } = secrets;
    expect(await leftOf(gone)).toEqual({});
    // What is left of the gas for its sweep is still ours to spend: its address stays, and nothing else.
    const lots = await superuser.$client<{ address: string }[]>`SELECT address FROM unswept WHERE units > 0`;
    expect(lots.map(({ address }) => address)).toContain(swap.secrets.deposit);
    for (const { secrets: kept } of others) expect(Object.keys(await leftOf(kept)).length).toBeGreaterThan(0);
    for (const id of [...swap.ids, mix.id]) expect(world.server.output()).not.toContain(id);
  } finally {
    await close();
  }
}
