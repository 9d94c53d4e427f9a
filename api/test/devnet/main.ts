import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ADMIN, apiClient } from "../api-client";
import { startMonero } from "../monero/node";
import { startBcash } from "../utxo/bcash";
import { startUtxoNode } from "../utxo/node";
import { startEvmNodes } from "./evm";

/**
 * `pnpm devnet`: real nodes of Bitcoin, Litecoin, Bitcoin Cash and Monero, and anvils as Ethereum, BNB Smart Chain and Polygon with two
 * tokens each, on networks of their own, blocks on a timer, and Sotto on them with funded hot wallets. Everything is new each
 * time, and gone after Ctrl-C.
 */
const ROOT = join(import.meta.dirname, "../../..");
const PORT = process.env.PORT ?? "8080";
const BLOCK_MS = 5_000;
const FLOAT = {
  BTC: 20n * 10n ** 8n,
  LTC: 1_000n * 10n ** 8n,
  BCH: 100n * 10n ** 8n,
  XMR: 50n * 10n ** 12n,
};
/** Coins of Monero pay once in ten blocks each. */
const XMR_COINS = 4;

execFileSync(join(ROOT, "api/scripts/fetch-nodes.sh"), { stdio: "inherit" });
const closers: (() => Promise<void> | void)[] = [];
const ending = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
try {
  await Promise.race([run(), ending]);
} finally {
  for (const close of closers.splice(0).reverse()) await close();
}
process.exit(0);

async function run(): Promise<void> {
  const bitcoin = await startUtxoNode("bitcoin");
  closers.push(bitcoin.close);
  const litecoin = await startUtxoNode("litecoin");
  closers.push(litecoin.close);
  const cash = await startBcash();
  closers.push(cash.close);
  const evm = await startEvmNodes(BLOCK_MS / 1_000);
  closers.push(evm.close);
  const monero = await startMonero();
  closers.push(monero.close);
  const server = startSotto({
    SOTTO_BTC_RPC_URL: bitcoin.url,
    SOTTO_LTC_RPC_URL: litecoin.url,
    SOTTO_BCH_RPC_URL: cash.url,
    ...evm.env,
    SOTTO_XMR_RPC_URL: monero.url,
    SOTTO_XMR_WALLET_RPC_URL: monero.walletUrl,
    SOTTO_SIGNER_XMR_URL: monero.signerUrl,
  });
  const api = apiClient(`http://127.0.0.1:${PORT}`);
  while ((await api.health().catch(() => undefined)) === undefined) {
    if (server.exitCode !== null) throw new Error("Sotto did not start");
    await sleep(500);
  }
  const wallets = await api.wallets(await api.login());
  for (const { currency, address } of wallets) {
    if (currency === "BTC") await bitcoin.pay({ address, units: FLOAT.BTC });
    if (currency === "LTC") await litecoin.pay({ address, units: FLOAT.LTC });
    if (currency === "BCH") await cash.pay({ address, units: FLOAT.BCH });
    if (currency === "XMR")
      for (let coin = 0; coin < XMR_COINS; coin += 1) await monero.pay({ address, units: FLOAT.XMR });
    await evm.fund({ currency, address });
  }
  console.log(
    howTo(
      { BTC: bitcoin.cli, LTC: litecoin.cli },
      { BCH: cash.url, XMR: `--digest ${monero.customerUrl}/json_rpc` },
      evm.howTo,
    ),
  );
  while (server.exitCode === null) {
    await Promise.all([bitcoin.mine(1), litecoin.mine(1), cash.mine(1), monero.mine(1)]);
    await sleep(BLOCK_MS);
  }
}

function startSotto(nodes: Readonly<Record<string, string>>) {
  const folder = join(ROOT, `.cache/devnet-${process.pid}`);
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  const server = spawn("npm", ["start"], {
    cwd: ROOT,
    stdio: "inherit",
    detached: true,
    env: {
      ...process.env,
      ...nodes,
      PORT,
      DATA_DIR: folder,
      SOTTO_NETWORK: "regtest",
      SOTTO_LIMITS: "off",
      SOTTO_ADMIN_USERNAME: ADMIN.username,
      SOTTO_ADMIN_PASSWORD: ADMIN.password,
    },
  });
  closers.push(async () => {
    if (server.exitCode !== null || server.pid === undefined) return;
    process.kill(-server.pid, "SIGTERM");
    await once(server, "exit");
  });
  return server;
}

function howTo(
  cli: Readonly<Record<"BTC" | "LTC", string>>,
  urls: Readonly<Record<"BCH" | "XMR", string>>,
  evm: readonly string[],
): string {
  return `
Sotto: http://127.0.0.1:${PORT} (administrator: ${ADMIN.username}, ${ADMIN.password}). A block every ${BLOCK_MS / 1_000} s.
An address to receive at:  ${cli.BTC} getnewaddress
                           ${cli.LTC} getnewaddress
                           curl -s ${urls.BCH} -d '{"method":"getnewaddress"}'
                           curl -s ${urls.XMR} -d '{"method":"get_address"}'
                           0x70997970C51812dc3A010C7d01b50e0d17dc79C8
Pay an order:              ${cli.BTC} sendtoaddress ADDRESS 0.01
                           ${cli.LTC} sendtoaddress ADDRESS 5
                           curl -s ${urls.BCH} -d '{"method":"sendtoaddress","params":["ADDRESS",1]}'
                           curl -s ${urls.XMR} -d '{"method":"transfer","params":{"destinations":
                             [{"address":"ADDRESS","amount":1000000000000}]}}'
Pay an order of just so much:
${evm.join("\n")}
The hot wallets of LTC and XMR can pay from their sixth and tenth block on. Any address of Ethereum can receive on its sister chains.
Ctrl-C stops everything.
`;
}
