import type { Random, TimeMs } from "../core/ports";
import type { Database, Tx } from "../db/client";
import { deleteDevice, insertDevice, isDeviceOf, pruneDevices } from "./device-store";
import { newToken, tokenHash } from "./tokens";

/** A device is known for 90 days after its last login. */
const KNOWN_MS = 90 * 86_400_000;
const DEVICES_MAX = 20;

/**
 * The name of the queue in which a login waits: the device's own where it has logged in to this account before, so that
 * attempts from elsewhere never keep its owner waiting; else the account's.
 */
export async function queueOf(
  database: Database,
  login: { username: string; deviceToken?: string | undefined; now: TimeMs },
): Promise<string> {
  const { username, deviceToken, now } = login;
  // PostgreSQL cannot store U+0000, so no account has such a name.
  if (deviceToken !== undefined && !username.includes("\u0000")) {
    const hash = tokenHash(deviceToken);
    if (await isDeviceOf(database, { tokenHash: hash, username, now })) return `device:${hash}`;
  }
  return `name:${username}`;
}

/** Knows a device from now on, under a new token; the token that it had before is good no more. */
export async function rememberDevice(
  tx: Tx,
  login: { random: Random; adminId: string; deviceToken: string | undefined; now: TimeMs },
): Promise<string> {
  const { random, adminId, deviceToken, now } = login;
  if (deviceToken !== undefined) await deleteDevice(tx, { tokenHash: tokenHash(deviceToken), adminId });
  const token = newToken(random);
  await insertDevice(tx, { tokenHash: tokenHash(token), adminId, createdAt: now, expiresAt: now + KNOWN_MS });
  await pruneDevices(tx, { adminId, now, kept: DEVICES_MAX });
  return token;
}
