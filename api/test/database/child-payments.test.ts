import { beforeEach, expect, it } from "vitest";
import type { WalletKey } from "../../src/chains/chain";
import { chainKeys } from "../../src/chains/derivation";
import { patienceOf } from "../../src/chains/policy";
import type { LegId } from "../../src/core/ids";
import { addressOf, SEED } from "../chains/signer";
import {
  chainPaymentHooks,
  floor,
  follow,
  fund,
  holdings,
  kinds,
  last,
  leg,
  mine,
  outputs,
  place,
  sign,
  simnet,
  told,
  UNITS,
  violations,
} from "./chain-payments";

chainPaymentHooks();

/** A payee whose keys we have. */
const PAYEE: WalletKey = { branch: "deposit", index: 99 };
const payee = addressOf("bitcoin", PAYEE);
/** What a payment of one input and two outputs costs at the steady rate. */
const STEADY = 330n;
const LATE = patienceOf("bitcoin")?.raiseBlocks ?? 0;
const RELAYED = 2n;

let id: LegId;

/** Spends the payment before it is in a block, at half of the steady rate and in so many outputs: nodes keep it, miners do not take it. */
async function pin(payment: string, count: number): Promise<string> {
  const chain = simnet.chain("bitcoin");
  const feeUnits = (RELAYED * (11n + 68n + 43n * BigInt(count)) + 1n) / 2n;
  const [first, ...others] = Array.from({ length: count }, () => (UNITS.bitcoin - feeUnits) / BigInt(count));
  const rest = UNITS.bitcoin - feeUnits - others.reduce((sum, units) => sum + units, first ?? 0n);
  const transaction = chain.build({
    model: "utxo",
    inputs: [{ txId: payment, ordinal: 0, units: UNITS.bitcoin, address: payee, key: PAYEE }],
    outputs: [(first ?? 0n) + rest, ...others].map((units) => ({ address: payee, units })),
  });
  const keys = chainKeys({ seed: SEED, chain: "bitcoin" });
  const signed = await simnet.sign(transaction, (key) => keys.privateKey(key));
  expect(await chain.broadcast(signed.raw)).toEqual({ outcome: "accepted" });
  return signed.txId;
}

/** A payment that its payee has spent already, and that waits for a block since fees have risen. */
async function pinned(times: bigint, count = 60): Promise<{ payment: string; child: string }> {
  await fund("bitcoin", 200_000n);
  id = await leg("bitcoin", { units: UNITS.bitcoin, feeUnitsMax: STEADY * times, destination: payee });
  expect(await sign(id)).toEqual({ kind: "signed" });
  await follow("bitcoin");
  const { txId: payment } = await last();
  const child = await pin(payment, count);
  await floor("bitcoin", 300);
  await mine("bitcoin", LATE);
  return { payment, child };
}
const statusOf = async (txId: string) => (await simnet.chain("bitcoin").transaction(txId)).status;
const locked = () => place.owner.$client<{ units: string; kind: string }[]>`
  SELECT w.units, a.kind FROM wallet_outputs w JOIN payout_attempts a ON a.id = w.attempt_id WHERE w.state = 'locked'`;

beforeEach(() => {
  told.length = 0;
});

it("a payment that nodes do not let us replace is paid for by what spends its change", async () => {
  const { payment } = await pinned(12n);
  await follow("bitcoin", 2);
  expect(await kinds()).toEqual(["legs superseded", "legs broadcasting", "child signed"]);
  await follow("bitcoin");
  expect(await kinds()).toEqual(["legs superseded", "legs broadcasting", "child sent"]);
  await mine("bitcoin", 1);
  expect(await statusOf(payment)).toBe("mined");
  expect(await statusOf((await last()).txId)).toBe("mined");
  await mine("bitcoin", 1);
  await follow("bitcoin", 3);
  expect(await kinds()).toEqual(["legs final", "legs dead", "child final"]);
  expect(told.filter((what) => what.startsWith("final"))).toEqual([`final ${id}`]);
  const [books, onChain] = await holdings("bitcoin");
  expect(books).toBe(onChain);
  expect((await outputs()).map((output) => output.replace(/^\d+ /, ""))).toEqual([
    "available",
    "spent",
    "spent",
  ]);
  expect(await violations()).toBe(0);
});

