/** Where an explorer shows a transaction; null where there is none. */
export const explorerUrlOf =
  (explorer: string | undefined) =>
  (txId: string): string | null =>
    explorer === undefined ? null : `${explorer.replace(/\/$/, "")}/tx/${txId}`;

/** Where this service shows a transaction of simnet: a path, because it may be reached by several addresses. */
export const simnetExplorerUrl = explorerUrlOf("/simnet");
