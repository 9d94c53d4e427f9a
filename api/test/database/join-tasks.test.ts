import { beforeAll, expect, it } from "vitest";
import { type Chain, ChainUnavailable } from "../../src/chains/chain";
import type { ChainId } from "../../src/core/assets";
import { depositIdOf } from "../../src/core/ids";
import { openInstallation } from "../../src/db/installation";
import { silentNotifier } from "../../src/db/notifications";
import type { Watcher } from "../../src/deposits/watcher";
import { floatEntry } from "../../src/ledger/entry";
import { createLedgerStore } from "../../src/ledger/store";
import { createWorker } from "../../src/worker";
import { bitcoin, clock, parts, paymentHooks, place } from "./payment-world";

paymentHooks();
beforeAll(() =>
  openInstallation(place.worker, {
    network: "simnet",
    random: { bytes: (count: number) => new Uint8Array(count).fill(7) },
  }),
);

const litecoin: Chain = { ...bitcoin, id: "litecoin", assets: ["LTC"] };
const away: Chain = {
  ...bitcoin,
  feeQuote: () => Promise.reject(new ChainUnavailable("bitcoin", "the node is away")),
};
const nothing = async () => {};

/** Many small coins on a chain whose network fee is low. */
async function small(chain: ChainId, asset: "BTC" | "LTC"): Promise<void> {
  const sql = place.owner.$client;
  await sql`INSERT INTO chain_cursors (chain, height, hash, tip_height, status, answered_at)
    VALUES (${chain}, 9, 'h9', 9, 'ok', now()) ON CONFLICT DO NOTHING`;
  await sql`INSERT INTO network_fees (asset, payout_units, sweep_units, usual_scaled, at) VALUES (${asset}, 1, 0, 1000000, now())`;
  await sql`INSERT INTO wallet_outputs (chain, tx_id, ordinal, asset, address, branch, index, units, height, state)
    SELECT ${chain}, 'small-' || n, 0, ${asset}, 'hot', 'hot', 0, 2000 + n, 1, 'available' FROM generate_series(1, 120) AS n`;
  const coins = floatEntry({ id: depositIdOf(`float-${asset}`), asset, units: 10n ** 9n });
  await createLedgerStore(new Uint8Array(32)).append(place.worker, coins, 0);
}

it("coins are joined by a task of each chain: one that is away delays no other", async () => {
  await small("bitcoin", "BTC");
  await small("litecoin", "LTC");
  await place.owner.$client`UPDATE reserves SET held = 0, planned = 0`;
  const hotAddresses = new Map<ChainId, string>([
    ["litecoin", "hot"],
    ["bitcoin", "hot"],
  ]);
  const follow = { ...parts(), hotAddresses };
  const watcher = { tick: async () => false } as Watcher;
  const { tasks } = createWorker({
    ...{ database: place.worker, notifier: silentNotifier, clock, log: follow.log, handlers: {}, follow },
    ...{
      chainEveryMs: 1,
      quietChainEveryMs: 1,
      runTimers: async () => false,
      signRounds: nothing,
      nextTimerAt: async () => null,
    },
    ...{ updatePrices: nothing, updateNetworkFees: nothing, fillPools: nothing, reconcile: async () => true },
    keepHouse: nothing,
    tellApprovers: undefined,
    watchers: new Map([
      [away, watcher],
      [litecoin, watcher],
    ]),
  });
  const run = (name: string) => tasks.find((task) => task.name === name)?.run();
  await expect(run("join-coins:bitcoin")).rejects.toThrow("the node is away");
  await run("join-coins:litecoin");
  const signed = await place.owner.$client`SELECT chain, kind FROM payout_attempts`;
  expect(signed).toMatchObject([{ chain: "litecoin", kind: "consolidation" }]);
});
