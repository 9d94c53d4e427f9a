import type { Track } from "@sotto/openapi";

/** A mixed order shows its status and nothing else, not even when it was created. */
export const isMixed = (order: Track): boolean => order.createdAt === null;

/** The key of the text that says where a tracked order is; the status of a mixed one covers several states. */
export const stateKey = (order: Track) =>
  isMixed(order) ? (`trackMixed.${order.status}` as const) : (`state.${order.state}` as const);
