// What the adapter knows of spent outputs, it keeps: each case compares it with an adapter that lists all of them.
import { afterEach, beforeEach, expect, it } from "vitest";
import { coinOf, openKnownWorld } from "./known-world";
import type { Row } from "./stand-in";

let known: Awaited<ReturnType<typeof openKnownWorld>>;

beforeEach(async () => {
  known = await openKnownWorld();
});
afterEach(() => known.world.close());

it("lists at a new block what is unspent, however many outputs were spent", async () => {
  const { world, said, expectAsNew, timesAll, coins } = known;
  for (let at = 0; at < 500; at += 1) world.spend(world.receive(0, 1, { tx_hash: "ab".repeat(32) }));
  world.mine(20);
  const [, , open] = coins();
  expect((await said()).waiting).toEqual([]);
  expect(timesAll()).toBe(1);
  for (let at = 0; at < 3; at += 1) {
    const spent = world.receive(3, 2);
    world.mine(9);
    await said();
    world.spend(spent, null);
    expect((await said()).waiting).toHaveLength(1);
    world.mine();
    world.spend(spent);
    await said();
  }
  expect(world.listed.filter(({ type }) => type === "all")).toEqual([]);
  expect(Math.max(...world.listed.map(({ rows }) => rows))).toBe(6);
  expect(open.spent).toBe(false);
  await expectAsNew();
});

it("counts coins that are frozen, locked or have no key image yet", async () => {
  const { world, said, expectAsNew } = known;
  await said();
  const rows = [{ frozen: true }, { unlocked: false }, { key_image: "" }].map((of) =>
    world.receive(1, 5, of),
  );
  world.mine();
  const { balances, held } = await said();
  expect(balances[0]).toEqual([0n, 15n, 0n, 0n]);
  expect(held).toHaveLength(rows.length);
  await expectAsNew();
});

it("ranks a coin of the hot wallet by all of its transaction, of which others were spent before", async () => {
  const { world, said, expectAsNew, coins } = known;
  const [, , most, least, middle] = coins();
  await said();
  for (const row of [least, middle]) {
    world.mine();
    world.spend(row);
    await expectAsNew();
  }
  world.spend(most, null);
  const { waiting } = await said();
  expect(waiting).toMatchObject([{ output: { txId: most.tx_hash, ordinal: 2_000_000_002 } }]);
});

it("follows a spend that waits, that the node forgets, and that is mined at last", async () => {
  const { world, chain, said, expectAsNew, coins } = known;
  const [coin] = coins();
  await said();
  const txId = world.spend(coin, null);
  expect((await said()).waiting).toMatchObject([{ txId }]);
  expect(await chain.oneTimeKeys?.([coinOf(coin)])).toEqual([[coin.pubkey]]);
  expect(await chain.heldAsBooked?.([coinOf(coin)])).toEqual([coinOf(coin)]);
  await expectAsNew();
  const forgotten = world.transactions.get(txId);
  world.transactions.delete(txId);
  // The wallet goes on calling it spent.
  expect((await said()).balances[0]).toEqual([16n, 5n, 7n, 0n]);
  await expectAsNew();
  world.mine();
  world.transactions.set(txId, { hex: forgotten?.hex ?? "", height: world.height });
  world.out.push({ txid: txId, height: world.height });
  expect((await said()).balances).toMatchObject([[16n, 0n, 7n, 0n], [16n, 5n, 7n, 0n], {}]);
  await expectAsNew();
});

it("takes a spend back with its block, and follows coins that a reorg moved or took", async () => {
  const { world, chain, said, expectAsNew, timesAll, coins } = known;
  const [coin, other] = coins();
  const late = world.receive(3, 6);
  await said();
  world.mine();
  const txId = world.spend(coin);
  const moved = world.receive(2, 8);
  await expectAsNew();
  world.blocks.splice(-2);
  world.out.splice(0);
  world.rows.splice(world.rows.indexOf(late), 1);
  for (const gone of [txId, late.tx_hash]) world.transactions.delete(gone);
  coin.spent = false;
  world.mine(3);
  moved.block_height = world.height;
  Object.assign(world.transactions.get(moved.tx_hash) ?? {}, { height: world.height });
  timesAll();
  expect((await said()).balances).toMatchObject([[16n, 5n, 15n, 0n], [16n, 5n, 7n, 0n], {}]);
  expect(timesAll()).toBe(1);
  expect(await chain.heldAsBooked?.([coinOf(late), coinOf(other)])).toEqual([coinOf(other)]);
  await expectAsNew();
});

it("sees a spend again whose block was replaced while the wallet went on calling it spent", async () => {
  const { world, said, expectAsNew, coins } = known;
  const [coin] = coins();
  world.mine();
  const txId = world.spend(coin);
  expect((await said()).waiting).toEqual([]);
  world.blocks.splice(-1);
  world.out.splice(0);
  Object.assign(world.transactions.get(txId) ?? {}, { height: null });
  world.mine(2);
  expect((await said()).waiting).toMatchObject([{ txId }]);
  await expectAsNew();
});

