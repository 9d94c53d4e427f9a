import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import {
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  keccak256,
  parseAbi,
  parseAbiParameters,
  toHex,
} from "viem";
import { z } from "zod";
import { type ContractName, contractBytecodes } from "./compile";

export type AnvilOptions = {
  chainId?: number;
  /** "manual" mines only by `mine`; "each" a block for each transaction; a number every so many seconds. */
  mining?: "manual" | "each" | number;
  hardfork?: string;
  /** It forgets the states of blocks that are older than so many. */
  statesKept?: number;
};

/** A local Ethereum node with a thousand native coins for whoever asks; it dies with this process. */
export type Anvil = {
  url: string;
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>;
  mine(blocks: number): Promise<void>;
  /** Replaces the last `depth` blocks by as many empty ones and one more. */
  reorg(depth: number): Promise<void>;
  /** Native coins from outside; unmined under "manual". */
  pay(payment: { to: string; units: bigint }): Promise<{ txId: Hex }>;
  /** A call from outside; unmined under "manual". */
  call(call: { to: string; data: Hex; from?: Hex }): Promise<{ txId: Hex }>;
  /** Deploys and mines (under "manual" too); its checksummed address. */
  deploy(name: ContractName): Promise<Hex>;
  close(): Promise<void>;
};

/** The first of anvil's own unlocked accounts: "outside", in every test. */
export const OUTSIDE: Hex = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const START_TIMEOUT_MS = 90_000;

/** Starts anvil on a free port of loopback. */
export async function startAnvil({
  chainId = 1,
  mining = "manual",
  hardfork,
  statesKept,
}: AnvilOptions = {}): Promise<Anvil> {
  const pace =
    mining === "manual" ? ["--no-mining"] : mining === "each" ? [] : ["--block-time", String(mining)];
  const fork = hardfork === undefined ? [] : ["--hardfork", hardfork];
  const pruned = statesKept === undefined ? [] : ["--prune-history", String(statesKept)];
  const flags = [
    "--host",
    "127.0.0.1",
    "--port",
    "0",
    "--chain-id",
    String(chainId),
    "--slots-in-an-epoch",
    "1",
  ];
  // The shell kills anvil as soon as its stdin closes, which happens however this process ends.
  const script = '"$@" <&- & p=$!; trap "" INT TERM; read x; kill -KILL $p; wait $p 2>&-';
  const command = ["-c", script, "sh", anvilBinary(), ...flags, ...pace, ...fork, ...pruned];
  const child = spawn("sh", command, { stdio: ["pipe", "pipe", "inherit"], detached: true });
  const close = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.stdin.end();
    await once(child, "exit");
  };
  try {
    const url = await listeningUrl(child.stdout);
    return { ...controls(url), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Under pnpm build scripts do not run, so the binary is found in the package of the platform. */
function anvilBinary(): string {
  const platform = process.platform === "win32" ? "win32" : process.platform;
  const arch = process.arch === "x64" ? "amd64" : process.arch;
  const wrapper = createRequire(import.meta.url).resolve("@foundry-rs/anvil/package.json");
  const name = `@foundry-rs/anvil-${platform}-${arch}`;
  return join(dirname(createRequire(wrapper).resolve(`${name}/package.json`)), "bin", "anvil");
}

async function listeningUrl(stdout: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface(stdout);
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error("anvil did not start in time")), START_TIMEOUT_MS);
    lines.on("line", (line) => {
      const port = /^Listening on 127\.0\.0\.1:(\d+)/.exec(line)?.[1];
      if (port === undefined) return;
      clearTimeout(late);
      resolve(`http://127.0.0.1:${port}`);
    });
    lines.on("close", () => {
      clearTimeout(late);
      reject(new Error("anvil ended before it listened"));
    });
  });
}

const answerSchema = z.object({
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});

