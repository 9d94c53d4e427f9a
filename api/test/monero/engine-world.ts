import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toHex } from "viem";
import { hotAddressOf } from "../api-client";
import { bundleServer } from "../bundle";
import { type Anvil, type DeployedTokens, deployTokens, OUTSIDE, startAnvil } from "../evm/anvil";
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

/** The same, and nodes of Bitcoin Cash, BNB Smart Chain and Polygon. */
export async function everyOtherNode() {
  const { nodes, mined, env } = await litecoinAndEthereum();
  const { anvil, tokens, ...others } = nodes;
  const bcash = await startBcash();
  const bsc = await evmNode(56);
  const polygon = await evmNode(137);
  return {
    nodes: { ...others, bcash, evm: { ethereum: { anvil, tokens }, bsc, polygon } },
    mined: [...mined, bcash, bsc.anvil, polygon.anvil],
    env: {
      ...env,
      SOTTO_BCH_RPC_URL: bcash.url,
      SOTTO_BSC_RPC_URL: bsc.anvil.url,
      SOTTO_USDT_BEP20_CONTRACT: bsc.tokens.tether,
      SOTTO_USDC_BEP20_CONTRACT: bsc.tokens.standard,
      SOTTO_POLYGON_RPC_URL: polygon.anvil.url,
      SOTTO_USDT_POLYGON_CONTRACT: polygon.tokens.tether,
      SOTTO_USDC_POLYGON_CONTRACT: polygon.tokens.standard,
    },
  } satisfies OtherNodes<object>;
}

/** An anvil with both kinds of token, and with more native coins than it has by itself: POL are worth little. */
async function evmNode(chainId: number): Promise<{ anvil: Anvil; tokens: DeployedTokens }> {
  const anvil = await startAnvil({ chainId });
  await anvil.rpc("anvil_setBalance", [OUTSIDE, toHex(10n ** 24n)]);
  return { anvil, tokens: await deployTokens(anvil) };
}

/** More nodes, with the settings by which the server finds them. */
type OtherNodes<Others> = { nodes: Others; mined: readonly Minable[]; env: Readonly<Record<string, string>> };
type Minable = { mine(blocks: number): Promise<void>; close(): Promise<void> };

/** Nodes of Litecoin, and of Ethereum with a token of Tether. */
export async function litecoinAndEthereum(): Promise<
  OtherNodes<{ litecoin: UtxoTestNode; anvil: Anvil; tokens: DeployedTokens }>
> {
  const litecoin = await startUtxoNode("litecoin");
  const { anvil, tokens } = await evmNode(1);
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
