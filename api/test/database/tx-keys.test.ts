import { expect, it } from "vitest";
import type { Chain } from "../../src/chains/chain";
import { txKeysOf } from "../../src/payouts/attempt-legs-store";
import { signLegs } from "../../src/payouts/sign-legs";
import { LEG, last, parts, paymentHooks, place, tron } from "./payment-world";
import { ORDER_ROW } from "./place";

paymentHooks();

const TX_KEY = "ab".repeat(32);
/** A chain that hides what is paid. */
const hiding: Chain = {
  ...tron,
  decode: (raw) => ({
    ...tron.decode(raw),
    outputs: [{ asset: "TRX", to: "theirs", units: 5n, txKey: TX_KEY }],
  }),
};

it("keeps the key that proves a payout until its order is deleted, for the transaction that paid it only", async () => {
  await place.owner
    .$client`INSERT INTO installation (network, ledger_secret) VALUES ('regtest', ${Buffer.alloc(32, 7)})`;
  const { chains, ...others } = parts();
  await signLegs({ ...others, chains: new Map([...chains, ["tron", hiding]]) }, [LEG]);
  const { txId } = await last();
  const keys = async (paidBy = txId) => [...(await txKeysOf(place.http, [{ legId: LEG, txId: paidBy }]))];
  expect(await keys()).toEqual([[LEG, TX_KEY]]);
  expect(await keys("another")).toEqual([]);
  await place.owner.$client`UPDATE payout_attempts SET state = 'final'`;
  await place.owner.$client`UPDATE payout_legs SET state = 'final'`;
  await place.owner.$client`UPDATE orders SET state = 'completed', version = version + 1`;
  const [row] = await place.owner.$client`SELECT outcome FROM forget_order(${ORDER_ROW.id})`;
  expect(row).toEqual({ outcome: "forgotten" });
  expect(await keys()).toEqual([]);
  const left = await place.owner
    .$client`SELECT count(*)::integer AS n FROM attempt_legs WHERE tx_key IS NOT NULL`;
  expect(left).toEqual([{ n: 0 }]);
});

it("keeps none where the chain shows what is paid", async () => {
  await signLegs(parts(), [LEG]);
  const { txId } = await last();
  expect([...(await txKeysOf(place.http, [{ legId: LEG, txId }]))]).toEqual([]);
});
