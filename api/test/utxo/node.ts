import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { COINBASE_MATURITY, type UtxoChainId } from "../../src/chains/utxo/params";
import { freePort } from "../server";
import { nodeProgram, startNodeProgram, whyNoPrograms } from "../system-programs";

/** A node of its own for a test, with a wallet full of coins; it dies with this process. */
export type TestNode = {
  /** With user name and password. */
  url: string;
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>;
  mine(blocks: number): Promise<void>;
  /** A block of just these transactions, parents first. */
  mineOnly(txIds: readonly string[]): Promise<void>;
  /** Replaces the last `depth` blocks by as many empty ones and one more; what they held waits again. */
  reorg(depth: number): Promise<void>;
  /** Coins from the node's own wallet, unconfirmed. */
  pay(payment: { address: string; units: bigint }): Promise<{ txId: string }>;
  /** The same of so little, also of nothing, that nodes do not relay it, in a block of its own. */
  mineTiny(payment: { address: string; units: bigint }): Promise<{ txId: string }>;
  /** A block whose new coins go to an address. */
  mineTo(address: string): Promise<void>;
  /** Takes the last blocks away, and puts none in their place; what they held waits again. */
  goBack(blocks: number): Promise<void>;
  newAddress(): Promise<string>;
  height(): Promise<number>;
  close(): Promise<void>;
};

/** One that is a program of its own, and keeps its blocks on disk. */
export type UtxoTestNode = TestNode & {
  chain: DaemonChain;
  /** The command that asks its wallet. */
  cli: string;
  /** Spends to the node itself what an unconfirmed payment of its wallet spends, at a higher fee. */
  doubleSpend(txId: string): Promise<{ txId: string }>;
  stop(): Promise<void>;
  /** Ends it by SIGKILL. Its blocks are on disk by then: it has no peers that would send it again what is not. */
  kill(): Promise<void>;
  /** Starts it again after `stop` or `kill`, on the same folder and port: with its blocks, and an empty mempool. */
  start(): Promise<void>;
  /** Has a started node load its wallet, which sends again what of it is unconfirmed. */
  loadWallet(): Promise<void>;
};

const PROGRAMS = { bitcoin: "bitcoind", litecoin: "litecoind" } as const;
type DaemonChain = Extract<UtxoChainId, keyof typeof PROGRAMS>;
export const LOGIN = { user: "sotto", password: "regtest-only" } as const;
const START_TIMEOUT_MS = 60_000;
const STARTS_MAX = 3;
/** Coinbases that can be spent from the beginning. */
export const COINBASES = 50;
/** The node's own wallet. */
const MINER = "miner";

/** See `whyNotRun`. */
export const whyNoNodes = (what: string): string | undefined => whyNoPrograms(what, Object.values(PROGRAMS));

/** Starts a node on a free port of loopback, in a folder of its own; on another one where that was taken meanwhile. */
export async function startUtxoNode(
  chain: DaemonChain,
  flags: readonly string[] = [],
): Promise<UtxoTestNode> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce(chain, flags);
    } catch (error) {
      if (!(error instanceof EndedAtOnce) || attempt === STARTS_MAX) throw error;
    }
  }
}

