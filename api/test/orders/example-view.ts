import type { ViewContext } from "../../src/routes/orders/view";

/** What an order's views need beside it; nothing is on a chain yet. */
export const exampleContext: ViewContext = {
  language: "en",
  deposits: new Map(),
  cursors: new Map(),
  explorerUrl: (asset, txId) => `https://explorer.example/${asset}/${txId}`,
  confirmationsRequired: () => 2,
  estimatedSeconds: () => 1_204,
  mixSeconds: () => 900,
  observer: null,
  destinations: new Map(),
  txKeys: new Map(),
};
