// Sweeps whose address can no longer pay for them, because a deep reorg took native coins from it.
import { describe, expect, it } from "vitest";
import { SignerRefusal } from "../../src/chains/signer";
import type { AssetCode } from "../../src/core/assets";
import { depositIdOf } from "../../src/core/ids";
import { creditEntry } from "../../src/ledger/entry";
import { feeChangedEntry } from "../../src/ledger/loss-entry";
import { createLedgerStore } from "../../src/ledger/store";
import { readStuck } from "../../src/ledger/stuck-store";
import { dueWork } from "../../src/payouts/due-store";
import { changeUnswept } from "../../src/payouts/holdings-store";
import { sweep } from "../../src/payouts/sweeper";
import { addressOf, DEPOSIT } from "../chains/signer";
import {
  attempts,
  clock,
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
import {
  begin,
  difference,
  dropped,
  droppedHooks,
  mine as mineSeen,
  reorganise,
  resume,
  turn,
} from "./dropped-world";

droppedHooks();

const ADDRESS = addressOf("ethereum", DEPOSIT);
const PAID = 10n ** 17n;
const LACKING = 10n ** 14n;
const MINUTE_MS = 60_000;
const ledger = createLedgerStore(new Uint8Array(32));
const at = { chain: "ethereum", address: ADDRESS, index: DEPOSIT.index } as const;
const run = () => sweep(parts(), simnet.chain("ethereum"));
const pay = async (asset: AssetCode, units: bigint) =>
  (await simnet.pay({ asset, address: ADDRESS, units })).txHash;

async function credit(asset: AssetCode, units: bigint, name: string = asset): Promise<void> {
  const id = depositIdOf(name);
  const entry = creditEntry({ id, asset, units, holding: "unswept", owedTo: "unallocated" });
  await ledger.append(place.worker, entry, clock.now());
  await changeUnswept(place.worker, { ...at, asset, change: units });
}

/** As where an earlier sweep is mined again at a higher fee. */
async function lose(moreUnits: bigint): Promise<void> {
  const lost = { key: "k", nativeAsset: "ETH", moreUnits, holding: "unswept" } as const;
  await ledger.append(place.worker, feeChangedEntry(lost), clock.now());
  await changeUnswept(place.worker, { ...at, asset: "ETH", change: -moreUnits });
}

/** What the books and the chain have of native coins at the address. */
async function native(): Promise<[books: bigint, chain: bigint]> {
  const [row] = await place.owner.$client`SELECT units FROM unswept WHERE asset = 'ETH'`;
  return [BigInt(row?.units), await simnet.chain("ethereum").balance({ asset: "ETH", address: ADDRESS })];
}

/** What our top-ups bring, in native units. */
const topUps = async () =>
  (await place.owner.$client`SELECT units FROM payout_attempts WHERE kind = 'top_up'`).map(({ units }) =>
    BigInt(units),
  );

/** A sweep that is signed over more coins than its address has, and that nodes have refused for ten minutes. */
async function refused(lacking: bigint): Promise<void> {
  await fund("ethereum", 10n ** 18n);
  await pay("ETH", PAID);
  await mine("ethereum", 3);
  await credit("ETH", PAID + lacking);
  await run();
  await lose(lacking);
  await follow("ethereum");
  clock.ms += 10 * MINUTE_MS;
  await mine("ethereum", 1);
}

describe("a sweep that its address cannot pay for", () => {
  it("gets what is missing by one top-up, and the same bytes are mined", async () => {
    await refused(LACKING);
    const [signed] = await attempts();
    await run();
    await run();
    expect(await kinds()).toEqual(["sweep broadcasting", "top_up signed"]);
    expect(await topUps()).toEqual([LACKING]);
    await follow("ethereum");
    await mine("ethereum", 2);
    await follow("ethereum", 2);
    await mine("ethereum", 2);
    await follow("ethereum", 2);
    await run();
    expect(await kinds()).toEqual(["sweep final", "top_up final"]);
    expect((await attempts())[0]?.raw).toBe(signed?.raw);
    const [books, chain] = await native();
    expect(books).toBe(chain);
  });

  it("gets nothing in the first ten minutes, nor where the node knows it again", async () => {
    await refused(LACKING);
    clock.ms -= 5 * MINUTE_MS;
    await watch("ethereum");
    await run();
    expect(await kinds()).toEqual(["sweep broadcasting"]);
    clock.ms += 5 * MINUTE_MS;
    await pay("ETH", LACKING);
    await mine("ethereum", 1);
    await simnet.chain("ethereum").broadcast((await attempts())[0]?.raw ?? "");
    await run();
    expect(await kinds()).toEqual(["sweep broadcasting"]);
  });

  it("gets nothing above what the signer signs, and is shown after a day", async () => {
    await refused(6n * 10n ** 16n);
    await run();
    expect(await kinds()).toEqual(["sweep broadcasting"]);
    clock.ms += 24 * 60 * MINUTE_MS - 11 * MINUTE_MS;
    await watch("ethereum");
    expect((await readStuck(place.admin)).count).toBe(0);
    clock.ms += 2 * MINUTE_MS;
    await watch("ethereum");
    expect((await readStuck(place.admin)).first).toMatchObject([
      { kind: "transaction", awaits: "transaction", detail: "insufficient funds for gas * price + value" },
    ]);
    // In a node's pool it may wait for lower fees.
    await place.owner.$client`UPDATE attempt_looks SET said = 'mempool'`;
    expect((await readStuck(place.admin)).count).toBe(0);
  });
});

it("a sweep that lands takes back what was noted of the signer, which refused its top-up", async () => {
  const refusals = async () =>
    (await place.owner.$client`SELECT refused_for, refused_since IS NULL AS never FROM unswept`).map(
      ({ refused_for, never }) => [refused_for, never],
    );
  await refused(LACKING);
  const { signer, ...rest } = parts();
  const sign: typeof signer.sign = async () => {
    throw new SignerRefusal("above the cap");
  };
  await sweep({ ...rest, signer: { ...signer, sign } }, simnet.chain("ethereum"));
  expect(await refusals()).toEqual([["above the cap", false]]);
  await pay("ETH", LACKING);
  await credit("ETH", LACKING, "returned");
  for (let round = 0; round < 3; round++) {
    await follow("ethereum", 2);
    await mine("ethereum", 2);
  }
  expect(await kinds()).toEqual(["sweep final"]);
  expect(await refusals()).toEqual([[null, true]]);
});

describe("a sweep that waits for a top-up", () => {
  it("waits while the hot wallet's coins are promised", async () => {
    await refused(LACKING);
    await place.owner.$client`UPDATE reserves SET planned = hot WHERE asset = 'ETH'`;
    await run();
    expect(await kinds()).toEqual(["sweep broadcasting"]);
    await place.owner.$client`UPDATE reserves SET planned = 0 WHERE asset = 'ETH'`;
    await run();
    expect(await kinds()).toEqual(["sweep broadcasting", "top_up signed"]);
  });

  it.each([
    [0, ["sweep broadcasting", "sweep sent"]],
    [2, ["sweep broadcasting", "sweep sent", "top_up signed"]],
  ])("waits for earlier sweeps, and not for later ones (nonce %i)", async (nonce, expected) => {
    await refused(LACKING);
    await place.owner.$client`UPDATE payout_attempts SET nonce = 1`;
    await place.owner
      .$client`INSERT INTO payout_attempts (kind, chain, asset, sender, nonce, destination, units, fee_units_max, deposit_index, state, raw, tx_id, next_check_at, created_at)
        SELECT kind, chain, asset, sender, ${nonce}, destination, 1, 1, deposit_index, 'sent', 'other', 'other', now(), now() FROM payout_attempts`;
    await run();
    expect(await kinds()).toEqual(expected);
  });

  it("is work of its chain, also where no coins are left at any address", async () => {
    await refused(LACKING);
    await place.owner.$client`UPDATE unswept SET units = 0`;
    const sweeps = async () => (await dueWork(place.worker, "ethereum", clock.now())).sweeps;
    expect(await sweeps()).toBe(true);
    await place.owner.$client`UPDATE payout_attempts SET state = 'final'`;
    expect(await sweeps()).toBe(false);
    await place.owner
      .$client`INSERT INTO dropped_attempts (attempt_id, since, next_check_at) SELECT id, now(), now() FROM payout_attempts`;
    expect(await sweeps()).toBe(true);
  });
});

it("a sweep that had ended gets what is missing, too, and is final again", async () => {
  await begin("ethereum");
  const to = { model: "account", asset: "USDT-ERC20", from: ADDRESS, to: hot("ethereum") } as const;
  const { feeUnits: gas } = await simnet.chain("ethereum").feeQuote(to);
  const lacking = gas / 10n;
  await pay("USDT-ERC20", 10n ** 9n);
  await pay("ETH", gas - lacking);
  const lost = await pay("ETH", lacking);
  await mineSeen("ethereum", 3);
  await credit("USDT-ERC20", 10n ** 9n);
  await credit("ETH", gas);
  await run();
  await turn("ethereum");
  await mineSeen("ethereum", 2);
  await turn("ethereum");
  expect(await kinds()).toEqual(["sweep final"]);
  const [signed] = await attempts();
  await reorganise("ethereum", 5, lost, signed?.txId ?? "");
  await resume("ethereum");
  await lose(lacking);
  await turn("ethereum");
  clock.ms += 10 * MINUTE_MS;
  for (let round = 0; round < 5; round++) {
    await mineSeen("ethereum", 2);
    await turn("ethereum");
    await run();
  }
  expect(await kinds()).toEqual(["sweep final", "top_up final"]);
  expect(await topUps()).toEqual([lacking]);
  expect(await dropped()).toEqual([]);
  const [books, chain] = await native();
  expect(books).toBe(chain);
  expect(await difference("ethereum")).toBe(0n);
});