async function startOnce(chain: DaemonChain, flags: readonly string[]): Promise<UtxoTestNode> {
  const folder = mkdtempSync(join(tmpdir(), `sotto-${chain}-`));
  const port = await freePort();
  const rpc = callerOf(port, MINER);
  let running: ReturnType<typeof startNodeProgram> | undefined;
  const stop = async (): Promise<void> => {
    await running?.stop();
    running = undefined;
  };
  const kill = async (): Promise<void> => {
    // Answered from the disk, so it writes everything there first.
    await rpc("gettxoutsetinfo");
    await running?.kill();
    running = undefined;
  };
  const start = async (): Promise<void> => {
    running = await launch({ chain, folder, port, rpc, flags });
  };
  const loadWallet = async (): Promise<void> => {
    await rpc("loadwallet", [MINER]);
  };
  const close = async (): Promise<void> => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await start();
    await rpc("createwallet", [MINER]);
    const controls = controlsOf(rpc);
    await controls.mine(COINBASES + COINBASE_MATURITY);
    return {
      chain,
      url: urlOf(port),
      cli: cliOf(chain, port),
      rpc,
      ...controls,
      stop,
      kill,
      start,
      loadWallet,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const cliOf = (chain: DaemonChain, port: number): string => {
  const program = nodeProgram(PROGRAMS[chain].replace(/d$/, "-cli"));
  return `${program} -regtest -rpcport=${port} -rpcuser=${LOGIN.user} -rpcpassword=${LOGIN.password}`;
};

/** How a node on this port is reached, with user name and password. */
export const urlOf = (port: number): string => `http://${LOGIN.user}:${LOGIN.password}@127.0.0.1:${port}`;

/** An amount as nodes take it. */
export const wholeCoins = (units: bigint): string =>
  `${units / 100_000_000n}.${String(units % 100_000_000n).padStart(8, "0")}`;

type Rpc = TestNode["rpc"];

async function launch(of: {
  chain: DaemonChain;
  folder: string;
  port: number;
  rpc: Rpc;
  flags: readonly string[];
}): Promise<ReturnType<typeof startNodeProgram>> {
  const { chain, folder, port, rpc, flags } = of;
  const common = ["-regtest", "-server", "-listen=0", "-dnsseed=0", "-txindex=1", "-persistmempool=0"];
  const access = [
    "-rpcbind=127.0.0.1",
    "-rpcallowip=127.0.0.1",
    `-rpcport=${port}`,
    `-rpcuser=${LOGIN.user}`,
  ];
  const own = ["-fallbackfee=0.0002", "-dbcache=16", "-rpcworkqueue=256"];
  // The first block with MWEB needs a payment into it, see mweb.ts; and it refuses replacements by default.
  const litecoin = ["-vbparams=mweb:9999999999:9999999999", "-mempoolreplacement=1"];
  const all = [
    ...common,
    ...access,
    `-rpcpassword=${LOGIN.password}`,
    ...own,
    ...(chain === "litecoin" ? litecoin : []),
    ...flags,
    `-datadir=${folder}`,
  ];
  const running = startNodeProgram(PROGRAMS[chain], all);
  const deadline = Date.now() + START_TIMEOUT_MS;
  // A node that cannot have the port ends, and another server may answer there.
  while (!(await rpc("getblockcount").then(isCount, () => false)) || running.hasEnded()) {
    if (running.hasEnded()) throw new EndedAtOnce(`${PROGRAMS[chain]} ended at once: is its port taken?`);
    if (Date.now() > deadline) {
      void running.kill();
      throw new Error(`${PROGRAMS[chain]} did not start in time`);
    }
    await sleep(50);
  }
  return running;
}

class EndedAtOnce extends Error {}

const isCount = (answer: unknown): boolean => count.safeParse(answer).success;

const answerSchema = z.object({
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).nullish(),
});

/** Asks a node on this port, and of its wallets this one; throws what it refuses with. */
export function callerOf(port: number | string, wallet?: string): Rpc {
  const authorization = `Basic ${Buffer.from(`${LOGIN.user}:${LOGIN.password}`).toString("base64")}`;
  return async (method, params = []) => {
    const response = await fetch(
      `http://127.0.0.1:${port}/${wallet === undefined ? "" : `wallet/${wallet}`}`,
      {
        method: "POST",
        headers: { "content-type": "application/json", authorization },
        body: JSON.stringify({ jsonrpc: "1.0", id: 1, method, params }),
      },
    );
    const answer = answerSchema.parse(await response.json());
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  };
}

const text = z.string();
const spender = z.object({ vin: z.array(z.object({ txid: z.string(), vout: z.int() })) });
const parent = z.object({ vout: z.array(z.object({ value: z.number() })) });
/** In whole coins: far above the fee of an ordinary payment. */
const DOUBLE_SPEND_FEE = 0.005;
/** Likewise, of a payment that only the miner takes. */
const TINY_FEE = 0.001;
const count = z.int();
const coin = z.object({ txid: z.string(), vout: z.int(), amount: z.number() });
const signedHex = z.object({ hex: text });

function controlsOf(rpc: Rpc) {
  const newAddress = async () => text.parse(await rpc("getnewaddress"));
  const height = async () => count.parse(await rpc("getblockcount"));
  let miner: Promise<string> | undefined;
  const minerAddress = (): Promise<string> => {
    miner ??= newAddress();
    return miner;
  };
  const mineOnly: UtxoTestNode["mineOnly"] = async (txIds) => {
    await rpc("generateblock", [await minerAddress(), txIds]);
    await indexed();
  };
  /** Waits until the index of transactions has the best block. */
  const indexed = async (): Promise<void> => {
    const seen = z.object({ txindex: z.object({ best_block_height: count }) });
    while (seen.parse(await rpc("getindexinfo")).txindex.best_block_height < (await height())) await sleep(5);
  };
  const goBack = async (blocks: number): Promise<void> => {
    await rpc("invalidateblock", [await rpc("getblockhash", [(await height()) - blocks + 1])]);
    // To the same miner, the next block could be the same one, which is invalid now.
    miner = undefined;
  };
  return {
    newAddress,
    height,
    mineOnly,
    goBack,
    async mineTo(address: string) {
      await rpc("generatetoaddress", [1, address]);
      await indexed();
    },
    async mineTiny({ address, units }: { address: string; units: bigint }) {
      const [spent] = z.array(coin).parse(await rpc("listunspent", [1]));
      if (spent === undefined) throw new Error("the wallet has no coins");
      const change = (spent.amount - TINY_FEE - Number(units) / 1e8).toFixed(8);
      const outputs = [{ [address]: wholeCoins(units) }, { [await newAddress()]: change }];
      const raw = await rpc("createrawtransaction", [[{ txid: spent.txid, vout: spent.vout }], outputs]);
      const { hex } = signedHex.parse(await rpc("signrawtransactionwithwallet", [raw]));
      await mineOnly([hex]);
      const { txid } = z.object({ txid: text }).parse(await rpc("decoderawtransaction", [hex]));
      return { txId: txid };
    },
    async mine(blocks: number) {
      await rpc("generatetoaddress", [blocks, await minerAddress()]);
      await indexed();
    },
    async reorg(depth: number) {
      await goBack(depth);
      for (let mined = 0; mined <= depth; mined += 1) await mineOnly([]);
    },
    async doubleSpend(txId: string) {
      const { vin } = spender.parse(await rpc("getrawtransaction", [txId, true]));
      let held = -DOUBLE_SPEND_FEE;
      for (const input of vin) {
        const { vout } = parent.parse(await rpc("getrawtransaction", [input.txid, true]));
        held += vout[input.vout]?.value ?? 0;
      }
      const inputs = vin.map(({ txid, vout }) => ({ txid, vout, sequence: 0xffff_fffd }));
      const raw = await rpc("createrawtransaction", [inputs, { [await newAddress()]: held.toFixed(8) }]);
      const { hex } = signedHex.parse(await rpc("signrawtransactionwithwallet", [raw]));
      return { txId: text.parse(await rpc("sendrawtransaction", [hex])) };
    },
    async pay({ address, units }: { address: string; units: bigint }) {
      return { txId: text.parse(await rpc("sendtoaddress", [address, wholeCoins(units)])) };
    },
  };
}