function controls(url: string): Omit<Anvil, "close"> {
  const rpc: Anvil["rpc"] = async (method, params = []) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const answer = answerSchema.parse(await response.json());
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  };
  const send = async (transaction: Record<string, string>): Promise<{ txId: Hex }> => ({
    txId: (await rpc("eth_sendTransaction", [{ from: OUTSIDE, ...transaction }])) as Hex,
  });
  const mine: Anvil["mine"] = async (blocks) => {
    await rpc("anvil_mine", [toHex(blocks)]);
  };
  return {
    url,
    rpc,
    mine,
    async reorg(depth) {
      await rpc("anvil_reorg", [depth, []]);
      await mine(1);
    },
    pay: ({ to, units }) => send({ to, value: toHex(units) }),
    call: ({ to, data, from }) => send({ to, data, gas: toHex(1_000_000), ...(from ? { from } : {}) }),
    async deploy(name) {
      const { txId } = await send({ data: (await contractBytecodes())[name], gas: toHex(3_000_000) });
      const receipt = z.object({ contractAddress: z.string(), status: z.literal("0x1") }).nullable();
      let mined = receipt.parse(await rpc("eth_getTransactionReceipt", [txId]));
      if (!mined) {
        await mine(1);
        mined = receipt.parse(await rpc("eth_getTransactionReceipt", [txId]));
      }
      if (!mined) throw new Error(`${name} was not deployed`);
      return getAddress(mined.contractAddress);
    },
  };
}

/** Native coins paid from inside a contract, unmined under "manual": there is no transaction from anybody to the recipient. */
export async function payFromContract(
  anvil: Anvil,
  { address, units }: { address: string; units: bigint },
): Promise<{ txId: Hex }> {
  // A constructor that does CALL(gas, to, callvalue, 0, 0, 0, 0) and leaves no code.
  const data = `0x60006000600060003473${address.slice(2).toLowerCase()}5af100`;
  const deployment = { from: OUTSIDE, data, value: toHex(units), gas: toHex(200_000) };
  return { txId: (await anvil.rpc("eth_sendTransaction", [deployment])) as Hex };
}

/** Tokens for a chain, with as many coins as a test wants; both have six decimals and a blacklist. */
export type DeployedTokens = {
  /** OpenZeppelin's ERC-20. */
  standard: Hex;
  /** Tether's manner: `transfer` returns nothing. */
  tether: Hex;
  /** Makes coins at an address; unmined under "manual". */
  mint(to: { token: Hex; address: string; units: bigint }): Promise<{ txId: Hex }>;
  /** An outsider's transfer; it must have been minted to OUTSIDE before. */
  transfer(to: { token: Hex; address: string; units: bigint }): Promise<{ txId: Hex }>;
  /** Makes transfers of a token from or to an address revert, or stops that; unmined under "manual". */
  setBlackListed(request: { token: Hex; address: string; on: boolean }): Promise<{ txId: Hex }>;
};

const testTokenAbi = parseAbi([
  "function mint(address to, uint256 units)",
  "function setBlackListed(address holder, bool on)",
]);

/** Deploys both kinds of token, and mints a large stock of each for OUTSIDE, whichever decimals they are said to have. */
export async function deployTokens(anvil: Anvil): Promise<DeployedTokens> {
  const standard = await anvil.deploy("Token");
  const tether = await anvil.deploy("TetherStyle");
  const mint: DeployedTokens["mint"] = ({ token, address, units }) => {
    const args = [getAddress(address), units] as const;
    return anvil.call({
      to: token,
      data: encodeFunctionData({ abi: testTokenAbi, functionName: "mint", args }),
    });
  };
  for (const token of [standard, tether]) await mint({ token, address: OUTSIDE, units: 10n ** 27n });
  await anvil.mine(1);
  return {
    standard,
    tether,
    mint,
    transfer({ token, address, units }) {
      const args = [getAddress(address), units] as const;
      return anvil.call({
        to: token,
        data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args }),
      });
    },
    setBlackListed({ token, address, on }) {
      const args = [getAddress(address), on] as const;
      const data = encodeFunctionData({ abi: testTokenAbi, functionName: "setBlackListed", args });
      return anvil.call({ to: token, data });
    },
  };
}

/** A private key for a name: the same each time. */
export const testKey = (name: string): Hex =>
  keccak256(encodeAbiParameters(parseAbiParameters("string"), [`sotto test key ${name}`]));
