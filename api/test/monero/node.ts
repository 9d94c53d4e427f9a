import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { createMoneroRpc, type MoneroRpc } from "../../src/chains/monero/rpc";
import { freePort } from "../server";
import { startNodeProgram, whyNoPrograms } from "../system-programs";

const PROGRAMS = ["monerod", "monero-wallet-rpc"] as const;
type Program = (typeof PROGRAMS)[number];
const LOGIN = { user: "sotto", password: "regtest:only" } as const;
const START_TIMEOUT_MS = 60_000;
const CALL_TIMEOUT_MS = 60_000;
/** Enough for rings of sixteen, whose members are coins that can be spent. */
const BLOCKS_FIRST = 120;
/** A block takes a tenth of a second of one core: so many stay far below a call's time also on a machine under load. */
const BLOCKS_PER_CALL = 15;
const ADDRESSES_MORE = 64;
/** A block that is made at once leaves out what has only just come. */
const BEFORE_BLOCK_MS = 300;

/** See `whyNotRun`. */
export const whyNoMonero = (what: string): string | undefined => whyNoPrograms(what, PROGRAMS);

/** monerod on regtest with three wallet programs: a customer's, full of coins, and two that the service is to use. */
export type MoneroTestNode = {
  url: string;
  /** Of the view-only wallet, with user name and password. */
  walletUrl: string;
  /** Of the wallet that signs, which has no node. */
  signerUrl: string;
  /** Of the customer's wallet, likewise. */
  customerUrl: string;
  node: MoneroRpc;
  customer: MoneroRpc;
  mine(blocks: number): Promise<void>;
  /** Replaces the last `depth` blocks by as many empty ones and one more; what they held waits again. */
  reorg(depth: number): Promise<void>;
  /** A block of just these transactions, parents first; the others keep waiting. */
  mineOnly(txIds: readonly string[]): Promise<void>;
  pay(payment: { address: string; units: bigint }): Promise<{ txId: string; txKey: string }>;
  /** An address of the customer's; another one for each index. */
  customerAddress(index: number): Promise<string>;
  /** The customer's own address with a payment id in it. */
  integratedAddress(): Promise<{ integrated_address: string }>;
  /** What the customer's wallet finds that a transaction paid to an address, by the transaction's key. */
  provenBy(proof: { txId: string; txKey: string; address: string }): Promise<bigint>;
  /** What came to an address of the customer's, in blocks. */
  receivedAt(address: string): Promise<bigint>;
  /** The one-time keys of a transaction's outputs, as the node has them. */
  outputKeys(txId: string): Promise<readonly string[]>;
  /** Forgets a transaction that waits. */
  forget(txId: string): Promise<void>;
  /** Ends monerod by SIGKILL; its wallets keep running. */
  killNode(): Promise<void>;
  /** Starts it again, on the same port and folder. */
  startNode(): Promise<void>;
  /** Ends a wallet program at once, and starts it again on the same port and folder. */
  restartWallet(which: "view" | "signer"): Promise<void>;
  /** The same of the view-only wallet, whose files are deleted meanwhile. */
  loseWallet(): Promise<void>;
  close(): Promise<void>;
};

const address = z.object({ address: z.string() });
const addresses = z.object({ addresses: z.array(z.object({ address: z.string() })) });
const paid = z.object({ tx_hash: z.string(), tx_key: z.string() });
const pool = z.object({
  transactions: z.array(z.object({ id_hash: z.string(), tx_blob: z.string() })).default([]),
});
const received = z.object({
  in: z.array(z.object({ address: z.string(), amount: z.bigint() })).default([]),
});
const NOTHING = z.object({});

