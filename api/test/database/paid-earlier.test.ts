import { expect, it } from "vitest";
import type { Chain } from "../../src/chains/chain";
import { patienceOf } from "../../src/chains/policy";
import { CUSTOMER_EVM } from "../chains/signer";
import {
  attempts,
  chainPaymentHooks,
  follow,
  fund,
  kinds,
  leg,
  mine,
  sign,
  simnet,
  world,
} from "./chain-payments";

chainPaymentHooks();

const LATE = patienceOf("ethereum")?.raiseBlocks ?? 0;
const COST = 26_250n * 10n ** 9n;

/** A payment whose fee was raised once and could be raised again, and that is late once more. */
async function raisedOnce(): Promise<void> {
  await fund("ethereum", 10n ** 18n);
  const id = await leg("ethereum", {
    units: 10n ** 17n,
    feeUnitsMax: COST * 9n,
    destination: CUSTOMER_EVM,
  });
  await sign(id);
  await follow("ethereum");
  await simnet.setFeeFloor({ asset: "ETH", percent: 200 });
  await mine("ethereum", LATE);
  await follow("ethereum", 2);
  expect(await kinds()).toEqual(["legs superseded", "legs sent"]);
  await simnet.setFeeFloor({ asset: "ETH", percent: 400 });
}

it("a late payment is raised again while no block has an earlier version", async () => {
  await raisedOnce();
  await mine("ethereum", LATE);
  await follow("ethereum");
  expect(await kinds()).toEqual(["legs superseded", "legs superseded", "legs signed"]);
});

it("a late payment whose earlier version is in a block is cancelled, not raised", async () => {
  await raisedOnce();
  const [first] = await attempts();
  // Not deep enough to count; and the nonce is not used on the node that is asked for it.
  world.payoutDepth = () => 1_000;
  const mined = { status: "mined", height: 1, blockHash: "b", succeeded: true, feeUnits: 1n } as const;
  world.chain = (real: Chain): Chain => ({
    ...real,
    transaction: async (txId) => (txId === first?.txId ? mined : real.transaction(txId)),
  });
  await follow("ethereum");
  await mine("ethereum", LATE);
  await follow("ethereum");
  expect(await kinds()).toEqual(["legs superseded", "legs superseded", "cancel signed"]);
});
