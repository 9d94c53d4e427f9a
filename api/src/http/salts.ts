import type { Clock, Random } from "../core/ports";

/** The salt under which clients are hashed now. */
export type Salts = { current(): Uint8Array };

export const SALT_BYTES = 32;
export const SALT_MS = 60 * 60 * 1000;

/** Salts of this process only, each kept in memory for an hour. */
export function createOwnSalts({ clock, random }: { clock: Clock; random: Random }): Salts {
  let salt = random.bytes(SALT_BYTES);
  let endsAt = clock.now() + SALT_MS;
  return {
    current() {
      const now = clock.now();
      if (now >= endsAt) {
        salt = random.bytes(SALT_BYTES);
        endsAt = now + SALT_MS;
      }
      return salt;
    },
  };
}
