import { beforeEach, describe, expect, it } from "vitest";
import type { LegId } from "../../src/core/ids";
import { floatEntry } from "../../src/ledger/entry";
import { listStuckPayouts } from "../../src/payouts/stuck-payouts-store";
import { ask, honour, overrides, payOn, refused, strandedPayment } from "./override-world";
import {
  AT_DEPTH,
  bitcoin,
  clock,
  deadBy,
  follow,
  inputsOf,
  known,
  LEG,
  last,
  node,
  nonces,
  output,
  parts,
  paymentHooks,
  place,
  proofs,
  sign,
  states,
  told,
  tron,
  violations,
} from "./payment-world";

paymentHooks();
beforeEach(() =>
  place.owner.$client.unsafe(
    "UPDATE reserves SET held = 0, planned = 0; INSERT INTO reserves (asset) VALUES ('BTC') ON CONFLICT DO NOTHING",
  ),
);

const balances = async () => {
  const rows = await place.owner.$client`
    SELECT account, balance FROM ledger_accounts WHERE asset = 'BTC' AND account IN ('chain', 'missing')`;
  const of = (account: string) => BigInt(rows.find((row) => row.account === account)?.balance ?? 0);
  return { chain: of("chain"), missing: of("missing") };
};
describe("an approver's override", () => {
  it("has a payment signed once more whose inputs are gone, once", async () => {
    const first = await strandedPayment();
    expect(await sign()).toEqual({ kind: "needless" });
    expect(await ask(first)).toBe("asked");
    expect(await ask(first)).toBe("override/used");
    await honour(bitcoin);
    await honour(bitcoin);
    expect(told).toEqual([`dead ${first}`]);
    expect(await states()).toEqual(["superseded"]);
    expect(await overrides()).toEqual(["honoured"]);
    await output("c", 120_000n);
    expect(await sign()).toEqual({ kind: "signed" });
    expect(await sign()).toEqual({ kind: "needless" });
    expect(inputsOf(await last())).toEqual(["c"]);
    expect(await ask(first)).toBe("override/used");
    expect(await violations()).toBe(0);
  });

  it("shares what the chain still has of the first one's inputs, so that only one can land", async () => {
    await payOn("bitcoin", "BTC");
    await output("a", 60_000n);
    await output("b", 50_000n);
    await sign();
    const { txId } = await last();
    await refused(bitcoin);
    await output("c", 120_000n);
    await ask(txId);
    await honour(bitcoin);
    known.set("b", AT_DEPTH);
    expect(await sign()).toEqual({ kind: "signed" });
    expect(inputsOf(await last())).toEqual(["b", "c"]);
  });

  it("counts the old transaction as a loss of the house where it lands beside the new one", async () => {
    const first = await strandedPayment();
    await ask(first);
    await honour(bitcoin);
    await output("c", 120_000n);
    await sign();
    const second = (await last()).txId;
    node.isRefusing = false;
    known.set(second, AT_DEPTH);
    known.set(first, AT_DEPTH);
    await follow(bitcoin, 3);
    expect(told).toEqual([`dead ${first}`, `final ${second}`]);
    const { ledger } = parts();
    await place.worker.transaction((tx) =>
      ledger.append(tx, floatEntry({ id: "float" as never, asset: "BTC", units: 1_000_000n }), clock.now()),
    );
    await place.owner.$client`UPDATE payout_legs SET state = 'final'`;
    await follow(bitcoin, 2);
    expect(await states()).toEqual(["doubled", "final"]);
    expect(told).toHaveLength(2);
    const [missing] = await place.owner
      .$client`SELECT balance FROM ledger_accounts WHERE account = 'missing'`;
    expect(missing?.balance).toBe("100000");
    expect(await violations()).toBe(0);
    expect(await listStuckPayouts(place.admin, clock.now())).toEqual([]);
  });
});

describe("an overridden payment", () => {
  it("books only the fee of an old transaction that fails beside the new one", async () => {
    const first = await strandedPayment();
    await ask(first);
    await honour(bitcoin);
    await output("c", 120_000n);
    await sign();
    const second = (await last()).txId;
    node.isRefusing = false;
    known.set(second, AT_DEPTH);
    await follow(bitcoin, 3);
    const { ledger } = parts();
    await place.worker.transaction((tx) =>
      ledger.append(tx, floatEntry({ id: "float-2" as never, asset: "BTC", units: 1_000_000n }), clock.now()),
    );
    await place.owner.$client`UPDATE payout_legs SET state = 'final'`;
    const before = await balances();
    known.set(first, { ...AT_DEPTH, succeeded: false });
    await follow(bitcoin, 2);
    expect(await states()).toEqual(["reverted", "final"]);
    const after = await balances();
    expect(after.chain).toBe(before.chain - 100n);
    expect(after.missing).toBe(before.missing);
    expect(await violations()).toBe(0);
  });

  it("lets the old transaction pay where it lands and the new one cannot", async () => {
    const first = await strandedPayment();
    await ask(first);
    await honour(bitcoin);
    await output("c", 120_000n);
    await sign();
    const second = (await last()).txId;
    known.set(first, AT_DEPTH);
    proofs.set(second, deadBy("theirs", "c"));
    await follow(bitcoin, 3);
    expect(await states()).toEqual(["final", "dead"]);
    expect(told).toContain(`final ${first}`);
    expect(await violations()).toBe(0);
  });
});

