import { eq } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import type { LegId } from "../core/ids";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { timeMs } from "../db/columns";

const payoutReleases = pgTable("payout_releases", {
  legId: text("leg_id").$type<LegId>().notNull(),
  username: text("username").notNull(),
  code: text("code").notNull(),
  askedAt: timeMs("asked_at").notNull(),
});
const payoutLegs = pgTable("payout_legs", {
  id: text("id").$type<LegId>().primaryKey(),
  state: text("state").$type<"planned" | "final" | "reversed">().notNull(),
});

/** Leaves an approver's one-time code for the signer. */
export async function askRelease(
  tx: Tx,
  asked: { legId: LegId; username: string; code: string; askedAt: TimeMs },
): Promise<void> {
  await tx.insert(payoutReleases).values(asked);
}

/** How far a leg is; undefined where there is none. */
export async function legState(tx: Tx, legId: LegId): Promise<"planned" | "final" | "reversed" | undefined> {
  const [row] = await tx.select({ state: payoutLegs.state }).from(payoutLegs).where(eq(payoutLegs.id, legId));
  return row?.state;
}
