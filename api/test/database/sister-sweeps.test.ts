// Coins that lie on one EVM chain at an address of another one are swept with the other one's key.
import pino from "pino";
import { describe, expect, it } from "vitest";
import type { AssetCode } from "../../src/core/assets";
import { depositIdOf } from "../../src/core/ids";
import { creditEntry } from "../../src/ledger/entry";
import { feeChangedEntry } from "../../src/ledger/loss-entry";
import { createLedgerStore } from "../../src/ledger/store";
import { changeUnswept } from "../../src/payouts/holdings-store";
import { sweep } from "../../src/payouts/sweeper";
import { addressOf, DEPOSIT } from "../chains/signer";
import {
  chainPaymentHooks,
  clock,
  follow,
  fund,
  hot,
  kinds,
  mine,
  parts,
  place,
  simnet,
  violations,
} from "./chain-payments";

chainPaymentHooks();

const ADDRESS = addressOf("bsc", DEPOSIT);
const TOKEN = "USDT-ERC20";
const USDT = 10n ** 6n;
const MINUTE_MS = 60_000;
const ledger = createLedgerStore(new Uint8Array(32));
const at = { chain: "ethereum", address: ADDRESS, index: DEPOSIT.index } as const;
const run = () => sweep(parts(), simnet.chain("ethereum"));
const onChain = (asset: AssetCode, address = ADDRESS) => simnet.chain("ethereum").balance({ asset, address });
const homes = async () =>
  (await place.owner.$client`SELECT asset, home FROM unswept ORDER BY asset`).map(({ asset, home }) => [
    asset,
    home,
  ]);

/** Coins that came there, as they are booked once they are final. */
async function credited(asset: AssetCode, units: bigint, paid = units): Promise<void> {
  await simnet.pay({ asset, address: ADDRESS, units: paid });
  await mine("ethereum", 3);
  const entry = creditEntry({
    id: depositIdOf(asset),
    asset,
    units,
    holding: "unswept",
    owedTo: "unallocated",
  });
  await ledger.append(place.worker, entry, clock.now());
  await changeUnswept(place.worker, { ...at, asset, home: "bsc", change: units });
}

async function landed(): Promise<void> {
  await follow("ethereum");
  await mine("ethereum", 2);
  await follow("ethereum", 2);
}

describe("coins at an address of a sister chain", () => {
  it("are swept to the hot wallet of the chain where they lie, after a top-up of native coins", async () => {
    await fund("ethereum", 10n ** 18n);
    await credited(TOKEN, 120n * USDT);
    await run();
    expect(await kinds()).toEqual(["top_up signed"]);
    await landed();
    await run();
    await landed();
    expect(await kinds()).toEqual(["top_up final", "sweep final"]);
    expect(await onChain(TOKEN)).toBe(0n);
    expect(await onChain(TOKEN, hot("ethereum"))).toBe(120n * USDT);
    // What is left of the native coins can be moved by that key only.
    expect(await homes()).toEqual([
      ["ETH", "bsc"],
      [TOKEN, "bsc"],
    ]);
    expect(await violations()).toBe(0);
  });

  it("of a mix stay where they are until it has ended, like those of its own chain", async () => {
    const sql = place.owner.$client;
    await fund("ethereum", 10n ** 18n);
    await credited(TOKEN, 120n * USDT);
    await sql`
      INSERT INTO orders (id, tracking_code, version, state, terms, body, book, send_asset, created_at, updated_at)
      VALUES ('mix', '100000001', 1, 'mixing', '{"mixer": {}}', '{}', 'mix', 'BNB', now(), now())`;
    await sql`INSERT INTO addresses (chain, address, index, order_id) VALUES ('bsc', ${ADDRESS}, ${DEPOSIT.index}, 'mix')`;
    await run();
    expect(await kinds()).toEqual([]);
    await sql`UPDATE orders SET state = 'completed', version = version + 1`;
    await run();
    expect(await kinds()).toEqual(["top_up signed"]);
  });
});

describe("coins there", () => {
  it("that the signer does not sign for are left, and the smaller ones after them are swept", async () => {
    const own = addressOf("ethereum", DEPOSIT);
    await credited("ETH", 10n ** 17n);
    await place.owner.$client`UPDATE unswept SET home = 'polygon'`;
    await simnet.pay({ asset: "ETH", address: own, units: 10n ** 16n });
    await mine("ethereum", 3);
    await changeUnswept(place.worker, { ...at, address: own, asset: "ETH", change: 10n ** 16n });
    const warnings: string[] = [];
    await sweep(
      { ...parts(), log: pino({}, { write: (line) => warnings.push(line) }) },
      simnet.chain("ethereum"),
    );
    expect(await kinds()).toEqual(["sweep signed"]);
    expect(warnings.join()).toContain("no such chain");
    const broken = { ...parts().signer, sign: () => Promise.reject(new Error("no connection")) };
    await place.owner.$client`DELETE FROM payout_attempts`;
    await expect(sweep({ ...parts(), signer: broken }, simnet.chain("ethereum"))).rejects.toThrow(
      "no connection",
    );
  });

  it("that the signer refuses keep no place from others, however many they are", async () => {
    const own = addressOf("ethereum", DEPOSIT);
    for (let index = 100; index < 125; index += 1)
      await changeUnswept(place.worker, {
        ...{ chain: "ethereum", address: addressOf("bsc", { ...DEPOSIT, index }), index, home: "polygon" },
        ...{ asset: "ETH", change: 10n ** 17n },
      });
    await simnet.pay({ asset: "ETH", address: own, units: 10n ** 16n });
    await mine("ethereum", 3);
    await changeUnswept(place.worker, { ...at, address: own, asset: "ETH", change: 10n ** 16n });
    await run();
    await run();
    expect(await kinds()).toEqual(["sweep signed"]);
  });

  it("have their key's chain noted also where coins lay there before that was known", async () => {
    await changeUnswept(place.worker, { ...at, asset: "ETH", change: 2n });
    expect(await homes()).toEqual([["ETH", null]]);
    await changeUnswept(place.worker, { ...at, asset: "ETH", home: "bsc", change: 2n });
    expect(await homes()).toEqual([["ETH", "bsc"]]);
    await changeUnswept(place.worker, { ...at, asset: "ETH", change: -1n });
    expect(await homes()).toEqual([["ETH", "bsc"]]);
  });

  it("get what a signed sweep lacks after a deep reorg, at that address", async () => {
    const lacking = 10n ** 14n;
    await fund("ethereum", 10n ** 18n);
    await credited("ETH", 10n ** 17n + lacking, 10n ** 17n);
    await run();
    const lost = { key: "k", nativeAsset: "ETH", moreUnits: lacking, holding: "unswept" } as const;
    await ledger.append(place.worker, feeChangedEntry(lost), clock.now());
    await changeUnswept(place.worker, { ...at, asset: "ETH", change: -lacking });
    await follow("ethereum");
    clock.ms += 10 * MINUTE_MS;
    await mine("ethereum", 1);
    await run();
    expect(await kinds()).toEqual(["sweep broadcasting", "top_up signed"]);
    const [row] = await place.owner.$client`SELECT destination FROM payout_attempts WHERE kind = 'top_up'`;
    expect(row?.destination).toBe(ADDRESS);
  });
});
