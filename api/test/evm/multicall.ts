import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { z } from "zod";
import { MULTICALL3 } from "../../src/chains/evm/balances";
import { type Anvil, OUTSIDE } from "./anvil";

/** What deploys Multicall3, as viem ships it (viem/constants/contracts.ts), which does not export it. */
function creationCode(): string {
  const require = createRequire(import.meta.url);
  const file = join(dirname(require.resolve("viem")), "constants", "contracts.js");
  return z.object({ multicall3Bytecode: z.string() }).parse(require(file)).multicall3Bytecode;
}

/** Puts Multicall3 where it is on public chains, from the next block on. */
export async function installMulticall({ rpc, mine }: Anvil): Promise<void> {
  const txId = await rpc("eth_sendTransaction", [{ from: OUTSIDE, data: creationCode(), gas: "0x2dc6c0" }]);
  await mine(1);
  const receipt = z.object({ contractAddress: z.string() });
  const { contractAddress } = receipt.parse(await rpc("eth_getTransactionReceipt", [txId]));
  await rpc("anvil_setCode", [MULTICALL3, await rpc("eth_getCode", [contractAddress, "latest"])]);
  await mine(1);
}