describe("on an account chain, an override", () => {
  const feeOfLast = async () => {
    const [row] = await place.owner
      .$client`SELECT fee_units_max FROM payout_attempts ORDER BY id DESC LIMIT 1`;
    return row?.fee_units_max;
  };

  it("uses the same nonce while that is unused, at a fee for which nodes replace the first", async () => {
    await place.owner.$client`UPDATE payout_legs SET fee_units_max = 100`;
    node.feeUnits = 50n;
    await sign();
    const first = await last();
    await refused(tron);
    await ask(first.txId);
    await honour(tron);
    node.feeUnits = 1n;
    expect(await sign()).toEqual({ kind: "signed" });
    expect(Number((await last()).nonce)).toBe(Number(first.nonce));
    expect(await feeOfLast()).toBe("55");
  });

  it("uses the next nonce where another transaction has used the first, and the node has lost the proof", async () => {
    await sign();
    const first = await last();
    await refused(tron);
    nonces.set("hot", 1);
    await ask(first.txId);
    await honour(tron);
    expect(await sign()).toEqual({ kind: "signed" });
    expect(Number((await last()).nonce)).toBe(1);
  });
});

it("is honoured once: what was signed after it is replaced by nothing that could land beside it", async () => {
  const first = await strandedPayment();
  await ask(first);
  await honour(bitcoin);
  await output("c", 120_000n);
  await output("d", 120_000n);
  await sign();
  expect(inputsOf(await last())).toEqual(["c"]);
  // Whatever supersedes the second one, the third must conflict with it.
  await place.owner
    .$client`UPDATE payout_attempts SET state = 'superseded', proof = 'a test' WHERE state <> 'superseded'`;
  expect(await sign()).toEqual({ kind: "signed" });
  expect(inputsOf(await last())).toContain("c");
  await place.owner
    .$client`UPDATE payout_attempts SET state = 'superseded', proof = 'a test' WHERE state <> 'superseded'`;
  await place.owner.$client`UPDATE wallet_outputs SET state = 'lost', attempt_id = NULL WHERE tx_id = 'c'`;
  expect(await sign()).toEqual({ kind: "waits", for: "earlier" });
});

describe("is refused", () => {
  it("for an unknown payout, another transaction, or one that is paid", async () => {
    const first = await strandedPayment();
    expect(await ask(first, "nobody's" as LegId)).toBe("override/unknown");
    expect(await ask("another")).toBe("override/transaction");
    await place.owner.$client`UPDATE payout_legs SET state = 'final'`;
    expect(await ask(first)).toBe("override/paid");
    expect(await overrides()).toEqual([]);
    const audit = await place.owner.$client`SELECT outcome FROM admin_audit WHERE action = 'payout.override'`;
    expect(audit.every(({ outcome }) => outcome === "done" || outcome === "refused")).toBe(true);
  });

  it("while the node has not missed it for long, or was not asked lately", async () => {
    await sign();
    const { txId } = await last();
    expect(await ask(txId)).toBe("override/open");
    await refused(tron, 3);
    expect(await ask(txId)).toBe("override/open");
    await refused(tron, 9);
    await place.owner.$client`UPDATE attempt_looks SET at = at - interval '5 minutes'`;
    expect(await ask(txId)).toBe("override/open");
  });

  it("by the worker where the chain knows one of the transactions, or proves it dead; it may be asked for again", async () => {
    const first = await strandedPayment();
    await ask(first);
    known.set(first, { status: "mempool" });
    await honour(bitcoin);
    expect(await overrides()).toEqual(["refused"]);
    expect(await states()).toEqual(["broadcasting"]);
    known.delete(first);
    expect(await ask(first)).toBe("asked");
    proofs.set(first, deadBy("theirs", "a"));
    await honour(bitcoin);
    expect(await overrides()).toEqual(["refused"]);
    expect(await states()).toEqual(["broadcasting"]);
  });
});

it("shows what is known of a payout that does not move", async () => {
  const first = await strandedPayment();
  const [payout] = await listStuckPayouts(place.admin, clock.now());
  expect(payout).toMatchObject({
    legId: LEG,
    kind: "payout",
    name: "100000001",
    chain: "bitcoin",
    canOverride: true,
    override: null,
    transactions: [
      { txId: first, state: "broadcasting", said: "refused", inputs: ["a:0", "b:0"], proof: null },
    ],
  });
  await ask(first);
  const [asked] = await listStuckPayouts(place.admin, clock.now());
  expect(asked).toMatchObject({
    canOverride: false,
    override: { state: "asked", reason: "Its inputs vanished." },
  });
});
