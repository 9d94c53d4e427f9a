import { describe, expect, it } from "vitest";
import { INVARIANTS } from "../../src/ledger/invariants";
import { readStuck } from "../../src/ledger/stuck-store";
import { sweep } from "../../src/payouts/sweeper";
import { lockReserveRoom } from "../../src/reserves/store";
import { addressOf, DEPOSIT } from "../chains/signer";
import {
  attempts,
  chainPaymentHooks,
  follow,
  fund,
  hot,
  kinds,
  mine,
  parts,
  place,
  simnet,
  watch,
} from "./chain-payments";

chainPaymentHooks();

const TO = addressOf("ethereum", DEPOSIT);
const planned = async () => {
  const [row] = await place.owner.$client`SELECT planned FROM reserves WHERE asset = 'ETH'`;
  return BigInt(row?.planned);
};
/** What a top-up takes from the hot wallet: the fee of the token's sweep, and its own. */
async function topUpUnits(): Promise<bigint> {
  const chain = simnet.chain("ethereum");
  const [from, to] = [hot("ethereum"), TO];
  const of = await chain.feeQuote({ model: "account", asset: "USDT-ERC20", from: to, to: from });
  return of.feeUnits + (await chain.feeQuote({ model: "account", asset: "ETH", from, to })).feeUnits;
}
/** Violations of what the reserve has set aside, besides what the test itself holds. */
async function setAside(): Promise<number> {
  const query = INVARIANTS.find(({ id }) => id === 3)?.query ?? "";
  const rolledBack = new Error("rolled back");
  let rows = 0;
  const look = place.owner.$client.begin(async (tx) => {
    await tx`UPDATE reserves SET held = 0`;
    rows = (await tx.unsafe(query)).length;
    throw rolledBack;
  });
  await look.catch((error: unknown) => {
    if (error !== rolledBack) throw error;
  });
  return rows;
}
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

describe("two tokens whose sweeps need native coins", () => {
  const other = { branch: "deposit", index: DEPOSIT.index + 1 } as const;

  it("do not get the same ones: the second waits until the first is booked, and is seen to wait", async () => {
    const sql = place.owner.$client;
    await fund("ethereum", 10n ** 18n);
    for (const key of [DEPOSIT, other])
      await sql`INSERT INTO unswept (chain, address, index, asset, units)
        VALUES ('ethereum', ${addressOf("ethereum", key)}, ${key.index}, 'USDT-ERC20', 1000000000)`;
    const aside = await topUpUnits();
    await sql`UPDATE reserves SET held = hot - ${((aside * 3n) / 2n).toString()}::numeric WHERE asset = 'ETH'`;
    await run();
    expect(await kinds()).toEqual(["top_up signed"]);
    expect(await planned()).toBe(aside);
    expect(await setAside()).toBe(0);
    // An order cannot be promised what the top-up takes.
    const { free } = await place.worker.transaction((tx) => lockReserveRoom(tx, "ETH"));
    expect(free).toBe(aside / 2n);
    const since = parts().clock.now();
    await run();
    const stuck = async () => (await readStuck(place.admin)).first;
    expect(await stuck()).toEqual([]);
    await sql`UPDATE chain_cursors SET answered_at = answered_at + interval '61 minutes'`;
    const waiting = { kind: "sweep", name: "USDT-ERC20", awaits: "native_coins", since, detail: null };
    expect(await stuck()).toEqual([waiting]);
    // Noted once and not at every look.
    const version = async () => (await sql`SELECT xmin FROM unswept WHERE short_since IS NOT NULL`)[0]?.xmin;
    const written = await version();
    await run();
    expect(await version()).toBe(written);
    await sql`UPDATE chain_cursors SET answered_at = answered_at - interval '61 minutes'`;
    await follow("ethereum");
    await mine("ethereum", 2);
    await follow("ethereum");
    expect((await kinds())[0]).toBe("top_up final");
    expect(await planned()).toBe(0n);
    await sql`UPDATE reserves SET held = 0 WHERE asset = 'ETH'`;
    await watch("ethereum");
    await run();
    expect(await kinds()).toContain("top_up signed");
    const [row] = await sql`SELECT count(short_since) AS short FROM unswept`;
    expect(Number(row?.short)).toBe(0);
  });

  it("do not keep native coins that lie elsewhere from the hot wallet, however many wait", async () => {
    const sql = place.owner.$client;
    await fund("ethereum", 10n ** 18n);
    await sql`UPDATE reserves SET planned = hot WHERE asset = 'ETH'`;
    for (let index = 100; index < 120; index += 1)
      await sql`INSERT INTO unswept (chain, address, index, asset, units)
        VALUES ('ethereum', ${addressOf("ethereum", { branch: "deposit", index })}, ${index}, 'USDT-ERC20', 1000000000)`;
    const units = 10n ** 17n;
    await simnet.pay({ asset: "ETH", address: TO, units });
    await mine("ethereum", 3);
    await sql`INSERT INTO unswept (chain, address, index, asset, units)
      VALUES ('ethereum', ${TO}, ${DEPOSIT.index}, 'ETH', ${units.toString()})`;
    await run();
    await run();
    expect(await kinds()).toEqual(["sweep signed"]);
  });
});
