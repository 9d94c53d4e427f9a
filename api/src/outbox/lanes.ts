import type { LeasedRow } from "./store";

/** Which commands may be carried out beside others, and how many at a time. */
export type Concurrency = { kinds: ReadonlySet<string>; lanesMax: number };

/**
 * Divides commands into lanes: those of a lane follow each other, and the lanes run beside each other. The commands of one
 * order are in one lane. All whose kind must keep its turn are in the first, with everything else of their orders.
 */
export function intoLanes(rows: readonly LeasedRow[], { kinds, lanesMax }: Concurrency): LeasedRow[][] {
  if (lanesMax <= 1) return [[...rows]];
  const isFree = ({ command, orderId }: LeasedRow): boolean =>
    command !== null && kinds.has(command.kind) && orderId !== null;
  const inTurn = new Set(rows.filter((row) => !isFree(row)).map(({ orderId }) => orderId));
  const lanes: LeasedRow[][] = Array.from({ length: lanesMax }, () => []);
  const laneOf = new Map<LeasedRow["orderId"], number>();
  for (const row of rows) {
    const { orderId } = row;
    const known = laneOf.get(orderId) ?? (inTurn.has(orderId) ? 0 : laneOf.size % lanesMax);
    laneOf.set(orderId, known);
    lanes[known]?.push(row);
  }
  return lanes.filter((lane) => lane.length > 0);
}
