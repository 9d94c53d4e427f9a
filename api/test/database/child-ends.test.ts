import { expect, it } from "vitest";
import type { Chain } from "../../src/chains/chain";
import { createReconcile } from "../../src/ledger/reconcile";
import { readStuck } from "../../src/ledger/stuck-store";
import { unsettledTransactions } from "../../src/payouts/unsettled-store";
import {
  chainPaymentHooks,
  floor,
  follow,
  holdings,
  hot,
  kinds,
  last,
  leg,
  mine,
  parts,
  place,
  sign,
  simnet,
  TO,
  violations,
  world,
} from "./chain-payments";
import { LATE, pinned } from "./pinned-world";

chainPaymentHooks();

const sql = () => place.owner.$client;
const away = (kind: string) =>
  sql()`UPDATE payout_attempts SET next_check_at = now() + interval '100 years' WHERE kind = ${kind}`;
const back = () => sql()`UPDATE payout_attempts SET next_check_at = 'epoch'`;
const planned = async () =>
  BigInt((await sql()`SELECT planned FROM reserves WHERE asset = 'BTC'`)[0]?.planned);

it("its fee is set aside from the end of its payment until it is booked, whatever is promised meanwhile", async () => {
  await pinned({ times: 12n });
  await follow("bitcoin", 3);
  const [child] = await sql()`SELECT fee_units_max AS fee FROM payout_attempts WHERE kind = 'child'`;
  expect(await planned()).toBe(0n);
  await away("child");
  await mine("bitcoin", 3);
  await follow("bitcoin", 3);
  expect(await kinds()).toEqual(["legs final", "legs dead", "child sent"]);
  expect(await planned()).toBe(BigInt(child?.fee));
  await sql()`UPDATE reserves SET held = own - planned WHERE asset = 'BTC'`;
  await back();
  await follow("bitcoin", 2);
  expect((await kinds()).at(-1)).toBe("child final");
  expect(await planned()).toBe(0n);
});

it("one that waits for a day is listed", async () => {
  await pinned({ times: 12n });
  await follow("bitcoin", 3);
  await sql()`UPDATE payout_attempts SET created_at = created_at - interval '2 days' WHERE kind = 'child'`;
  const { txId } = await last();
  expect((await readStuck(place.owner)).first.filter(({ kind }) => kind === "transaction")).toMatchObject([
    { name: txId, awaits: "transaction" },
  ]);
});

it("it is as deep as its payment when it counts, and no deeper", async () => {
  world.payoutDepth = (units) => (units > 1_000_000n ? 32 : 2);
  await pinned({ times: 12n, funds: 50_000_000n });
  await follow("bitcoin", 3);
  await mine("bitcoin", 3);
  await follow("bitcoin", 3);
  expect(await kinds()).toEqual(["legs final", "legs dead", "child final"]);
});

it("it dies at the depth of its payment, also where an adapter proves its death by what took the payment's place", async () => {
  world.payoutDepth = (units) => (units >= 150_000n ? 6 : 2);
  world.chain = (chain): Chain => ({
    ...chain,
    async proofOfDeath(raw, height) {
      const proof = await chain.proofOfDeath(raw, height);
      if (proof !== null) return proof;
      for (const input of chain.decode(raw).inputs) {
        const [parent] = await sql()`SELECT raw FROM payout_attempts WHERE tx_id = ${input.txId}`;
        const ofParent = parent === undefined ? null : await chain.proofOfDeath(parent.raw, height);
        if (ofParent !== null) return { ...ofParent, gone: [input] };
      }
      return null;
    },
  });
  const { theirs, payment } = await pinned({ times: 12n });
  await follow("bitcoin", 3);
  await simnet.drop({ txHash: theirs });
  await simnet.drop({ txHash: payment });
  await follow("bitcoin", 2);
  await mine("bitcoin", 2);
  await follow("bitcoin", 3);
  expect((await kinds()).at(-1)).not.toBe("child dead");
  await mine("bitcoin", 4);
  await follow("bitcoin", 3);
  expect(await kinds()).toEqual(["legs dead", "legs final", "child dead"]);
  const [books, onChain] = await holdings("bitcoin");
  expect(books).toBe(onChain);
});

it("books and chain agree at every moment of a child and of its own child, a reorg included", async () => {
  const { database, clock, overTor, ledger, log } = parts();
  const ownTransactions = unsettledTransactions;
  const reconcile = createReconcile({ database, clock, overTor, ledger, log, ownTransactions });
  const seen: string[] = [];
  const compare = async () => {
    await reconcile(simnet.chain("bitcoin"), hot("bitcoin"));
    const [row] =
      await sql()`SELECT chain_units - ledger_units - in_flight_units AS units FROM chain_checks WHERE asset = 'BTC'`;
    seen.push(row?.units);
  };
  await pinned({ times: 40n, outputs: 200 });
  await compare();
  await follow("bitcoin", 3);
  await compare();
  await floor("bitcoin", 600);
  await mine("bitcoin", LATE);
  await follow("bitcoin", 4);
  await compare();
  await mine("bitcoin", 1);
  for (let n = 0; n < 6; n++) {
    await compare();
    await follow("bitcoin");
  }
  await simnet.reorg({ asset: "BTC", depth: 1 });
  await mine("bitcoin", 2);
  for (let n = 0; n < 8; n++) {
    await compare();
    await follow("bitcoin");
    if (n === 3) await mine("bitcoin", 2);
  }
  expect((await kinds()).filter((kind) => kind.startsWith("child"))).toEqual(["child final", "child final"]);
  expect(new Set(seen)).toEqual(new Set(["0"]));
  expect(await violations()).toBe(0);
});

it("nothing of its payment is left once both orders are forgotten", async () => {
  await sql()`INSERT INTO installation (network, ledger_secret) VALUES ('simnet', decode(repeat('01', 32), 'hex'))`;
  const { payment } = await pinned({ times: 12n });
  await follow("bitcoin", 3);
  await mine("bitcoin", 3);
  await follow("bitcoin", 3);
  const { txId: child } = await last();
  const next = await leg("bitcoin", { units: 10_000n, feeUnitsMax: 30_000n, destination: TO.bitcoin });
  expect(await sign(next)).toEqual({ kind: "signed" });
  await follow("bitcoin", 2);
  await mine("bitcoin", 3);
  await follow("bitcoin", 3);
  await sql()`UPDATE orders SET state = 'completed', version = version + 1`;
  await sql()`DELETE FROM outbox`;
  for (const { id } of await sql()`SELECT id FROM orders ORDER BY id`)
    expect(await sql()`SELECT outcome FROM forget_order(${id})`).toMatchObject([{ outcome: "forgotten" }]);
  const tables =
    await sql()`SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public'`;
  for (const { name } of tables)
    for (const { line } of await sql().unsafe(`SELECT t::text AS line FROM ${name} t`))
      expect(line.includes(payment) || line.includes(child) ? `${name}: ${line}` : "").toBe("");
});
