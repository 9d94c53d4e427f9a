import { createEvmChain, type EvmChain } from "../../src/chains/evm/chain";
import { type EvmHarness, makeEvmHarness } from "./harness";
import { type LyingNode, startLyingNode } from "./proxy";

export type AdapterWorld = {
  harness: EvmHarness;
  /** The same chain, seen through a proxy that may change the node's answers. */
  lied: EvmChain;
  /** Of that proxy. */
  proxyUrl: string;
  /** Makes a call while the proxy changes answers so. */
  tampered<Value>(tamper: LyingNode["tamper"], call: () => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
};

/** An anvil, and the adapter on it twice: at the node itself, and behind the proxy. */
export async function openAdapterWorld(): Promise<AdapterWorld> {
  const harness = await makeEvmHarness({ id: "ethereum", token: "standard" });
  const proxy = await startLyingNode(harness.anvil.url);
  const lied = createEvmChain({
    id: "ethereum",
    rpcUrls: [proxy.url],
    chainId: 1,
    tokens: { "USDC-ERC20": harness.tokens.standard, "USDT-ERC20": harness.tokens.tether },
    explorer: "https://etherscan.io/",
    timeoutMs: 2_000,
  });
  return {
    harness,
    lied,
    proxyUrl: proxy.url,
    async tampered(tamper, call) {
      const before = proxy.tamper;
      proxy.tamper = tamper;
      try {
        return await call();
      } finally {
        proxy.tamper = before;
      }
    },
    async close() {
      await proxy.close();
      await harness.close();
    },
  };
}
