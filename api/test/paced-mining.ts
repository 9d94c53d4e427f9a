import { setTimeout as sleep } from "node:timers/promises";

/** A block of each node every so often, one after the other. Turning it off waits for those under way. */
export function pacedMining(
  nodes: readonly { mine(blocks: number): Promise<void> }[],
  everyMs: number,
): (on: boolean) => Promise<void> {
  let isOn = false;
  let under: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    while (isOn) {
      for (const node of nodes) await node.mine(1).catch(() => undefined);
      await sleep(everyMs);
    }
  };
  return async (on) => {
    isOn = false;
    await under;
    isOn = on;
    under = run();
  };
}
