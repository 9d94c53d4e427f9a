import type { AssetCode } from "../../src/core/assets";
import { type ReserveChange, type ReserveRoom, roomOf } from "../../src/reserves/reserve-change";

type Promised = { held: bigint; planned: bigint; unpaid: bigint };

/** For tests: the reserves of one order, where none may go below zero. */
export class ExampleReserve {
  private readonly promised = new Map<AssetCode, Promised>();

  constructor(readonly own: bigint) {}

  of(asset: AssetCode): Promised {
    return this.promised.get(asset) ?? { held: 0n, planned: 0n, unpaid: 0n };
  }

  all(): Promised[] {
    return [...this.promised.values()];
  }

  room(asset: AssetCode): ReserveRoom {
    return roomOf({ ...this.of(asset), own: this.own });
  }

  change({ asset, held, planned, unpaid = 0n }: ReserveChange): void {
    const before = this.of(asset);
    const after = {
      held: before.held + held,
      planned: before.planned + planned,
      unpaid: before.unpaid + unpaid,
    };
    const isBelowZero = Object.values(after).some((units) => units < 0n);
    if (isBelowZero || after.unpaid > after.held) throw new Error(`the reserve of ${asset} is wrong`);
    this.promised.set(asset, after);
  }
}
