import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPublicClient, createWalletClient, erc20Abi, getAddress, type Hex, http } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { mainnet } from "viem/chains";
import { hotAddressOf, waitFor } from "../api-client";
import { bundleServer, type Numbers } from "../bundle";
import { pacedMining } from "../paced-mining";
import { openTestDatabase } from "../postgres/database";
import { keepLogins } from "../postgres/logins";
import { type ServerProcess, startServer } from "../server";
import { QUICK_RECONCILIATION, SHORT_LEASES } from "../short-waits";
import { type Anvil, type DeployedTokens, deployTokens, startAnvil } from "./anvil";
import { type LyingNode, startLyingNode } from "./proxy";

const BLOCK_MS = 200;
/** One chain on a node that answers at once, and that falls silent in a test. */
const NUMBERS = {
  ...SHORT_LEASES,
  ...QUICK_RECONCILIATION,
  "compose-worker": { regtest: 250 },
  "chains/connect": { RPC_TIMEOUT_MS: 2_000 },
  "chains/breaker": { openMs: 500, openMsMax: 2_000 },
};
/** Confirmations that the server is set to want: enough for a reorg to come in between. */
export const CREDIT_DEPTH = 3;

export type Coin = "ETH" | "USDT-ERC20" | "USDC-ERC20";

/** A customer's own wallet, made for one test. */
export type Customer = {
  account: PrivateKeyAccount;
  pay(coin: Coin, to: string, units: bigint): Promise<Hex>;
};

/** The whole server in regtest mode on a real Ethereum node, with a network in between that can fail. */
export type EngineWorld = {
  anvil: Anvil;
  tokens: DeployedTokens;
  network: LyingNode;
  server: ServerProcess;
  databaseUrl: string;
  dataDir: string;
  /** Stops and starts the regular mining of blocks. */
  mining(on: boolean): Promise<void>;
  newCustomer(funds: { ETH?: bigint; "USDT-ERC20"?: bigint; "USDC-ERC20"?: bigint }): Promise<Customer>;
  balance(coin: Coin, address: string): Promise<bigint>;
  hotAddress(): Promise<string>;
  close(): Promise<void>;
};

export async function openEngineWorld(
  env: Readonly<Record<string, string>> = {},
  /** An empty database of a server that the test has started, and other numbers. */
  own: { databaseUrl?: string; numbers?: Numbers } = {},
): Promise<EngineWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), "sotto-evm-"));
  const closers: (() => Promise<void> | void)[] = [() => rmSync(dataDir, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const one of closers.splice(0).reverse()) await one();
  };
  try {
    const anvil = await startAnvil({ chainId: 1 });
    closers.push(() => anvil.close());
    const tokens = await deployTokens(anvil);
    const network = await startLyingNode(anvil.url);
    closers.push(() => network.close());
    const pace = pacedMining([anvil], BLOCK_MS);
    closers.push(() => pace(false));
    const databaseUrl = own.databaseUrl ?? (await copiedDatabase(dataDir, closers));
    const server = await startServer({
      dataDir,
      bundle: await bundleServer({ numbers: { ...NUMBERS, ...own.numbers } }),
      env: {
        DATABASE_URL: databaseUrl,
        SOTTO_NETWORK: "regtest",
        SOTTO_ETH_RPC_URL: network.url,
        SOTTO_USDT_ERC20_CONTRACT: tokens.tether,
        SOTTO_USDC_ERC20_CONTRACT: tokens.standard,
        SOTTO_CONFIRMATIONS: `ethereum=${CREDIT_DEPTH}`,
        SOTTO_RATES_SEED: "evm engine",
        ...env,
      },
    });
    closers.push(() => server.stop());
    await pace(true);
    const parts = { anvil, tokens, network, server };
    return { ...parts, databaseUrl, dataDir, mining: pace, ...people(parts), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function copiedDatabase(dataDir: string, closers: (() => Promise<void> | void)[]): Promise<string> {
  const database = await openTestDatabase("whole");
  closers.push(() => database.drop());
  keepLogins(dataDir, database);
  return database.url;
}

type Parts = Pick<EngineWorld, "anvil" | "tokens" | "server">;

function people(parts: Parts): Pick<EngineWorld, "newCustomer" | "balance" | "hotAddress"> {
  const { anvil, tokens, server } = parts;
  const reader = createPublicClient({ chain: mainnet, transport: http(anvil.url) });
  const contractOf = (coin: Exclude<Coin, "ETH">): Hex =>
    coin === "USDT-ERC20" ? tokens.tether : tokens.standard;
  const balance = async (coin: Coin, address: string): Promise<bigint> => {
    if (coin === "ETH") return reader.getBalance({ address: getAddress(address) });
    const args = [getAddress(address)] as const;
    return reader.readContract({ address: contractOf(coin), abi: erc20Abi, functionName: "balanceOf", args });
  };
  return {
    balance,
    hotAddress: () => hotAddressOf(server.api, "ETH"),
    async newCustomer(funds) {
      const account = privateKeyToAccount(generatePrivateKey());
      const wallet = createWalletClient({ account, chain: mainnet, transport: http(anvil.url) });
      for (const [coin, units] of Object.entries(funds) as [Coin, bigint][]) {
        if (coin === "ETH") await anvil.pay({ to: account.address, units });
        else await tokens.mint({ token: contractOf(coin), address: account.address, units });
      }
      await waitFor("the customer's funds", 120_000, async () => {
        for (const [coin, units] of Object.entries(funds) as [Coin, bigint][]) {
          if ((await balance(coin, account.address)) !== units) return false;
        }
        return true;
      });
      return {
        account,
        async pay(coin, to, units) {
          if (coin === "ETH") return wallet.sendTransaction({ to: getAddress(to), value: units });
          const args = [getAddress(to), units] as const;
          const call = { address: contractOf(coin), abi: erc20Abi, functionName: "transfer", args } as const;
          return wallet.writeContract({ ...call, gas: 100_000n });
        },
      };
    },
  };
}
