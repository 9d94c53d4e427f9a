// An approver sends back what came on one EVM chain to an address that another one has handed out.
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOwnAddresses } from "../../src/address/store";
import { listWaiting } from "../../src/admin/waiting-store";
import { registryUnits } from "../../src/core/asset-amount";
import { type DepositId, depositIdOf, orderIdOf } from "../../src/core/ids";
import { silentNotifier } from "../../src/db/notifications";
import { type DepositRow, loadDeposit } from "../../src/deposits/store";
import { checkInvariants } from "../../src/ledger/invariants";
import type { CurrentPrices } from "../../src/market/market";
import { listRecoveries } from "../../src/orders/store/recovery-store";
import { loadOrder } from "../../src/orders/store/store";
import { openClaim } from "../../src/orders/verbs/open-claim";
import { recover } from "../../src/orders/verbs/recover";
import { forgetWhatIsLeft } from "../../src/retention/service";
import { forgetOrder } from "../../src/retention/store";
import { CUSTOMER_EVM, OTHER_EVM } from "../chains/signer";
import { currentPrices } from "./current-prices";
import { FakeAccounts } from "./fake-accounts";
import { recoveryWorker } from "./recovery-worker";
import { DENIED, failureOf } from "./taken-over-world";
import { openWatchWorld, type WatchWorld } from "./watch-world";

const POLICY = { confirmations: 2, finalized: false };
const NOW = Date.parse("2026-03-10T09:30:00.000Z");
const ASSET = "USDT-BEP20";
const UNITS = 120n * 10n ** 18n;
const FEE = 10n ** 18n;
const OURS = "0x9858EfFD232B4033E47d90003D41EC34EcaEda94";

/** What a refund costs on the networks is this much in native units. */
const pricesAt = (payoutUnits: bigint) => currentPrices(NOW, { payoutUnits, sweepUnits: 0n });

let world: WatchWorld;
let prices: CurrentPrices;
let chain: FakeAccounts;
let id: DepositId;
beforeEach(async () => {
  prices = pricesAt(300n);
  worker.market.feeUnits = FEE;
  chain = new FakeAccounts(NOW, "bsc");
  world = await openWatchWorld({ policyFor: () => POLICY, policyMax: POLICY, on: chain });
  await world.order("o1", []);
  await sql()`INSERT INTO addresses (chain, address, index, order_id) VALUES ('ethereum', ${OURS}, 7, 'o1')`;
  chain.mine({ ...chain.token(ASSET, "any", OURS, UNITS), from: [CUSTOMER_EVM] });
  chain.mine();
  await world.look();
  id = (await waiting())[0]?.id ?? depositIdOf("none");
});
afterEach(() => world.place.close());

const sql = () => world.place.owner.$client;
const random = { bytes: (count: number) => randomBytes(count) };
const clock = { now: () => NOW };
const waiting = () => listRecoveries(world.place.admin);

/** What an approver asks for, by the login of the administrators' process. */
const ask = (refundAddress = OTHER_EVM, deposit = id, listed = "") =>
  recover(
    {
      ...{ database: world.place.admin, clock, random, notifier: silentNotifier },
      prices: { refresh: async () => prices },
      checks: {
        ...{ isOurs: createOwnAddresses(world.place.admin), network: "main", contracts: new Map() },
        isListed: (address) => address === listed,
      },
    },
    deposit,
    { refundAddress, reason: "A wrong network.", admin: "anna" },
  );

const codeOf = async (asked: ReturnType<typeof ask>): Promise<string | null> => {
  const outcome = await asked;
  return outcome.ok ? null : outcome.error.code;
};

const worker = recoveryWorker({ placeOf: () => world.place, asset: ASSET, at: NOW });
const { work, fund } = worker;

async function books(account: string): Promise<bigint> {
  const [row] = await sql()`
    SELECT sum(balance)::text AS balance FROM ledger_accounts WHERE account LIKE ${account} AND asset = ${ASSET}`;
  return BigInt(row?.balance ?? 0);
}
const violated = async (): Promise<number[]> =>
  (await checkInvariants(world.place.admin))
    .filter(({ violations }) => violations > 0)
    .map(({ id: of }) => of);

