import { appendAudit } from "../audit/audit";
import { type AssetCode, isAssetCode } from "../core/assets";
import type { Clock, TimeMs } from "../core/ports";
import type { Database, Tx } from "../db/client";
import type { Notifier } from "../db/notifications";
import { transaction } from "../db/transaction";
import { lockSwitches, readSwitches, type SwitchName, saveSwitch } from "./store";

/**
 * Whether one of these switches is paused. Asked inside the transaction that does what the switch forbids: until it ends
 * no switch turns, so that when a pause has been answered nothing is done any more that it forbids.
 */
export async function isPaused(tx: Tx, ...names: readonly SwitchName[]): Promise<boolean> {
  await lockSwitches(tx, "shared");
  return isOff(tx, ...names);
}

/** The value at this moment only, for what is asked again under the lock, or has a lock behind it. */
export async function isOff(tx: Tx, ...names: readonly SwitchName[]): Promise<boolean> {
  const switches = await readSwitches(tx);
  return names.some((name) => switches.get(name)?.paused === true);
}

type Turn = { name: SwitchName; paused: boolean; reason: string; admin: string };

/** The position of a switch; `turnedAt` is null for one that was never turned. */
export type SwitchState = {
  name: SwitchName;
  paused: boolean;
  reason: string | null;
  turnedAt: TimeMs | null;
};

/** Pausing and resuming. */
export type Switches = ReturnType<typeof createSwitches>;

/** Turns switches; when the answer is given, every process acts by it. */
export function createSwitches(parts: {
  database: Database;
  clock: Clock;
  /** Of this process: read again, so that what follows the answer sees it. */
  prices: { refresh(): Promise<unknown> };
  notifier: Pick<Notifier, "wake">;
}) {
  return {
    turn: async (turn: Turn): Promise<SwitchState> => {
      const turned = await turnSwitch(parts, turn);
      await parts.prices.refresh();
      parts.notifier.wake("market");
      if (!turn.paused) parts.notifier.wake("outbox");
      return turned;
    },
  };
}

/** Turns a switch and records who did it and why; waits for what is being done under it. */
function turnSwitch(parts: { database: Database; clock: Clock }, turn: Turn): Promise<SwitchState> {
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
    return { name, paused, reason, turnedAt: at };
  });
}

/** The assets that an administrator paused: nothing new is begun with them. */
export async function pausedAssets(tx: Tx): Promise<ReadonlySet<AssetCode>> {
  const switches = [...(await readSwitches(tx)).values()];
  return assetsOf(switches.filter(({ paused }) => paused).map(({ name }) => name));
}

/** The assets among the names of switches. */
export function assetsOf(names: readonly string[]): ReadonlySet<AssetCode> {
  const codes = names.filter((name) => name.startsWith("asset:")).map((name) => name.slice("asset:".length));
  return new Set(codes.filter(isAssetCode));
}

/** The two switches that are always there, and those of assets that were ever turned. */
export async function listSwitches(tx: Tx): Promise<SwitchState[]> {
  const switches = await readSwitches(tx);
  const names = new Set<SwitchName>(["payouts", "signer", ...[...switches.keys()].sort()]);
  return [...names].map((name) => {
    const known = switches.get(name);
    if (known === undefined) return { name, paused: false, reason: null, turnedAt: null };
    return { ...known, name };
  });
}
