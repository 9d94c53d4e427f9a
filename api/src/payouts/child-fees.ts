import { NATIVE_ASSET } from "../core/assets";
import type { Tx } from "../db/client";
import { changeReserves } from "../reserves/store";
import type { AttemptState } from "./attempt";
import type { Attempt } from "./attempt-store";
import { lockFamily } from "./child-store";

/** States in which a payment's coins have gone where it sent them. */
export const HAS_LANDED: ReadonlySet<AttemptState> = new Set(["final", "doubled"]);
const IS_OPEN: ReadonlySet<AttemptState> = new Set(["signed", "broadcasting", "sent", "mined"]);

/**
 * What a payment could spend on the network is promised no more once it has landed. The fees of its children that are not
 * booked yet are promised from then on: they must be payable whatever else is promised meanwhile.
 */
export async function setChildFeesAside(tx: Tx, attempt: Attempt): Promise<void> {
  if (attempt.purpose.kind !== "legs") return;
  const family = await lockFamily(tx, attempt);
  const open = family.filter(({ isChild, state }) => isChild && IS_OPEN.has(state));
  const planned = open.reduce((sum, { feeUnits }) => sum + feeUnits, 0n);
  await changeReserves(tx, [{ asset: NATIVE_ASSET[attempt.chain], held: 0n, planned }]);
}

/** The fee of a child that has ended is promised no more. Nothing for other transactions. */
export async function releaseChildFee(tx: Tx, child: Attempt): Promise<void> {
  if (child.purpose.kind !== "child") return;
  const [payment] = await lockFamily(tx, child);
  if (payment !== undefined && HAS_LANDED.has(payment.state))
    await changeReserves(tx, [{ asset: NATIVE_ASSET[child.chain], held: 0n, planned: -child.feeUnitsMax }]);
}