export async function startMonero(): Promise<MoneroTestNode> {
  const folder = mkdtempSync(join(tmpdir(), "sotto-monero-"));
  const closers: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const one of closers.splice(0).reverse()) await one();
  };
  try {
    const started = await startPrograms(folder, closers);
    const { node, customer } = started;
    await customer.call(
      "create_wallet",
      { filename: "customer", password: "", language: "English" },
      NOTHING,
    );
    const primary = (await customer.call("get_address", { account_index: 0 }, address)).address;
    const mine = async (blocks: number): Promise<void> => {
      await sleep(BEFORE_BLOCK_MS);
      for (let left = blocks; left > 0; left -= BLOCKS_PER_CALL) {
        const asked = { amount_of_blocks: Math.min(left, BLOCKS_PER_CALL), wallet_address: primary };
        await node.call("generateblocks", asked, NOTHING);
        await customer.call("refresh", {}, NOTHING);
      }
    };
    await mine(BLOCKS_FIRST);
    return { ...started, mine, ...controlsOf(started, mine), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startPrograms(folder: string, closers: (() => Promise<void> | void)[]) {
  const port = await freePort();
  const daemon = `127.0.0.1:${port}`;
  const flags = nodeFlags(folder, port, await freePort());
  const startNode = () => startProgram("monerod", port, flags);
  let node = await startNode();
  const { rpc } = node;
  closers.push(() => node.stop());
  const wallets = { customer: await freePort(), view: await freePort(), signer: await freePort() };
  const startWallet = (name: keyof typeof wallets) =>
    startProgram(
      "monero-wallet-rpc",
      wallets[name],
      walletFlags(folder, { name, port: wallets[name], daemon }),
    );
  const [customer, view, signer] = await Promise.all([
    startWallet("customer"),
    startWallet("view"),
    startWallet("signer"),
  ]);
  const running = { customer, view, signer };
  for (const name of ["customer", "view", "signer"] as const) closers.push(() => running[name].stop());
  const urlOf = (at: number): string =>
    `http://${LOGIN.user}:${encodeURIComponent(LOGIN.password)}@127.0.0.1:${at}`;
  return {
    url: urlOf(port),
    walletUrl: urlOf(wallets.view),
    signerUrl: urlOf(wallets.signer),
    customerUrl: urlOf(wallets.customer),
    node: rpc,
    customer: customer.rpc,
    killNode: () => node.kill(),
    async startNode() {
      node = await startNode();
    },
    async loseWallet() {
      await running.view.kill();
      rmSync(join(folder, "view"), { recursive: true });
      running.view = await startWallet("view");
    },
    async restartWallet(which: "view" | "signer") {
      await running[which].kill();
      running[which] = await startWallet(which);
    },
  };
}

const login = `${LOGIN.user}:${LOGIN.password}`;

const nodeFlags = (folder: string, port: number, peers: number): string[] => [
  ...[
    "--regtest",
    "--keep-fakechain",
    "--offline",
    "--fixed-difficulty",
    "1",
    "--non-interactive",
    "--no-igd",
    "--no-zmq",
  ],
  ...["--data-dir", join(folder, "node"), "--log-file", join(folder, "node.log"), "--log-level", "0"],
  ...["--rpc-bind-port", String(port), "--rpc-login", login, "--p2p-bind-port", String(peers)],
  ...["--disable-dns-checkpoints", "--check-updates", "disabled", "--block-sync-size", "10"],
];

function walletFlags(
  folder: string,
  { name, port, daemon }: { name: string; port: number; daemon: string },
): string[] {
  const own = join(folder, name);
  mkdirSync(own, { recursive: true });
  const node =
    name === "signer"
      ? ["--offline"]
      : ["--daemon-address", daemon, "--daemon-login", login, "--trusted-daemon"];
  return [
    ...[
      "--wallet-dir",
      own,
      "--rpc-bind-port",
      String(port),
      "--rpc-login",
      login,
      "--kdf-rounds",
      "1",
      ...node,
    ],
    ...["--log-level", "*:FATAL", "--log-file", "/dev/null", "--shared-ringdb-dir", "/dev/null/none"],
    ...["--allow-mismatched-daemon-version", "--max-concurrency", "2"],
  ];
}

type Running = { rpc: MoneroRpc; stop(): Promise<void>; kill(): Promise<void> };

async function startProgram(program: Program, port: number, flags: readonly string[]): Promise<Running> {
  const running = startNodeProgram(program, flags);
  const url = `http://${LOGIN.user}:${encodeURIComponent(LOGIN.password)}@127.0.0.1:${port}`;
  const rpc = createMoneroRpc({ url, timeoutMs: CALL_TIMEOUT_MS });
  const closing = (end: () => Promise<void>) => (): Promise<void> => {
    rpc.close();
    return end();
  };
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await answers(port))) {
    if (running.hasEnded()) throw new Error(`${program} ended at once: is its port taken?`);
    if (Date.now() > deadline) throw new Error(`${program} did not start in time`);
    await sleep(50);
  }
  return { rpc, stop: closing(running.stop), kill: closing(running.kill) };
}

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/json_rpc`, { method: "POST", body: "{}" }).then(
    () => true,
    () => false,
  );

function controlsOf(
  { node, customer }: { node: MoneroRpc; customer: MoneroRpc },
  mine: (blocks: number) => Promise<void>,
) {
  /** Mines without what waits, but for these. */
  const mineBeside = async (blocks: number, txIds: readonly string[]): Promise<void> => {
    const { transactions } = await node.post("/get_transaction_pool", {}, pool);
    const others = transactions.filter(({ id_hash }) => !txIds.includes(id_hash));
    if (others.length > 0)
      await node.call("flush_txpool", { txids: others.map(({ id_hash }) => id_hash) }, NOTHING);
    await mine(blocks);
    for (const { tx_blob: tx_as_hex } of others)
      await node.post("/send_raw_transaction", { tx_as_hex }, NOTHING);
  };
  return {
    mineOnly: (txIds: readonly string[]) => mineBeside(1, txIds),
    async reorg(depth: number) {
      const popped = await node.post("/pop_blocks", { nblocks: depth }, z.object({ height: z.bigint() }));
      await mineBeside(depth + 1, []);
      if (popped.height < 1n) throw new Error("nothing is left of the chain");
    },
    async pay({ address: to, units }: { address: string; units: bigint }) {
      const asked = { destinations: [{ address: to, amount: units }], priority: 2, get_tx_key: true };
      const { tx_hash: txId, tx_key: txKey } = await customer.call("transfer", asked, paid);
      return { txId, txKey };
    },
    async customerAddress(index: number) {
      const asked = { account_index: 0, address_index: [index] };
      const known = await customer.call("get_address", asked, addresses).catch(() => undefined);
      if (known?.addresses[0]) return known.addresses[0].address;
      await customer.call("create_address", { account_index: 0, count: ADDRESSES_MORE }, NOTHING);
      return (await customer.call("get_address", asked, addresses)).addresses[0]?.address ?? "";
    },
    integratedAddress: () =>
      customer.call("make_integrated_address", {}, z.object({ integrated_address: z.string() })),
    async provenBy({
      txId: txid,
      txKey: tx_key,
      address: to,
    }: {
      txId: string;
      txKey: string;
      address: string;
    }) {
      const asked = { txid, tx_key, address: to };
      return (await customer.call("check_tx_key", asked, z.object({ received: z.bigint() }))).received;
    },
    async receivedAt(wanted: string) {
      await customer.call("refresh", {}, NOTHING);
      const found = await customer.call("get_transfers", { in: true, account_index: 0 }, received);
      return found.in.filter((one) => one.address === wanted).reduce((sum, { amount }) => sum + amount, 0n);
    },
    async outputKeys(txId: string) {
      const asked = { txs_hashes: [txId], decode_as_json: true };
      const { txs } = await node.post(
        "/get_transactions",
        asked,
        z.object({ txs: z.array(z.object({ as_json: z.string() })) }),
      );
      const vout = z.array(z.object({ target: z.object({ tagged_key: z.object({ key: z.string() }) }) }));
      const [tx] = txs.map(({ as_json }) => z.object({ vout }).parse(JSON.parse(as_json)));
      return tx?.vout.map(({ target }) => target.tagged_key.key) ?? [];
    },
    async forget(txId: string) {
      await node.call("flush_txpool", { txids: [txId] }, NOTHING);
    },
  };
}
