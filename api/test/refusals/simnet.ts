import { RECEIVE } from "../contract/world";
import { inPath, type Refusals, type Row } from "./row";

const WRONG_CURSOR = inPath({ cursor: "x" }, "422 request/invalid /cursor");

const UNKNOWN_CURRENCY: Row = ["an unknown currency", "404 currency/unknown", { currency: "NOPE" }];

/** What the simulated networks refuse. */
export const SIMNET_REFUSALS: Readonly<Record<string, Refusals>> = {
  simnetAddress: {
    params: { address: RECEIVE.ETH },
    rows: [inPath({ address: "x" }, "404 simnet/unknown"), WRONG_CURSOR],
  },
  simnetBalance: {
    params: { currency: "ETH", address: RECEIVE.ETH },
    rows: [inPath({ currency: "NOPE" }, "404 currency/unknown")],
  },
  simnetBlock: {
    params: { hash: "0".repeat(64) },
    rows: [
      inPath({ hash: "x" }, "404 simnet/unknown"),
      inPath({ hash: "f".repeat(64) }, "404 simnet/unknown"),
    ],
  },
  simnetBlocks: {
    params: { chain: "bitcoin" },
    rows: [
      inPath({ chain: "x" }, "404 simnet/unknown"),
      inPath({ chain: "dogecoin" }, "404 simnet/unknown"),
      WRONG_CURSOR,
    ],
  },
  simnetDrop: {
    body: { txHash: "0".repeat(64) },
    rows: [["an unknown transaction", "404 transaction/unknown"]],
  },
  simnetMine: { body: { currency: "XMR", blocks: 3 }, rows: [UNKNOWN_CURRENCY] },
  simnetPay: {
    body: { currency: "BTC", address: RECEIVE.BTC, amount: "1" },
    rows: [UNKNOWN_CURRENCY],
  },
  simnetTransaction: {
    params: { hash: "0".repeat(64) },
    rows: [
      inPath({ hash: "\u0000" }, "404 simnet/unknown"),
      inPath({ hash: "f".repeat(64) }, "404 simnet/unknown"),
    ],
  },
  simnetReorg: { body: { currency: "XMR", depth: 1 }, rows: [UNKNOWN_CURRENCY] },
};
