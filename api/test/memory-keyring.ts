import type { Keyring } from "../src/mixing/keyring-store";

/** A keyring without a database. */
export function memoryKeyring(): Keyring {
  const keys = new Map<string, { key: Uint8Array; at: number }>();
  return {
    async keep(id, key, at) {
      keys.set(id, { key, at });
    },
    read: async (id) => keys.get(id)?.key,
    async destroy(ids) {
      for (const id of ids) keys.delete(id);
    },
    olderThan: async (at) => [...keys].filter(([, kept]) => kept.at < at).map(([id]) => id),
  };
}
