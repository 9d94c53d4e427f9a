import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hotAddressOf } from "../api-client";
import { bundleServer } from "../bundle";
import { pacedMining } from "../paced-mining";
import { openTestDatabase } from "../postgres/database";
import { keepLogins } from "../postgres/logins";
import { type ServerProcess, startServer } from "../server";
import { QUICK_RECONCILIATION, SHORT_LEASES } from "../short-waits";
import { startUtxoNode, type UtxoTestNode } from "../utxo/node";
import { type MoneroTestNode, startMonero } from "./node";

const BLOCK_MS = 200;
const NUMBERS = {
  ...SHORT_LEASES,
  ...QUICK_RECONCILIATION,
  "compose-worker": { regtest: 250 },
  "chains/breaker": { openMs: 500, openMsMax: 2_000 },
};

/** The whole server in regtest mode on nodes of Monero and Bitcoin. */
export type MoneroWorld = {
  monero: MoneroTestNode;
  bitcoin: UtxoTestNode;
  server: ServerProcess;
  /** Stops and starts the regular mining of blocks on both. */
  mining(on: boolean): Promise<void>;
  hotAddress(coin: "XMR" | "BTC"): Promise<string>;
  close(): Promise<void>;
};

export async function openMoneroWorld(): Promise<MoneroWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), "sotto-monero-world-"));
  const closers: (() => Promise<void> | void)[] = [() => rmSync(dataDir, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const one of closers.splice(0).reverse()) await one();
  };
  try {
    const bitcoin = await startUtxoNode("bitcoin");
    closers.push(bitcoin.close);
    const monero = await startMonero();
    closers.push(monero.close);
    const mining = pacedMining([bitcoin, monero], BLOCK_MS);
    closers.push(() => mining(false));
    const database = await openTestDatabase("whole");
    closers.push(() => database.drop());
    keepLogins(dataDir, database);
    const server = await startServer({
      dataDir,
      bundle: await bundleServer({ numbers: NUMBERS }),
      env: {
        DATABASE_URL: database.url,
        SOTTO_NETWORK: "regtest",
        SOTTO_BTC_RPC_URL: bitcoin.url,
        SOTTO_XMR_RPC_URL: monero.url,
        SOTTO_XMR_WALLET_RPC_URL: monero.walletUrl,
        SOTTO_SIGNER_XMR_URL: monero.signerUrl,
        SOTTO_RATES_SEED: "monero engine",
      },
    });
    closers.push(() => server.stop());
    const hotAddress = (coin: "XMR" | "BTC") => hotAddressOf(server.api, coin);
    return { monero, bitcoin, server, mining, hotAddress, close };
  } catch (error) {
    await close();
    throw error;
  }
}
