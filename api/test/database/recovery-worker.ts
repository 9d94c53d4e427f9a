import { randomBytes } from "node:crypto";
import pino from "pino";
import type { AssetCode } from "../../src/core/assets";
import { type OrderId, orderIdOf } from "../../src/core/ids";
import type { TimeMs } from "../../src/core/ports";
import { silentNotifier } from "../../src/db/notifications";
import { createLedgerStore } from "../../src/ledger/store";
import { createEngine } from "../../src/orders/engine/apply";
import { createCommandHandlers } from "../../src/orders/engine/commands";
import { runTimers } from "../../src/orders/engine/timers";
import { exampleMarket } from "../orders/example-order";
import type { Place } from "./place";

/** The worker's side of an order that sends coins back, and an administrator's refund of it; `market` is theirs. */
export function recoveryWorker({ placeOf, asset, at }: { placeOf(): Place; asset: AssetCode; at: TimeMs }) {
  const ledger = createLedgerStore(new Uint8Array(32).fill(1));
  const market = { feeUnits: 0n };
  const marketFor = async () => exampleMarket({ at, refundFeeUnits: market.feeUnits, refundFeeUnitsMax: 3n });
  const clockAt = (now: TimeMs) => ({ clock: { now: () => now } });
  const parts = () => {
    const { worker: database } = placeOf();
    const engine = createEngine({ database, ledger, notifier: silentNotifier });
    return { database, engine, marketFor };
  };
  return {
    market,
    /** Takes up what was written for it, a kind of work at a time. */
    async work(kind: "claim" | "screen" | "plan_refund", isListed = false): Promise<void> {
      const [row] = await placeOf().owner
        .$client`SELECT id::text, order_id, payload FROM outbox WHERE kind = ${kind}`;
      if (row === undefined) throw new Error("no such work");
      const handlers = createCommandHandlers({
        ...{ ...parts(), ...clockAt(at), ledger, notifier: silentNotifier, chains: new Map() },
        random: { bytes: (count) => randomBytes(count) },
        newMixSeed: async () => ({ keep: async () => {} }),
        isListed: () => isListed,
        releasedCap: async () => 0n,
      });
      const given = { id: row.id, orderId: orderIdOf(row.order_id), attempts: 0, fence: "1" };
      const command = row.payload as never;
      await handlers[kind](command, { ...given, command });
    },
    runTimersAt: (now: TimeMs) => runTimers({ ...parts(), ...clockAt(now), log: pino({ level: "silent" }) }),
    async refundHeld(orderId: OrderId): Promise<void> {
      const event = { type: "refund_held", at, admin: "a", reason: "r", market: await marketFor() } as const;
      await parts().engine.apply({ orderId, source: "admin", externalId: `${orderId}:now`, event });
    },
    /** The hot wallet has coins by then, as after the sweep. */
    fund(code: "BNB" | typeof asset, units: bigint) {
      const entries = [
        { account: "chain", asset: code, units } as const,
        { account: "float", asset: code, units: -units } as const,
      ];
      return placeOf().worker.transaction((tx) =>
        ledger.append(tx, { kind: "float", key: `float:${code}`, entries }, at),
      );
    },
  };
}