describe("an approver", () => {
  it("is told that the coins wait, until an order sends them back", async () => {
    expect(await listWaiting(world.place.worker)).toEqual([{ kind: "recovery", id }]);
    await ask();
    expect(await listWaiting(world.place.worker)).toEqual([]);
  });

  it("sees the most valuable coins first, and is notified of none below an order's least amount", async () => {
    const least = registryUnits(ASSET, "minAmount");
    const pay = (hash: string, units: bigint) => chain.mine(chain.token(ASSET, hash, OURS, units));
    pay("small", least - 1n);
    pay("large", UNITS * 2n);
    pay("usual", least);
    chain.mine();
    await world.look();
    const listed = await waiting();
    expect(listed.map(({ txHash }) => txHash)).toEqual(["large", "any", "usual", "small"]);
    const told = (await listWaiting(world.place.worker)).map((one) => one.id);
    expect(new Set(told)).toEqual(new Set(listed.slice(0, 3).map((one) => one.id)));
  });

  it("opens an order that sends them to the address that is named, and the other one stays as it is", async () => {
    const before = [...(await sql()`SELECT version, state FROM orders WHERE id = 'o1'`)];
    const asked = await ask(OTHER_EVM.toLowerCase());
    if (!asked.ok) throw new Error(asked.error.code);
    const { order, refundAddress } = asked.value;
    expect(refundAddress).toBe(OTHER_EVM);
    expect(await loadOrder(world.place.worker, order.id)).toMatchObject({
      ...{ refundAddress: OTHER_EVM, phase: { state: "confirming" } },
      terms: { sendAsset: ASSET, sendUnits: UNITS, payout: { kind: "refund_only" }, parentId: null },
    });
    expect([...(await sql()`SELECT version, state FROM orders WHERE id = 'o1'`)]).toEqual(before);
    expect(await waiting()).toEqual([]);
    const [entry] = await sql()`SELECT admin, action, outcome, subject, reason FROM admin_audit`;
    const done = { admin: "anna", action: "recovery.refund", outcome: "done", reason: "A wrong network." };
    expect(entry).toEqual({ ...done, subject: `${order.trackingCode}: 120 ${ASSET}` });
  });

  it("does so once: the next one is refused, and both are recorded", async () => {
    expect(await codeOf(ask())).toBeNull();
    expect(await codeOf(ask(CUSTOMER_EVM))).toBe("recovery/opened");
    await work("claim");
    expect(await codeOf(ask(CUSTOMER_EVM))).toBe("recovery/opened");
    await ask(CUSTOMER_EVM, depositIdOf("none"));
    const rows = await sql()`SELECT outcome, subject FROM admin_audit ORDER BY seq`;
    expect(rows.map(({ outcome }) => outcome)).toEqual(["done", "refused", "refused", "refused"]);
    expect(rows.slice(1).map(({ subject }) => subject)).toEqual([`120 ${ASSET}`, `120 ${ASSET}`, null]);
  });
});

