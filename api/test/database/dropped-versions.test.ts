// Which of several versions of a payment is sent again after a deep reorg, and what is said of it meanwhile.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { depositIdOf } from "../../src/core/ids";
import { ownMovements } from "../../src/deposits/receipts-store";
import { floatEntry } from "../../src/ledger/entry";
import { readStuck } from "../../src/ledger/stuck-store";
import { followDropped } from "../../src/payouts/dropped";
import { noteDropped } from "../../src/payouts/dropped-store";
import {
  AT_DEPTH,
  bitcoin,
  clock,
  follow,
  known,
  last,
  node,
  output,
  parts,
  pass,
  paymentHooks,
  place,
  sign,
  states,
} from "./payment-world";

paymentHooks();

const MINUTE_MS = 60_000;
const sql = () => place.owner.$client;

/** A final payment that a reorg has just dropped. */
async function dropped(): Promise<{ id: string; txId: string }> {
  await output("a", 10_000n);
  node.isRefusing = false;
  expect(await sign()).toEqual({ kind: "signed" });
  await follow(bitcoin);
  const { txId } = await last();
  known.set(txId, AT_DEPTH);
  await follow(bitcoin);
  expect(await states()).toEqual(["final"]);
  await sql()`UPDATE payout_legs SET state = 'final'`;
  known.delete(txId);
  expect(await noteDropped(place.worker, "bitcoin", 2, clock.now())).toEqual({ dropped: 1, forgotten: 0 });
  const [row] = await sql()`SELECT id::text FROM payout_attempts`;
  node.sent = [];
  return { id: String(row?.id), txId };
}
const again = () => followDropped(parts(), bitcoin, "any");
/** What is shown as stuck, by a node's answer of now. */
const shown = async (): Promise<(string | null)[]> => {
  await sql()`UPDATE chain_cursors SET answered_at = ${new Date(clock.now()).toISOString()}`;
  return (await readStuck(place.admin)).first
    .filter(({ kind }) => kind === "transaction")
    .map(({ detail }) => detail);
};

afterEach(async () => {
  await sql()`DELETE FROM dropped_attempts`;
});
beforeEach(async () => {
  await sql()`UPDATE payout_legs SET chain = 'bitcoin', asset = 'BTC', units = 5000, fee_units_max = 100`;
});

describe("a dropped payment", () => {
  it("is one from a block above the fork", async () => {
    await dropped();
    await sql()`DELETE FROM dropped_attempts`;
    await sql()`UPDATE payout_attempts SET height = 3, block_hash = 'h3'`;
    expect(await noteDropped(place.worker, "bitcoin", 3, clock.now())).toEqual({ dropped: 0, forgotten: 0 });
    expect(await noteDropped(place.worker, "tron", 2, clock.now())).toEqual({ dropped: 0, forgotten: 0 });
  });

  it("is shown after an hour in no pool, and after a day in no deep block", async () => {
    const { txId } = await dropped();
    node.isRefusing = true;
    await again();
    pass(59 * MINUTE_MS);
    expect(await shown()).toEqual([]);
    pass(2 * MINUTE_MS);
    expect(await shown()).toEqual(["refused"]);
    known.set(txId, { status: "mempool" });
    await again();
    expect(await shown()).toEqual([]);
    pass(24 * 60 * MINUTE_MS);
    expect(await shown()).toEqual(["mempool"]);
  });

  it("is not sent where it had landed besides another one, and is then not shown", async () => {
    await dropped();
    await sql()`UPDATE payout_attempts SET state = 'doubled'`;
    await again();
    expect(node.sent).toEqual([]);
    pass(2 * 60 * MINUTE_MS);
    expect(await shown()).toEqual([]);
    // On account chains every later payment waits for its nonce.
    await sql()`UPDATE payout_attempts SET sender = 'hot', nonce = 4`;
    await again();
    expect(node.sent).toHaveLength(1);
  });

  it("is not sent where somebody else had signed it, and may be mined again", async () => {
    const { txId } = await dropped();
    await sql()`DELETE FROM attempt_legs`;
    await sql()`UPDATE payout_attempts SET kind = 'adopted', raw = '-'`;
    await again();
    expect(node.sent).toEqual([]);
    pass(2 * 60 * MINUTE_MS);
    expect(await shown()).toEqual(["unknown"]);
    known.set(txId, { ...AT_DEPTH, height: 5 });
    await again();
    expect(await sql()`SELECT 1 FROM dropped_attempts`).toHaveLength(0);
    expect((await sql()`SELECT height::int FROM payout_attempts`)[0]).toEqual({ height: 5 });
  });

  it("is looked for only through Tor where its order asks for that", async () => {
    await dropped();
    await sql()`UPDATE payout_attempts SET sender = 'hot', nonce = 4`;
    const isInDoubt = async () =>
      (await ownMovements(place.worker, "bitcoin", ["hot"])).map((own) => own.isOpenOverTor);
    expect(await isInDoubt()).toEqual([false]);
    await sql().unsafe(
      `ALTER TABLE orders DISABLE TRIGGER USER; UPDATE orders SET terms = jsonb_set(terms, '{mixer}', '{"settings": {"tor": true}}'); ALTER TABLE orders ENABLE TRIGGER USER`,
    );
    expect(await isInDoubt()).toEqual([true]);
    await followDropped(parts(), bitcoin, "direct");
    expect(node.sent).toEqual([]);
  });
});

it("an earlier version that lands in the place of a dropped one is no second payment", async () => {
  const { id, txId } = await dropped();
  await sql()`INSERT INTO payout_attempts (kind, chain, asset, destination, units, fee_units_max, state, raw, tx_id, proof, next_check_at, created_at)
    SELECT kind, chain, asset, destination, units, fee_units_max, 'superseded', replace(raw, ${txId}, 'v1'), 'v1', 'a higher fee', next_check_at, created_at
    FROM payout_attempts WHERE id = ${id}`;
  await sql()`INSERT INTO attempt_legs (attempt_id, ordinal, leg_id, chain, owner, destination, units, live)
    SELECT a.id, p.ordinal, p.leg_id, p.chain, p.owner, p.destination, p.units, false FROM attempt_legs p, payout_attempts a WHERE a.tx_id = 'v1'`;
  known.set("v1", AT_DEPTH);
  const float = floatEntry({ id: depositIdOf("float"), asset: "BTC", units: 1_000_000n });
  await parts().ledger.append(place.worker, float, clock.now());
  await follow(bitcoin, 2);
  expect(await states()).toEqual(["final", "superseded"]);
  // The one that the books have is back: both have paid.
  await sql()`DELETE FROM dropped_attempts`;
  await follow(bitcoin);
  expect(await states()).toEqual(["final", "doubled"]);
});