it("sees a spend wait whose block, above the tip of the look that found it, was replaced", async () => {
  const { world, chain, said, expectAsNew, coins } = known;
  const [coin] = coins();
  await said();
  const txId = world.spend(coin, null);
  const spender = world.transactions.get(txId);
  world.before = (method) => {
    if (method !== "/is_key_image_spent") return;
    if (spender?.height === null) world.mine();
    Object.assign(spender ?? {}, { height: world.height });
  };
  expect(await chain.unconfirmedSpends([])).toEqual([]);
  world.before = () => undefined;
  world.blocks.splice(-1);
  Object.assign(spender ?? {}, { height: null });
  world.mine(2);
  expect((await said()).waiting).toMatchObject([{ txId }]);
  await expectAsNew();
});

it("has the wallet ask again what is spent, before a payment of a coin whose spend the node forgot", async () => {
  const { world, chain, said, expectAsNew, timesAll, coins } = known;
  const [coin] = coins();
  await said();
  const txId = world.spend(coin, null);
  await said();
  world.transactions.delete(txId);
  const inputs = [{ ...coinOf(coin), address: "sub1", key: { branch: "deposit", index: 0 } as const }];
  const outputs = [{ address: world.primary, units: 2n }];
  const prepared = await chain.prepare?.({ model: "utxo", inputs, outputs });
  expect(prepared?.request).toMatchObject({ outputs: [{ address: world.primary, units: 4n }] });
  expect(timesAll()).toBe(1);
  world.before = (method) => expect(method).not.toBe("rescan_spent");
  await chain.prepare?.({ model: "utxo", inputs, outputs });
  world.before = () => undefined;
  await expectAsNew();
});

it("finds what came in and was spent between two looks, in blocks or by the wait of many", async () => {
  const { world, said, expectAsNew } = known;
  for (const isMined of [true, false]) {
    await said();
    world.mine();
    const row = world.receive(1, 5);
    world.mine(10);
    world.spend(row, isMined ? world.height : null);
    if (!isMined) expect((await said()).waiting).toHaveLength(1);
    await expectAsNew();
  }
});

it("knows what a deep reorg moved to a new block while its spend waits in the node", async () => {
  const { world, said, expectAsNew, coins } = known;
  const [coin] = coins();
  await said();
  world.mine();
  const txId = world.spend(coin);
  await said();
  // The other branch lacks the coin at first.
  world.blocks.splice(-12);
  world.out.splice(0);
  world.rows.splice(world.rows.indexOf(coin), 1);
  for (const id of [coin.tx_hash, txId]) Object.assign(world.transactions.get(id) ?? {}, { height: null });
  world.mine(13);
  await said();
  world.mine();
  Object.assign(world.transactions.get(coin.tx_hash) ?? {}, { height: world.height });
  world.unnamed.push(coin.key_image);
  world.rows.push({ ...coin, block_height: world.height, key_image: "", spent: false });
  const { waiting, held, balances } = await said();
  expect(waiting).toMatchObject([{ txId, output: { txId: coin.tx_hash, ordinal: 1 } }]);
  expect(held).toHaveLength(world.rows.length);
  expect(balances[0]).toEqual([16n, 5n, 7n, 0n]);
  await expectAsNew();
});

it("learns of key images that name a coin as one that was spent before", async () => {
  const { world, chain, said, expectAsNew, coins } = known;
  const [coin] = coins();
  // Somebody had the wallet read the chain again, and then the signer told it.
  for (const row of world.rows) Object.assign(row, { name: row.key_image, key_image: "" });
  await said();
  for (const row of world.rows) row.key_image = (row as Row & { name: string }).name;
  world.spend(coin);
  expect(await chain.balances?.({ addresses: ["sub1"], asset: "XMR" })).toEqual([0n]);
  await expectAsNew();
});

it("has a larger payment to a one-time key as the wallet has it, also where it is spent by the next look", async () => {
  const { world, chain, said, expectAsNew, coins } = known;
  const [coin, other] = coins();
  const replace = (row: Row) => {
    const tx_hash = world.transact(world.height);
    Object.assign(row, { tx_hash, amount: row.amount * 2, block_height: world.height });
    const { minor } = row.subaddr_index;
    world.receipts.push({ txid: tx_hash, minor, amounts: [row.amount / 2], height: world.height });
  };
  await said();
  world.mine();
  const before = coinOf(coin);
  replace(coin);
  await expectAsNew();
  expect(await chain.heldAsBooked?.([before, coinOf(coin)])).toEqual([coinOf(coin)]);
  world.mine();
  replace(other);
  world.spend(other, null);
  expect((await said()).balances[0]).toEqual([16n, 10n, 14n, 0n]);
  await expectAsNew();
});
