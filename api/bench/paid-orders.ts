import { CLIENTS, createOrders, RECEIVERS } from "./orders";
import type { Service } from "./service";
import { prepareSettlement, type Settlement, simulatedAssets } from "./settlement";

/** Makes orders of each kind wanted, ends the server, and lets their deposits be seen. */
export async function openPaidOrders(
  service: Service,
  wanted: readonly { bodies: readonly string[]; count: number }[],
): Promise<Settlement[]> {
  const server = await service.running();
  const kinds: string[][] = [];
  for (const { bodies, count } of wanted) kinds.push(idsOf(await createOrders(server, count, bodies)));
  await service.stopped();
  const opened: Settlement[] = [];
  for (const orderIds of kinds) opened.push(await seeDeposits(service, orderIds));
  return opened;
}

/** Lets the deposits of orders be seen, as the worker does. */
export const seeDeposits = (service: Service, orderIds: readonly string[]): Promise<Settlement> =>
  prepareSettlement(service.workerUrl(), {
    orderIds,
    assets: simulatedAssets(["BTC", ...Object.keys(RECEIVERS)]),
    clients: CLIENTS,
  });

/** Processor time so far of this process, which runs the engine, and of PostgreSQL. */
export function engineCpuMs(service: Service): number | undefined {
  const { user, system } = process.cpuUsage();
  const others = service.cpuMs();
  return others === undefined ? undefined : others + (user + system) / 1_000;
}

/** A round that settles so many orders. */
export const settling = (settlement: Settlement, units: number) => async () => ({
  units,
  perSecond: await settlement.run(units),
});

export const idsOf = (made: readonly { id: string }[]): string[] => made.map(({ id }) => id);
