/** What a row may aim at: an order that waits for its payment, and addresses that are the service's own. */
export type Facts = { waitingId: string; depositAddress: string; hotAddress: string };

export type Members = Readonly<Record<string, unknown>>;

/** Everything of a request but its JSON members. */
export type Sent = {
  /** Steps of the path and members of the query; the operation's own steps where absent. */
  params?: Readonly<Record<string, string>>;
  /** Added to the query as it is. */
  query?: string;
  /** Added to the usual ones; an absent value takes the header away. */
  headers?: Readonly<Record<string, string | undefined>>;
  /** The body itself, instead of the operation's good body with the row's members; null for none. */
  raw?: string | Uint8Array<ArrayBuffer> | null;
};

/**
 * A request that is refused: its name, `status code pointer` (a code of `address/*` is any of them; the pointer is
 * compared where it is given, and is `""` for the whole body), the members that differ from the operation's good
 * body, and what else is sent.
 */
export type Row = readonly [
  name: string,
  expected: string,
  change?: Members | ((facts: Facts) => Members),
  sent?: Sent,
];

/** The body that the operation takes, and its path; `rows` are all refused. */
export type Refusals = { body?: Members; params?: Readonly<Record<string, string>>; rows: readonly Row[] };

/** A row whose steps of the path, or members of the query, are refused. */
export const inPath = (params: Readonly<Record<string, string>>, expected: string): Row => [
  JSON.stringify(params).slice(0, 60),
  expected,
  {},
  { params },
];
