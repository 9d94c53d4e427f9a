import { afterAll, beforeAll, expect, test } from "vitest";
import { signEvm } from "../../src/chains/evm/transaction";
import { depositIdOf } from "../../src/core/ids";
import { creditEntry } from "../../src/ledger/entry";
import { createLedgerStore } from "../../src/ledger/store";
import { readStuck } from "../../src/ledger/stuck-store";
import { changeUnswept } from "../../src/payouts/holdings-store";
import { sweep } from "../../src/payouts/sweeper";
import { addressOf, DEPOSIT } from "../chains/signer";
import {
  addFloat,
  chainPaymentHooks,
  clock,
  follow,
  holdings,
  hot,
  parts,
  place,
  violations,
  watch,
  world,
} from "../database/chain-payments";
import { type EvmHarness, makeEvmHarness } from "./harness";

chainPaymentHooks();

const ADDRESS = addressOf("ethereum", DEPOSIT);
const TOKEN = "USDC-ERC20";
const PAID = 10n ** 9n;
let harness: EvmHarness;
beforeAll(async () => {
  harness = await makeEvmHarness({ id: "ethereum", token: "standard" });
}, 60_000);
afterAll(() => harness.close());

async function mine(blocks: number): Promise<void> {
  await harness.mine(blocks);
  await watch("ethereum");
}

async function work(ticks: number): Promise<void> {
  for (let tick = 0; tick < ticks; tick++) {
    await sweep(parts(), harness.chain);
    await follow("ethereum");
    await mine(1);
  }
}

/** The token's: what is left of its gas is swept, too. */
const sweeps = async () =>
  (
    await place.owner
      .$client`SELECT state FROM payout_attempts WHERE kind = 'sweep' AND asset = ${TOKEN} ORDER BY id`
  ).map(({ state }) => state);
const held = (asset: "ETH" | typeof TOKEN) => harness.chain.balance({ asset, address: ADDRESS });
async function booked(asset: "ETH" | typeof TOKEN): Promise<bigint> {
  const [row] = await place.owner.$client`SELECT units FROM unswept WHERE asset = ${asset}`;
  return BigInt(row?.units ?? 0);
}

test("tokens of a frozen address are set aside after two sweeps that fail, and swept a day after the thaw", async () => {
  world.chain = (chain) => (chain.id === "ethereum" ? harness.chain : chain);
  world.sign = signEvm;
  await harness.fund({ address: hot("ethereum"), asset: "ETH", units: 10n ** 18n });
  await harness.fund({ address: ADDRESS, asset: TOKEN, units: PAID });
  await harness.setReverting?.({ address: ADDRESS, on: true });
  await mine(3);
  await addFloat("ethereum", (await holdings("ethereum"))[1]);
  const entry = creditEntry({
    ...{ id: depositIdOf("paid"), asset: TOKEN, units: PAID },
    ...{ holding: "unswept", owedTo: "unallocated" },
  });
  await createLedgerStore(new Uint8Array(32)).append(place.worker, entry, clock.now());
  const lot = { chain: "ethereum", address: ADDRESS, index: DEPOSIT.index, asset: TOKEN } as const;
  await changeUnswept(place.worker, { ...lot, change: PAID });

  await work(40);
  expect(await sweeps()).toEqual(["reverted", "reverted"]);
  expect([await held(TOKEN), await booked(TOKEN)]).toEqual([PAID, PAID]);
  expect(await held("ETH")).toBe(await booked("ETH"));
  expect((await readStuck(place.admin)).first).toMatchObject([
    { kind: "sweep", name: TOKEN, awaits: "transfer" },
  ]);

  await harness.setReverting?.({ address: ADDRESS, on: false });
  clock.ms += 86_400_000;
  await mine(1);
  await work(20);
  expect(await sweeps()).toEqual(["reverted", "reverted", "final"]);
  expect([await held(TOKEN), await booked(TOKEN)]).toEqual([0n, 0n]);
  expect((await readStuck(place.admin)).count).toBe(0);
  const [books, chain] = await holdings("ethereum");
  expect(books).toBe(chain);
  expect(await violations()).toBe(0);
}, 120_000);
