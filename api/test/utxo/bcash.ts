import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { COINBASE_MATURITY } from "../../src/chains/utxo/params";
import { freePort } from "../server";
import { COINBASES, callerOf, LOGIN, type TestNode, urlOf, wholeCoins } from "./node";

/** A node of Bitcoin Cash in memory. */
export type BcashNode = TestNode & {
  /** Empties its mempool, as a restart does, and sends again what of its own wallet is unconfirmed. */
  forget(): Promise<void>;
  /** Coins from its wallet to a script in hex, unconfirmed. */
  payScript(payment: { script: string; units: bigint }): Promise<{ txId: string }>;
};

const PROGRAM = join(import.meta.dirname, "bcash-node.mjs");
const START_TIMEOUT_MS = 60_000;
const text = z.string();
const count = z.int();

/** Starts bcash on a free port of loopback. */
export async function startBcash(): Promise<BcashNode> {
  const port = await freePort();
  const rpc = callerOf(port);
  // The shell kills the node as soon as its stdin closes, which happens however this process ends.
  const script = '"$@" <&- & p=$!; trap "" INT TERM; read x; kill -KILL $p; wait $p 2>&-';
  const command = ["-c", script, "sh", process.execPath, PROGRAM, String(port), LOGIN.user, LOGIN.password];
  const child = spawn("sh", command, { stdio: ["pipe", "ignore", "inherit"], detached: true });
  const close = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.stdin.end();
    await once(child, "exit");
  };
  try {
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (
      !(await rpc("getblockcount").then(
        (answer) => count.safeParse(answer).success,
        () => false,
      ))
    ) {
      if (Date.now() > deadline) throw new Error("bcash did not start in time");
      await sleep(50);
    }
    const miner = text.parse(await rpc("getnewaddress"));
    const mine = async (blocks: number): Promise<void> => {
      await rpc("generatetoaddress", [blocks, miner]);
    };
    await mine(COINBASES + COINBASE_MATURITY);
    return {
      url: urlOf(port),
      rpc,
      mine,
      async mineOnly(txIds) {
        await rpc("generateblock", [miner, txIds]);
      },
      async reorg(depth) {
        await rpc("reorg", [depth]);
      },
      async pay({ address, units }) {
        return { txId: text.parse(await rpc("sendtoaddress", [address, wholeCoins(units)])) };
      },
      async payScript({ script, units }) {
        return { txId: text.parse(await rpc("sendtoscript", [script, wholeCoins(units)])) };
      },
      async mineTiny({ address, units }) {
        return { txId: text.parse(await rpc("minetiny", [address, wholeCoins(units)])) };
      },
      async mineTo(address) {
        await rpc("generatetoaddress", [1, address]);
      },
      async goBack(blocks) {
        await rpc("goback", [blocks]);
      },
      newAddress: async () => text.parse(await rpc("getnewaddress")),
      height: async () => count.parse(await rpc("getblockcount")),
      async forget() {
        await rpc("forgetmempool");
        await rpc("loadwallet");
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
