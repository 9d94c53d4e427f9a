import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../../src/db/client";
import { unseal } from "../../src/signing/seal";
import { waitFor } from "../api-client";
import type { EngineWorld } from "./engine-world";

const UNITS = 765_432_100_000_000_000n;
const MS_MAX = 120_000;

export type MixTraces = {
  id: string;
  /** What the database knows of it. */
  secrets: Record<string, string>;
  /** What no file of the database may ever hold: the key of the day, and the seed that is sealed with it. */
  ofSigner: { key: string; seed: string };
};

/** A mix that is paid out to two addresses, with all that could tell of it later. */
export async function mixedOrder(
  world: EngineWorld,
  superuser: Database,
  onPlan: (plan: { sealed: string }) => Promise<void> = async () => {},
): Promise<MixTraces> {
  const { api } = world.server;
  const customer = await world.newCustomer({ ETH: 10n ** 18n });
  const [one, two] = await Promise.all([world.newCustomer({}), world.newCustomer({})]);
  const order = await api.create({
    ...{ sendCurrency: "ETH", receiveCurrency: "ETH", sendAmount: "0.7654321" },
    receiveAddress: one.account.address,
    receiveAddresses: [one.account.address, two.account.address],
    privacySettings: { mixingRounds: 1, delayMinutes: 0, useRandomAmounts: true, privacyLevel: "basic" },
  });
  await customer.pay("ETH", order.depositAddress, UNITS);
  const { sealed, ...ofSigner } = await planOf(world, superuser, order.id);
  await onPlan({ sealed });
  const done = await api.untilState(order.id, ["completed"], MS_MAX);
  const [round] = await superuser.$client<{ tx: string }[]>`
    SELECT a.tx_id AS tx FROM mix_rounds r JOIN payout_attempts a ON a.id = r.attempt_id WHERE r.order_id = ${order.id}`;
  return {
    id: order.id,
    secrets: {
      ...{ mix: order.id, mixCode: order.trackingCode, mixDeposit: order.depositAddress, sealed },
      ...{ one: one.account.address, two: two.account.address, round: round?.tx ?? "" },
      ...{ mixPayment: done.deposits[0]?.txHash ?? "", mixPayout: done.payouts[0]?.txHash ?? "" },
    },
    ofSigner,
  };
}

async function planOf(world: EngineWorld, superuser: Database, id: string) {
  let row: { day: string; sealed: Buffer } | undefined;
  await waitFor("the plan", MS_MAX, async () => {
    [row] = await superuser.$client<{ day: string; sealed: Buffer }[]>`
      SELECT key_day AS day, sealed_seed AS sealed FROM mixes WHERE order_id = ${id}`;
    return row !== undefined;
  });
  if (row === undefined) throw new Error("the mix has no plan");
  const file = join(world.dataDir, "signer", "mixes", row.day);
  const key = Buffer.from(readFileSync(file, "utf8"), "base64");
  const seed = unseal(key, { sealed: row.sealed, owner: id });
  if (!seed) throw new Error("the plan cannot be read with the key of its day");
  return {
    sealed: row.sealed.toString("hex"),
    key: key.toString("hex"),
    seed: Buffer.from(seed).toString("hex"),
  };
}
