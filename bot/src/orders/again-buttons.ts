/** The pair that a button begins an exchange with. */
export type Pair = { send: string; receive: string };

const DATA = /^n:(?:([A-Z0-9-]{2,20}):([A-Z0-9-]{2,20}))?$/;

/** The data of a button that begins another exchange, perhaps with its pair. */
export const againData = (pair?: Pair): string =>
  pair === undefined ? "n:" : `n:${pair.send}:${pair.receive}`;

/** Reads it: the pair or null; undefined when it is not such a button. */
export function pairOf(data: string): Pair | null | undefined {
  const match = DATA.exec(data);
  if (match === null) return undefined;
  const [, send, receive] = match;
  return send === undefined || receive === undefined ? null : { send, receive };
}
