import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bundleServer } from "../bundle";
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
    const mining = pacedMining([bitcoin, monero]);
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
    const hotAddress = async (coin: "XMR" | "BTC"): Promise<string> => {
      const wallets = await server.api.wallets(await server.api.login());
      const wallet = wallets.find(({ currency }) => currency === coin);
      if (wallet === undefined) throw new Error(`there is no hot wallet for ${coin}`);
      return wallet.address;
    };
    return { monero, bitcoin, server, mining, hotAddress, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A block of each chain every so often. Turning it off waits for those under way. */
function pacedMining(
  nodes: readonly { mine(blocks: number): Promise<void> }[],
): (on: boolean) => Promise<void> {
  let isOn = false;
  let under: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    while (isOn) {
      for (const node of nodes) await node.mine(1).catch(() => undefined);
      await sleep(BLOCK_MS);
    }
  };
  return async (on) => {
    isOn = false;
    await under;
    isOn = on;
    under = run();
  };
}
