import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hotAddressOf } from "../api-client";
import { bundleServer } from "../bundle";
import { type Anvil, type DeployedTokens, deployTokens, startAnvil } from "../evm/anvil";
import { pacedMining } from "../paced-mining";
import { openTestDatabase, type TestDatabase } from "../postgres/database";
import { keepLogins } from "../postgres/logins";
import { type ServerProcess, startServer } from "../server";
import { QUICK_RECONCILIATION, SHORT_LEASES } from "../short-waits";
import { startBcash } from "../utxo/bcash";
import { startUtxoNode, type UtxoTestNode } from "../utxo/node";
import { type MoneroTestNode, startMonero } from "./node";

const BLOCK_MS = 200;
const NUMBERS = {
  ...SHORT_LEASES,
  ...QUICK_RECONCILIATION,
  "compose-worker": { regtest: 250 },
  "chains/breaker": { openMs: 500, openMsMax: 2_000 },
};

/** The whole server in regtest mode on nodes of Monero and Bitcoin, and of Litecoin and Ethereum where a test asks for them. */
export type MoneroWorld<Others = object> = Others & {
  monero: MoneroTestNode;
  bitcoin: UtxoTestNode;
  server: ServerProcess;
  database: TestDatabase;
  /** Stops and starts the regular mining of blocks on both. */
  mining(on: boolean): Promise<void>;
  hotAddress(coin: string): Promise<string>;
  close(): Promise<void>;
};

/** The same, and a node of Bitcoin Cash. */
export async function everyOtherNode() {
  const { nodes, mined, env } = await litecoinAndEthereum();
  const bcash = await startBcash();
  return {
    nodes: { ...nodes, bcash },
    mined: [...mined, bcash],
    env: { ...env, SOTTO_BCH_RPC_URL: bcash.url },
  } satisfies OtherNodes<object>;
}

/** More nodes, with the settings by which the server finds them. */
type OtherNodes<Others> = { nodes: Others; mined: readonly Minable[]; env: Readonly<Record<string, string>> };
type Minable = { mine(blocks: number): Promise<void>; close(): Promise<void> };

/** Nodes of Litecoin, and of Ethereum with a token of Tether. */
export async function litecoinAndEthereum(): Promise<
  OtherNodes<{ litecoin: UtxoTestNode; anvil: Anvil; tokens: DeployedTokens }>
> {
  const litecoin = await startUtxoNode("litecoin");
  const anvil = await startAnvil({ chainId: 1 });
  const tokens = await deployTokens(anvil);
  const env = {
    SOTTO_LTC_RPC_URL: litecoin.url,
    SOTTO_ETH_RPC_URL: anvil.url,
    SOTTO_USDT_ERC20_CONTRACT: tokens.tether,
    SOTTO_USDC_ERC20_CONTRACT: tokens.standard,
  };
  return { nodes: { litecoin, anvil, tokens }, mined: [litecoin, anvil], env };
}

export async function openMoneroWorld<Others = object>(
  startOthers?: () => Promise<OtherNodes<Others>>,
): Promise<MoneroWorld<Others>> {
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
    const others = await startOthers?.();
    for (const node of others?.mined ?? []) closers.push(() => node.close());
    const mining = pacedMining([bitcoin, monero, ...(others?.mined ?? [])], BLOCK_MS);
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
        ...others?.env,
      },
    });
    closers.push(() => server.stop());
    const hotAddress = (coin: string) => hotAddressOf(server.api, coin);
    const nodes = (others?.nodes ?? {}) as Others;
    return { ...nodes, monero, bitcoin, server, database, mining, hotAddress, close };
  } catch (error) {
    await close();
    throw error;
  }
}
