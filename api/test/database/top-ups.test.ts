import { expect, it } from "vitest";
import { sweep } from "../../src/payouts/sweeper";
import { addressOf, DEPOSIT } from "../chains/signer";
import { attempts, chainPaymentHooks, fund, parts, place, simnet } from "./chain-payments";

chainPaymentHooks();

const run = () => sweep(parts(), simnet.chain("ethereum"));

it("takes the native coins of a token's sweep from the hot wallet only where none of them is promised", async () => {
  const sql = place.owner.$client;
  await fund("ethereum", 10n ** 18n);
  await sql`INSERT INTO unswept (chain, address, index, asset, units)
    VALUES ('ethereum', ${addressOf("ethereum", DEPOSIT)}, ${DEPOSIT.index}, 'USDT-ERC20', 1000000000)`;
  await sql`UPDATE reserves SET planned = hot WHERE asset = 'ETH'`;
  await run();
  expect(await attempts()).toEqual([]);
  await sql`UPDATE reserves SET planned = 0 WHERE asset = 'ETH'`;
  await run();
  expect(await attempts()).toMatchObject([{ kind: "top_up", state: "signed" }]);
});
