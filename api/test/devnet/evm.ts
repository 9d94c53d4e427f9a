import { encodeFunctionData, erc20Abi, parseUnits, toHex, zeroAddress } from "viem";
import { type AssetCode, assetOf } from "../../src/core/assets";
import { type Anvil, deployTokens, OUTSIDE, startAnvil } from "../evm/anvil";

/** A chain of Ethereum's kind: its coin, what the hot wallet begins with and what one payment is, and the same of its two tokens. */
const CHAINS = [
  { number: 1, name: "ETH", native: "ETH", float: "500", amount: "0.01", kind: "ERC20" },
  { number: 56, name: "BSC", native: "BNB", float: "500", amount: "0.1", kind: "BEP20" },
  { number: 137, name: "POLYGON", native: "POL", float: "400000", amount: "100", kind: "POLYGON" },
] as const;
const TOKEN_FLOAT = "100000";
/** What the customer who pays has of each native coin. */
const STOCK = "1000000";
const TOKEN_AMOUNT = "100";
const ADDRESS = "ADDRESS";

export type EvmNodes = {
  /** By which Sotto finds the nodes and the contracts of their tokens. */
  env: Readonly<Record<string, string>>;
  /** Pays the hot wallet of a coin or token of these chains; does nothing for others. */
  fund(wallet: { currency: string; address: string }): Promise<void>;
  /** Lines that say how an order in each coin and token is paid. */
  howTo: readonly string[];
  close(): Promise<void>;
};

/** Starts an anvil with two tokens for each chain; each mines a block every so many seconds. */
export async function startEvmNodes(blockSeconds: number): Promise<EvmNodes> {
  const nodes: EvmNodes[] = [];
  const close = async (): Promise<void> => {
    for (const node of nodes.splice(0)) await node.close();
  };
  try {
    for (const chain of CHAINS) nodes.push(await startNode(chain, blockSeconds));
    return {
      env: Object.assign({}, ...nodes.map(({ env }) => env)),
      async fund(wallet) {
        for (const node of nodes) await node.fund(wallet);
      },
      howTo: nodes.flatMap(({ howTo }) => howTo),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startNode(chain: (typeof CHAINS)[number], blockSeconds: number): Promise<EvmNodes> {
  const { number, name, native, float, amount, kind } = chain;
  const anvil = await startAnvil({ chainId: number, mining: blockSeconds });
  try {
    await anvil.rpc("anvil_setBalance", [OUTSIDE, toHex(unitsOf(native, STOCK))]);
    const tokens = await deployTokens(anvil);
    const contracts = [
      { code: `USDT-${kind}`, token: tokens.tether },
      { code: `USDC-${kind}`, token: tokens.standard },
    ] as const;
    return {
      env: {
        [`SOTTO_${name}_RPC_URL`]: anvil.url,
        ...Object.fromEntries(contracts.map(({ code, token }) => [contractSetting(code), token])),
      },
      async fund({ currency, address }) {
        if (currency === native) await anvil.pay({ to: address, units: unitsOf(native, float) });
        for (const { code, token } of contracts)
          if (currency === code) await tokens.transfer({ token, address, units: unitsOf(code, TOKEN_FLOAT) });
      },
      howTo: [
        `${amount} ${native}: ${sending(anvil, { to: ADDRESS, value: toHex(unitsOf(native, amount)) })}`,
        ...contracts.map(
          ({ code, token }) =>
            `${TOKEN_AMOUNT} ${code}: ${sending(anvil, { to: token, data: transferOf(code) })}`,
        ),
      ],
      close: anvil.close,
    };
  } catch (error) {
    await anvil.close();
    throw error;
  }
}

const unitsOf = (code: AssetCode, amount: string): bigint => parseUnits(amount, assetOf(code).decimals);

const contractSetting = (code: AssetCode): string => `SOTTO_${code.replaceAll("-", "_")}_CONTRACT`;

/** The call of a token that pays the amount, with a place for an address without its 0x. */
function transferOf(code: AssetCode): string {
  const args = [zeroAddress, unitsOf(code, TOKEN_AMOUNT)] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args });
  // Behind 0x, the selector of four bytes and twelve bytes of padding.
  return `${data.slice(0, 34)}${ADDRESS}-WITHOUT-0x${data.slice(74)}`;
}

/** A command that has anvil send a transaction of its first account. */
function sending({ url }: Anvil, transaction: Readonly<Record<string, string>>): string {
  const params = [{ from: OUTSIDE, ...transaction }];
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_sendTransaction", params });
  return `curl -s ${url} -H 'content-type: application/json' -d '${body}'`;
}
