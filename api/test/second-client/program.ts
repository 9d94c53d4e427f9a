import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Calculation, Order } from "../../../openapi/src/client";

/** What the test calls of `integrator.ts`, which is compiled with the client that it uses and not with the tests. */
export type Integrator = {
  swap(
    wanted: object,
    idempotencyKey: string,
  ): Promise<{ quote: Calculation; created: Order; repeated: Order; ended: Order }>;
  refund(
    wanted: object,
    paid: { amount: string; refundAddress: string },
  ): Promise<{ asked: Order; refund: Order["choices"][number]; stale: string | undefined; ended: Order }>;
};

/** Runs a program to its end. Throws with what it printed unless it ends well. */
export async function ranWell(program: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  const keep = (chunk: Buffer): void => {
    printed += chunk.toString();
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  await once(child, "close");
  if (child.exitCode !== 0) throw new Error(`${program} ended with ${child.exitCode}:\n${printed}`);
}
