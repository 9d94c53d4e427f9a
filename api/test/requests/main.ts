import { operations } from "../contract/check";
import { openContractWorld } from "../contract/world";
import { setup } from "../postgres/setup";
import { openTargets, sendOddRequests } from "./send";

/**
 * `tsx test/requests/main.ts [--requests N]`: sends odd requests, drawn from the contract, to every operation, with live
 * sessions of each role, and demands that each is refused by a documented problem and that none writes anything.
 */
const COUNT = 100_000;

const at = process.argv.indexOf("--requests");
const count = at < 0 ? COUNT : Number(process.argv[at + 1]);
const stopPostgres = await setup();
const world = await openContractWorld();
try {
  const targets = await openTargets(world);
  const onOperation = (operationId: string) => process.stdout.write(`${operationId}\n`);
  const seen = await sendOddRequests(world, targets, { count, onOperation });
  const kinds = new Set(seen.map(({ operationId, code }) => `${operationId} ${code}`)).size;
  process.stdout.write(
    `${seen.length} requests to ${operations.length} operations, each refused (${kinds} kinds of refusal), nothing written\n`,
  );
} finally {
  await world.stop();
  await stopPostgres?.();
}
