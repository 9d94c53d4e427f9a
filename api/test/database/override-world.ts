import { expect } from "vitest";
import type { ChainId } from "../../src/core/assets";
import type { LegId } from "../../src/core/ids";
import { overridePayout } from "../../src/payouts/ask-override";
import { honourOverrides } from "../../src/payouts/override";
import {
  bitcoin,
  clock,
  follow,
  LEG,
  last,
  lose,
  output,
  parts,
  place,
  sign,
  states,
  type tron,
} from "./payment-world";

/* What approvers do of payouts that no proof ends. */

export const ask = async (txId: string, legId: LegId = LEG): Promise<string> => {
  const asked = await overridePayout(
    { database: place.admin, clock, notifier: { wake: () => {} } },
    { legId, txId },
    { reason: "Its inputs vanished.", admin: "root" },
  );
  return asked.ok ? "asked" : asked.error.code;
};
export const honour = (chain: typeof tron) => honourOverrides(parts(), chain);
export const overrides = async () =>
  (await place.owner.$client`SELECT state FROM payout_overrides`).map(({ state }) => state);
export const payOn = (chain: ChainId, asset: string) =>
  place.owner
    .$client`UPDATE payout_legs SET chain = ${chain}, asset = ${asset}, units = 100000, fee_units_max = 1000`;
/** Refused for so many minutes. */
export const refused = (chain: typeof tron, minutes = 12) => follow(chain, minutes);

/** A payment on Bitcoin whose two inputs are gone: nothing is left that another could share with it. */
export async function strandedPayment(): Promise<string> {
  await payOn("bitcoin", "BTC");
  await output("a", 60_000n);
  await output("b", 50_000n);
  await sign();
  const { txId } = await last();
  await lose("a");
  await lose("b");
  await refused(bitcoin);
  expect(await states()).toEqual(["broadcasting"]);
  return txId;
}
