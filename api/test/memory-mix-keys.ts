import type { MixKeys } from "../src/chains/signer";
import type { Clock } from "../src/core/ports";
import { seededRandom } from "../src/core/seeded-random";
import type { DailyKeys } from "../src/signing/daily-keys";
import { createMixKeys } from "../src/signing/mix-keys";
import { KEY_BYTES } from "../src/signing/seal";

/** The signer's keys of the days without files, and what it seals by them. */
export function memoryMixKeys(clock: Clock): MixKeys & { keys: DailyKeys } {
  const random = seededRandom("keys of mixes");
  const known = new Map<string, Uint8Array>();
  const keys: DailyKeys = {
    async of(day) {
      const key = known.get(day) ?? random.bytes(KEY_BYTES);
      known.set(day, key);
      return key;
    },
    read: async (day) => known.get(day),
    days: async () => [...known.keys()],
    async destroy(day) {
      known.delete(day);
    },
  };
  return { keys, ...createMixKeys({ keys, clock, random }) };
}
