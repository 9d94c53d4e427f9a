import { expect, it, vi } from "vitest";
import {
  chainPaymentHooks,
  floor,
  follow,
  holdings,
  kinds,
  last,
  mine,
  outputs,
  place,
  simnet,
  told,
  violations,
} from "./chain-payments";
import { LATE, pinned, STEADY } from "./pinned-world";

chainPaymentHooks();

const statusOf = async (txId: string) => (await simnet.chain("bitcoin").transaction(txId)).status;
const locked = () => place.owner.$client<{ units: string; kind: string }[]>`
  SELECT w.units, a.kind FROM wallet_outputs w JOIN payout_attempts a ON a.id = w.attempt_id WHERE w.state = 'locked'`;

it("a payment that nodes do not let us replace is paid for by what spends its change", async () => {
  const { id, payment } = await pinned({ times: 12n });
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

it("a payment that could only be replaced above its cap is paid for in the same way, and counts as itself", async () => {
  const { id, payment } = await pinned({ times: 12n });
  const dear = { feeUnits: 100n * STEADY, detail: {} };
  const chain = simnet.chain("bitcoin");
  const asked = vi.spyOn(chain, "replacementFee").mockResolvedValue({ least: dear, wanted: dear });
  await follow("bitcoin", 3);
  expect(asked).toHaveBeenCalled();
  expect(await kinds()).toEqual(["legs sent", "child sent"]);
  await mine("bitcoin", 1);
  expect([await statusOf(payment), await statusOf((await last()).txId)]).toEqual(["mined", "mined"]);
  await mine("bitcoin", 1);
  await follow("bitcoin", 3);
  asked.mockRestore();
  expect(await kinds()).toEqual(["legs final", "child final"]);
  expect(told.filter((what) => what.startsWith("final"))).toEqual([`final ${id}`]);
  const [books, onChain] = await holdings("bitcoin");
  expect(books).toBe(onChain);
  expect(await violations()).toBe(0);
});

it("both together offer what is asked now, and never more than the caps allow", async () => {
  await pinned({ times: 12n });
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
  await pinned({ times: 5n });
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
  const { payment } = await pinned({ times: 40n, outputs: 200 });
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
  await pinned({ times: 12n });
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
  const { theirs } = await pinned({ times: 12n });
  await follow("bitcoin", 3);
  // The payee's node forgets what it has sent, and so does ours what we have.
  await simnet.drop({ txHash: theirs });
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
  await pinned({ times: 12n });
  await follow("bitcoin");
  await place.owner.$client`UPDATE orders SET state = 'hold', version = version + 1`;
  await follow("bitcoin", 2);
  expect(await kinds()).toEqual(["legs superseded", "legs broadcasting"]);
  await place.owner.$client`UPDATE orders SET state = 'sending', version = version + 1`;
  await follow("bitcoin", 2);
  expect((await kinds()).at(-1)).toMatch(/^child/);
});
