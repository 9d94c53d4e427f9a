import { expect, it } from "vitest";
import { patienceOf } from "../../src/chains/policy";
import {
  floor,
  follow,
  holdings,
  kinds,
  mine as mineUnseen,
  place,
  simnet,
  told,
  violations,
} from "./chain-payments";
import { difference, dropped, droppedHooks, look, mine, resume, turn } from "./dropped-world";
import { LATE, pinned } from "./pinned-world";

droppedHooks();

const CANCELLED = patienceOf("bitcoin")?.cancelBlocks ?? 0;
const hashes = async (): Promise<string[]> =>
  (await place.owner.$client`SELECT tx_id FROM payout_attempts ORDER BY id`).map(({ tx_id }) => tx_id);

async function expectBalanced(): Promise<void> {
  const [books, onChain] = await holdings("bitcoin");
  expect(books).toBe(onChain);
  expect(await violations()).toBe(0);
}

/** A payment with a child, and a cancellation of the version that nodes refuse. */
async function cancelled(): Promise<string> {
  const { theirs } = await pinned({ times: 5n });
  await follow("bitcoin", 3);
  await floor("bitcoin", 900);
  for (let blocks = 0; blocks <= CANCELLED; blocks += LATE) {
    await mineUnseen("bitcoin", LATE);
    await follow("bitcoin", 2);
  }
  expect((await kinds()).some((kind) => kind.startsWith("cancel"))).toBe(true);
  return theirs;
}

it("a payment that its child brings into a block counts, also after it was cancelled", async () => {
  await cancelled();
  await floor("bitcoin", 100);
  await mineUnseen("bitcoin", 3);
  await follow("bitcoin", 5);
  expect((await kinds()).filter((kind) => kind.endsWith("final"))).toEqual(["legs final", "child final"]);
  expect(told.filter((what) => what.startsWith("final"))).toHaveLength(1);
  await expectBalanced();
});

it("a payment gets a child also while nodes refuse its cancellation", async () => {
  const { payment } = await pinned({ times: 40n });
  const hold = (state: string) =>
    place.owner.$client`UPDATE orders SET state = ${state}, version = version + 1`;
  await follow("bitcoin");
  await hold("hold");
  await mineUnseen("bitcoin", CANCELLED);
  await follow("bitcoin", 3);
  expect(await kinds()).toEqual(["legs superseded", "legs superseded", "cancel broadcasting"]);
  await hold("sending");
  await follow("bitcoin", 2);
  expect((await kinds()).at(-1)).toMatch(/^child/);
  await mineUnseen("bitcoin", 2);
  expect((await simnet.chain("bitcoin").transaction(payment)).status).toBe("mined");
  await follow("bitcoin", 5);
  expect((await kinds()).filter((kind) => kind.endsWith("final"))).toEqual(["legs final", "child final"]);
  await expectBalanced();
});

it("a cancellation that lands ends the payment and its child", async () => {
  const theirs = await cancelled();
  await simnet.drop({ txHash: theirs });
  for (const txHash of (await hashes()).reverse()) await simnet.drop({ txHash });
  await follow("bitcoin", 3);
  await floor("bitcoin", 0);
  await mineUnseen("bitcoin", 3);
  await follow("bitcoin", 6);
  expect((await kinds()).filter((kind) => kind.endsWith("final"))).toEqual(["cancel final"]);
  expect(await kinds()).toContain("child dead");
  await expectBalanced();
});

it.each([
  ["nodes still know both", "both", false],
  ["nodes forget both", "both", true],
  ["nodes forget both, before the child was closed", "payment", true],
] as const)(
  "a deep reorg takes a payment and its child out of their blocks: %s",
  async (_, closed, forgets) => {
    const { payment } = await pinned({ times: 12n });
    await look("bitcoin");
    await follow("bitcoin", 3);
    const due = (at: string) =>
      place.owner.$client`UPDATE payout_attempts SET next_check_at = ${at} WHERE kind = 'child'`;
    if (closed === "payment") await due("2100-01-01");
    await mine("bitcoin", 3);
    await follow("bitcoin", 3);
    await due("1970-01-01");
    expect(await kinds()).toEqual([
      "legs final",
      "legs dead",
      closed === "both" ? "child final" : "child sent",
    ]);
    const differences: bigint[] = [];
    const compare = async () => differences.push(await difference("bitcoin"));
    if (closed === "both") await compare();
    const child = (await hashes()).at(-1) ?? "";
    await simnet.reorg({ asset: "BTC", depth: 3 });
    if (forgets) for (const txHash of [child, payment]) await simnet.drop({ txHash });
    await look("bitcoin");
    await floor("bitcoin", 300);
    await turn("bitcoin");
    await resume("bitcoin");
    for (let n = 0; n < 4; n++) {
      await turn("bitcoin");
      await compare();
      await mine("bitcoin", 1);
      await compare();
    }
    expect(new Set(differences)).toEqual(new Set([0n]));
    expect(await dropped()).toHaveLength(0);
    expect(await kinds()).toEqual(["legs final", "legs dead", "child final"]);
    await expectBalanced();
  },
);
