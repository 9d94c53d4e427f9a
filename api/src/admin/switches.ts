import type { AssetCode } from "../core/assets";
import type { Clock } from "../core/ports";
import type { Database, Tx } from "../db/client";
import { transaction } from "../db/transaction";
import { appendAudit } from "./audit";
import type { SwitchWire } from "./schema";
import { lockSwitches, readSwitches, type SwitchName, saveSwitch } from "./switches-store";

export const assetSwitch = (asset: AssetCode): SwitchName => `asset:${asset}`;

/**
 * Whether one of these switches is paused. Asked inside the transaction that does what the switch forbids: until it ends
 * no switch turns, so that when a pause has been answered nothing is done any more that it forbids.
 */
export async function isPaused(tx: Tx, ...names: readonly SwitchName[]): Promise<boolean> {
  await lockSwitches(tx, "shared");
  const switches = await readSwitches(tx);
  return names.some((name) => switches.get(name)?.paused === true);
}

/** Turns a switch and records who did it and why; waits for what is being done under it. */
export function turnSwitch(
  parts: { database: Database; clock: Clock },
  turn: { name: SwitchName; paused: boolean; reason: string; admin: string },
): Promise<SwitchWire> {
  const { name, paused } = turn;
  const reason = turn.reason.replaceAll("\u0000", "");
  return transaction(parts.database, async (tx) => {
    await lockSwitches(tx, "exclusive");
    const at = parts.clock.now();
    await saveSwitch(tx, { name, paused, reason, turnedAt: at });
    const [kind, subject = null] = name.split(":");
    const verb = paused ? (kind === "signer" ? "stop" : "pause") : "resume";
    const draft = { at, admin: turn.admin, action: `${kind}.${verb}`, subject, reason };
    await appendAudit(tx, { ...draft, outcome: "done" });
    return { name, paused, reason, since: new Date(at).toISOString() };
  });
}

/** The two switches that are always there, and those of assets that were ever turned. */
export async function listSwitches(tx: Tx): Promise<SwitchWire[]> {
  const switches = await readSwitches(tx);
  const names = new Set<SwitchName>(["payouts", "signer", ...[...switches.keys()].sort()]);
  return [...names].map((name) => {
    const known = switches.get(name);
    if (known === undefined) return { name, paused: false, reason: null, since: null };
    const { paused, reason, turnedAt } = known;
    return { name, paused, reason, since: new Date(turnedAt).toISOString() };
  });
}
