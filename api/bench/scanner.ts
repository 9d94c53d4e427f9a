import pino from "pino";
import { depthPolicy, LEAST_STAKE } from "../src/chains/policy";
import { createUtxoChain } from "../src/chains/utxo/chain";
import type { Clock } from "../src/core/ports";
import { closeDatabase, openDatabase } from "../src/db/client";
import { createWatcher } from "../src/deposits/watcher";
import { createLedgerStore } from "../src/ledger/store";

/** The watcher of Bitcoin as the worker runs it; `scan` waits until it has scanned so many blocks, and returns blocks a second. */
export type Scanner = { scan(blocks: number): Promise<number>; close(): Promise<void> };

const clock: Clock = { now: () => Date.now() };
/** A block is 3 MB of JSON, and the machine may be busy. */
const ANSWER_MS_MAX = 600_000;

/** No payment to an address of ours comes there: what only such a payment asks for is not there either. */
export async function openScanner(databaseUrl: string, nodeUrl: string): Promise<Scanner> {
  const database = openDatabase({ url: databaseUrl, role: "worker", connectionsMax: 2 });
  const network = "regtest";
  const chain = createUtxoChain({ id: "bitcoin", network, rpcUrls: [nodeUrl], timeoutMs: ANSWER_MS_MAX });
  const policy = depthPolicy("bitcoin", network, LEAST_STAKE, undefined);
  const unasked = (): never => {
    throw new Error("a payment to us was seen");
  };
  let scanned = 0;
  const watcher = createWatcher({
    chain: {
      ...chain,
      async block(height) {
        const block = await chain.block(height);
        if (block !== undefined && block.transfers.length > 0) scanned += 1;
        return block;
      },
    },
    database,
    listener: { seen: unasked, mined: unasked, gone: unasked, final: unasked, changed: unasked },
    ledger: createLedgerStore(new Uint8Array(32)),
    clock,
    log: pino({ level: "silent" }),
    hotAddress: "",
    addressAt: unasked,
    isOurs: unasked,
    statusChanged: () => {},
    policyFor: () => policy,
    policyMax: policy,
    lanesMax: 1,
    fromGenesis: true,
  });
  return {
    async scan(blocks) {
      scanned = 0;
      const began = performance.now();
      while (scanned < blocks) await watcher.tick();
      return blocks / ((performance.now() - began) / 1_000);
    },
    close: () => closeDatabase(database),
  };
}
