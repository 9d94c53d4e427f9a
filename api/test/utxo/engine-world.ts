import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { hotAddressOf } from "../api-client";
import { bundleServer } from "../bundle";
import { type Anvil, startAnvil } from "../evm/anvil";
import { type LyingNode, startLyingNode } from "../evm/proxy";
import { pacedMining } from "../paced-mining";
import { openTestDatabase } from "../postgres/database";
import { keepLogins } from "../postgres/logins";
import { type ServerProcess, startServer } from "../server";
import { QUICK_RECONCILIATION, SHORT_LEASES } from "../short-waits";
import { type BcashNode, startBcash } from "./bcash";
import { startUtxoNode, type TestNode, type UtxoTestNode } from "./node";

const BLOCK_MS = 300;
/** Confirmations that the server is set to want: enough for a reorg to come in between. */
export const CREDIT_DEPTH = 3;
/** Litecoin's, for which fewer are never enough. */
export const LITECOIN_DEPTH = 6;
const CHAINS = ["bitcoin", "litecoin", "bitcoincash", "ethereum"];
/** Short waits of a server on nodes of one machine. */
export const NUMBERS = {
  ...SHORT_LEASES,
  ...QUICK_RECONCILIATION,
  "compose-worker": { regtest: 250 },
  "chains/connect": { RPC_TIMEOUT_MS: 4_000 },
  "chains/breaker": { openMs: 500, openMsMax: 2_000 },
};

export type Coin = "BTC" | "LTC" | "BCH";

/** The whole server in regtest mode on nodes of Bitcoin, Litecoin, Bitcoin Cash and Ethereum. */
export type UtxoWorld = {
  nodes: { readonly BTC: UtxoTestNode; readonly LTC: UtxoTestNode; readonly BCH: BcashNode };
  anvil: Anvil;
  server: ServerProcess;
  /** What is between the server and the node of Litecoin: it may lose answers. */
  litecoinWay: LyingNode;
  /** Stops and starts the regular mining of blocks on all of them. */
  mining(on: boolean): Promise<void>;
  /** What lies at an address, confirmed, in units. */
  balance(coin: Coin, address: string): Promise<bigint>;
  hotAddress(coin: Coin): Promise<string>;
  close(): Promise<void>;
};

export async function openUtxoWorld(
  env: Readonly<Record<string, string>> = {},
  startLitecoin = () => startUtxoNode("litecoin"),
): Promise<UtxoWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), "sotto-utxo-"));
  const closers: (() => Promise<void> | void)[] = [() => rmSync(dataDir, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const one of closers.splice(0).reverse()) await one();
  };
  try {
    const BTC = await startUtxoNode("bitcoin");
    closers.push(BTC.close);
    const LTC = await startLitecoin();
    closers.push(LTC.close);
    const BCH = await startBcash();
    closers.push(BCH.close);
    const nodes = { BTC, LTC, BCH };
    const anvil = await startAnvil({ chainId: 1 });
    closers.push(() => anvil.close());
    const litecoinWay = await startLyingNode(nodes.LTC.url);
    closers.push(() => litecoinWay.close());
    const pace = pacedMining([...Object.values(nodes), anvil], BLOCK_MS);
    closers.push(() => pace(false));
    const database = await openTestDatabase("whole");
    closers.push(() => database.drop());
    keepLogins(dataDir, database);
    const server = await startServer({
      dataDir,
      bundle: await bundleServer({ numbers: NUMBERS }),
      env: {
        DATABASE_URL: database.url,
        SOTTO_NETWORK: "regtest",
        SOTTO_BTC_RPC_URL: nodes.BTC.url,
        SOTTO_LTC_RPC_URL: throughProxy(nodes.LTC.url, litecoinWay.url),
        SOTTO_BCH_RPC_URL: nodes.BCH.url,
        SOTTO_ETH_RPC_URL: anvil.url,
        SOTTO_CONFIRMATIONS: CHAINS.map((chain) => `${chain}=${CREDIT_DEPTH}`).join(","),
        SOTTO_RATES_SEED: "utxo engine",
        ...env,
      },
    });
    closers.push(() => server.stop());
    const hotAddress = (coin: Coin) => hotAddressOf(server.api, coin);
    const balance = (coin: Coin, address: string) => unitsAt(nodes[coin], address);
    return { nodes, anvil, server, litecoinWay, mining: pace, balance, hotAddress, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The proxy's URL, with the node's user name and password. */
function throughProxy(text: string, proxy: string): string {
  const url = new URL(text);
  url.port = new URL(proxy).port;
  return url.href;
}

const scanned = z.object({ total_amount: z.number() });

async function unitsAt(node: TestNode, address: string): Promise<bigint> {
  const found = scanned.parse(await node.rpc("scantxoutset", ["start", [`addr(${address})`]]));
  return BigInt(found.total_amount.toFixed(8).replace(".", ""));
}
