import type { Clock } from "../core/ports";
import { closeDatabase, openDatabase } from "../db/client";
import { openSimnet, type Simnet } from "./simnet/simnet";

/** How the simulated networks are reached. */
export type SimnetConfig = { simnetUrl: string | undefined; simnetBlockMs: number };

/** Opens the simulated networks; one process of an installation mines. */
export async function connectSimnet(
  { simnetUrl, simnetBlockMs }: SimnetConfig,
  { clock, mines }: { clock: Clock; mines: boolean },
): Promise<{ simnet: Simnet; close(): Promise<void> }> {
  if (simnetUrl === undefined) throw new RangeError("no address of the simulated networks");
  const pool = openDatabase({ url: simnetUrl, role: "simnet", connectionsMax: mines ? 6 : 2 });
  const simnet = await openSimnet({ sql: pool.$client, clock, blockMs: simnetBlockMs, auto: mines });
  return {
    simnet,
    async close() {
      await simnet.close();
      await closeDatabase(pool);
    },
  };
}