describe("what an approver asks for", () => {
  it("sends nothing back that is not final, and nothing of this chain's own addresses", async () => {
    expect(await codeOf(ask(OTHER_EVM, depositIdOf("none")))).toBe("recovery/unknown");
    chain.mine(chain.token(ASSET, "young", OURS, UNITS));
    await world.look();
    const young = (await waiting()).find(({ txHash }) => txHash === "young");
    expect(young).toMatchObject({ state: "seen" });
    expect(await codeOf(ask(OTHER_EVM, young?.id))).toBe("recovery/not-final");
    await sql()`UPDATE deposits SET home = NULL, home_index = NULL`;
    expect(await codeOf(ask())).toBe("recovery/unknown");
  });

  it("sends nothing back that is not worth its network fee, or while that is unknown, and it waits further", async () => {
    prices = pricesAt(10n ** 18n);
    expect(await codeOf(ask())).toBe("recovery/too-little");
    prices = { ...prices, prices: new Map() };
    expect(await codeOf(ask())).toBe("rate/unavailable");
    expect(await waiting()).toMatchObject([{ id }]);
    prices = pricesAt(300n);
    expect(await codeOf(ask())).toBeNull();
  });

  it("names no address that is listed, or ours on any of these chains", async () => {
    expect(await codeOf(ask(OTHER_EVM, id, OTHER_EVM))).toBe("address/listed");
    expect(await codeOf(ask(OURS))).toBe("address/ours");
    expect(await codeOf(ask("bc1q"))).toMatch(/^address\//);
    expect(await createOwnAddresses(world.place.http)("tron", OURS)).toBe(false);
  });
});

describe("the coins", () => {
  it("are booked to the order that sends them back, screened, and refunded less the network fee", async () => {
    await ask();
    await work("claim");
    expect(await books("unallocated")).toBe(0n);
    expect(await books("customer:%")).toBe(UNITS);
    expect(await violated()).toEqual([]);
    await work("screen");
    await fund(ASSET, UNITS);
    await fund("BNB", FEE);
    await work("plan_refund");
    const [leg] = await sql()`SELECT kind, chain, asset, destination, units::text FROM payout_legs`;
    const units = (UNITS - FEE).toString();
    expect(leg).toEqual({ kind: "refund", chain: "bsc", asset: ASSET, destination: OTHER_EVM, units });
    expect(await books("customer:%")).toBe(0n);
  });

  it("wait for a person, if their source is listed", async () => {
    const asked = await ask();
    await work("claim");
    await work("screen", true);
    const order = asked.ok ? await loadOrder(world.place.worker, asked.value.order.id) : undefined;
    expect(order?.phase).toMatchObject({ state: "hold", reason: "listed" });
    expect(await waiting()).toMatchObject([{ id, state: "stopped", sentBy: order?.trackingCode }]);
  });

  it("are listed with their order while the network fee is above them, however long, and go back once it has fallen", async () => {
    const asked = await ask();
    if (!asked.ok) throw new Error(asked.error.code);
    const { id: orderId, trackingCode } = asked.value.order;
    await work("claim");
    worker.market.feeUnits = UNITS;
    await work("screen");
    const listed = [{ id, state: "stopped", sentBy: trackingCode }];
    expect(await waiting()).toMatchObject(listed);
    expect(await listWaiting(world.place.worker)).toEqual([{ kind: "recovery", id }]);
    for (const days of [2, 40]) {
      await worker.runTimersAt(NOW + days * 86_400_000);
      expect(await waiting()).toMatchObject(listed);
    }
    expect(await codeOf(ask())).toBe("recovery/opened");
    expect(await violated()).toEqual([]);
    worker.market.feeUnits = FEE;
    await worker.refundHeld(orderId);
    expect(await waiting()).toEqual([]);
    await fund(ASSET, UNITS);
    await fund("BNB", FEE);
    await work("plan_refund");
    const legs = await sql()`SELECT destination, units::text FROM payout_legs`;
    expect([...legs]).toEqual([{ destination: OTHER_EVM, units: (UNITS - FEE).toString() }]);
  });

  it("are claimed no more where a reorg took them first", async () => {
    await ask();
    chain.fork(3);
    await world.look();
    await expect(work("claim")).rejects.toThrow("not to be claimed now");
    expect(await books("customer:%")).toBe(0n);
  });
});

describe("the order that sends them back", () => {
  /** Places it with a login of its own, as this deposit says it begins. */
  async function placed(role: "http" | "admin", change: Partial<DepositRow> = {}): Promise<string | null> {
    const deposit = await loadDeposit(world.place.owner, id);
    if (deposit === undefined) throw new Error("no deposit");
    const opened = world.place[role].transaction((tx) =>
      openClaim({ clock, random }, tx, { deposit: { ...deposit, ...change }, refundAddress: OTHER_EVM }),
    );
    return failureOf(opened);
  }

  it("is placed by the administrators' process only", async () => {
    expect(await placed("http")).toBe(DENIED);
    expect(await placed("admin")).toBeNull();
  });

  it("is of the amount that came, and of no deposit at this chain's own addresses", async () => {
    expect(await placed("admin", { units: UNITS + 1n })).toBe(DENIED);
    await sql()`UPDATE deposits SET home = NULL, home_index = NULL`;
    expect(await placed("admin")).toBe(DENIED);
  });
});

describe("an order that is forgotten", () => {
  const end = () =>
    sql()`UPDATE orders SET state = 'expired', version = version + 1, ended_as = 'expired' WHERE id = 'o1'`;
  const leftovers = async () => [...(await sql()`SELECT chain, address FROM leftovers`)];

  it("is not kept by coins on a sister chain, which are then found under its forgotten address", async () => {
    await end().catch(
      () => sql()`UPDATE orders SET state = 'expired', version = version + 1 WHERE id = 'o1'`,
    );
    expect(await leftovers()).toEqual([]);
    expect((await forgetOrder(world.place.worker, orderIdOf("o1"))).outcome).toBe("forgotten");
    expect(await leftovers()).toEqual([{ chain: "bsc", address: OURS }]);
    await forgetWhatIsLeft(world.place.worker, NOW);
    expect(await leftovers()).toEqual([{ chain: "bsc", address: OURS }]);
    expect(await waiting()).toMatchObject([{ id, order: null }]);
    expect(await codeOf(ask())).toBeNull();
    expect(await createOwnAddresses(world.place.http)("polygon", OURS)).toBe(true);
  });

  it("takes along what ended at its address on a sister chain, once the coins are gone", async () => {
    await ask();
    await work("claim");
    const move = (kind: "sweep" | "top_up", from: string, to: string) => sql()`
      INSERT INTO payout_attempts (kind, chain, asset, sender, nonce, destination, units, fee_units_max, deposit_index, state, raw, tx_id, next_check_at, created_at)
      VALUES (${kind}, 'bsc', 'BNB', ${from}, 0, ${to}, 5, 1, 7, 'final', 'raw', ${`${kind} of ${OURS}`}, now(), now())`;
    await move("top_up", "hot", OURS);
    await move("sweep", OURS, "hot");
    await sql()`UPDATE unswept SET units = 0`;
    const attempts = async () =>
      (await sql()`SELECT kind FROM payout_attempts ORDER BY id`).map(({ kind }) => kind);
    await forgetWhatIsLeft(world.place.worker, NOW);
    expect(await attempts()).toEqual(["top_up", "sweep"]);
    await sql()`UPDATE orders SET state = 'expired', version = version + 1 WHERE id = 'o1'`;
    await forgetOrder(world.place.worker, orderIdOf("o1"));
    expect(await leftovers()).toEqual([{ chain: "bsc", address: OURS }]);
    await forgetWhatIsLeft(world.place.worker, NOW);
    expect(await attempts()).toEqual(["forgotten", "forgotten"]);
    const left = [...(await sql()`SELECT sender, destination, tx_id FROM payout_attempts`)];
    expect(JSON.stringify(left)).not.toContain(OURS);
    expect([...(await sql()`SELECT address FROM unswept`)]).toEqual([]);
    expect(await leftovers()).toEqual([]);
  });
});