it("both together offer what is asked now, and never more than the caps allow", async () => {
  await pinned(12n);
  await follow("bitcoin", 3);
  const chain = simnet.chain("bitcoin");
  const { inputs, outputs: to } = chain.decode((await last()).raw);
  expect([inputs.length, to.length]).toEqual([1, 1]);
  const [first] = await place.owner
    .$client`SELECT sum(fee_units_max) AS paid FROM payout_attempts WHERE kind = 'child' OR id = 1`;
  const wanted = async (outputsOf: number) =>
    (await chain.feeQuote({ model: "utxo", inputs: 1, outputs: outputsOf })).feeUnits;
  expect(BigInt(first?.paid)).toBe((await wanted(1)) + (await wanted(2)));
});

it("where the caps leave less than it asks, it pays what they leave, and none is signed where that is too little", async () => {
  await pinned(5n);
  await follow("bitcoin", 3);
  const [fees] = await place.owner
    .$client`SELECT sum(fee_units_max) AS paid FROM payout_attempts WHERE kind = 'child' OR id = 1`;
  expect(await kinds()).toEqual(["legs superseded", "legs broadcasting", "child sent"]);
  expect(BigInt(fees?.paid)).toBe(STEADY * 5n);
  await floor("bitcoin", 900);
  await mine("bitcoin", LATE);
  await follow("bitcoin", 3);
  expect((await kinds()).filter((kind) => kind.startsWith("child"))).toEqual(["child sent"]);
});

it("a child that waits gets one of its own, after the same number of blocks", async () => {
  const { payment } = await pinned(40n, 200);
  await follow("bitcoin", 3);
  await floor("bitcoin", 600);
  await mine("bitcoin", LATE - 1);
  await follow("bitcoin", 3);
  const children = async () => (await kinds()).filter((kind) => kind.startsWith("child"));
  expect(await children()).toEqual(["child sent"]);
  await mine("bitcoin", 1);
  await follow("bitcoin", 4);
  expect(await children()).toEqual(["child sent", "child sent"]);
  await mine("bitcoin", 2);
  expect(await statusOf(payment)).toBe("mined");
  await follow("bitcoin", 4);
  expect(await children()).toEqual(["child final", "child final"]);
  const [books, onChain] = await holdings("bitcoin");
  expect(books).toBe(onChain);
  expect(await violations()).toBe(0);
});

it("a child is closed after its payment, whose change it keeps", async () => {
  await pinned(12n);
  await follow("bitcoin", 3);
  await place.owner
    .$client`UPDATE payout_attempts SET next_check_at = now() + interval '100 years' WHERE kind = 'legs'`;
  await mine("bitcoin", 3);
  await follow("bitcoin", 3);
  expect((await kinds()).at(-1)).toBe("child mined");
  await place.owner.$client`UPDATE payout_attempts SET next_check_at = 'epoch' WHERE id = 2`;
  await follow("bitcoin");
  await place.owner.$client`UPDATE payout_attempts SET next_check_at = 'epoch' WHERE id = 1`;
  await place.owner
    .$client`UPDATE payout_attempts SET next_check_at = now() + interval '100 years' WHERE kind = 'child'`;
  await follow("bitcoin");
  expect(await kinds()).toEqual(["legs final", "legs dead", "child mined"]);
  expect(await locked()).toMatchObject([{ kind: "child" }]);
  await place.owner.$client`UPDATE payout_attempts SET next_check_at = 'epoch' WHERE kind = 'child'`;
  await follow("bitcoin");
  expect((await kinds()).at(-1)).toBe("child final");
  expect(await violations()).toBe(0);
});

it("dies with its payment, where the version at a higher fee lands after all", async () => {
  const { child } = await pinned(12n);
  await follow("bitcoin", 3);
  // The payee's node forgets what it has sent, and so does ours what we have.
  await simnet.drop({ txHash: child });
  await simnet.drop({
    txHash: (await place.owner.$client`SELECT tx_id FROM payout_attempts WHERE id = 1`)[0]?.tx_id,
  });
  await follow("bitcoin", 2);
  await mine("bitcoin", 2);
  await follow("bitcoin", 3);
  expect(await kinds()).toEqual(["legs dead", "legs final", "child dead"]);
  const [books, onChain] = await holdings("bitcoin");
  expect(books).toBe(onChain);
  expect(await locked()).toEqual([]);
  expect(await violations()).toBe(0);
});

it("a payment that would not be signed now gets none, until what stopped it is over", async () => {
  await pinned(12n);
  await follow("bitcoin");
  await place.owner.$client`UPDATE orders SET state = 'hold', version = version + 1`;
  await follow("bitcoin", 2);
  expect(await kinds()).toEqual(["legs superseded", "legs broadcasting"]);
  await place.owner.$client`UPDATE orders SET state = 'sending', version = version + 1`;
  await follow("bitcoin", 2);
  expect((await kinds()).at(-1)).toMatch(/^child/);
});
