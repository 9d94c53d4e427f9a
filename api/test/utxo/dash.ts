import { base58check } from "../../src/chains/addresses/base58-checked";
import { prefixesOf } from "../../src/chains/addresses/bitcoin-networks";
import { utxoParamsOf } from "../../src/chains/utxo/params";
import { type LyingNode, startLyingNode } from "../evm/proxy";
import { startUtxoNode, type TestNode, type UtxoTestNode } from "./node";

/** A node of Bitcoin that says it is one of Dash: the bytes of ordinary transactions have the same rules on both. */
export type DashNode = TestNode & {
  bitcoin: UtxoTestNode;
  /** Answers that a test changes after what makes it a node of Dash. */
  way: Pick<LyingNode, "tamper">;
};

/** Nothing is replaced, and its wallet has P2PKH addresses only, as Dash has. */
const FLAGS = ["-mempoolreplacement=0", "-addresstype=legacy", "-changetype=legacy"];
const VERSION = 230_000;
/** Of Bitcoin's P2PKH addresses on regtest. */
const BITCOIN_VERSION = 0x6f;

/** Starts Bitcoin Knots with a proxy in front, which reports Dash's first block, version and estimate of fees. */
export async function startDash(): Promise<DashNode> {
  const bitcoin = await startUtxoNode("bitcoin", FLAGS);
  const proxy = await startLyingNode(bitcoin.url);
  const way: DashNode["way"] = { tamper: (_call, answer) => answer };
  proxy.tamper = (call, answer) => {
    const as = (result: unknown) => way.tamper(call, { id: answer.id, result });
    if (call.method === "getblockhash" && call.params[0] === 0)
      return as(utxoParamsOf("dash").genesis.regtest);
    if (call.method === "getnetworkinfo") return as({ ...(answer.result as object), version: VERSION });
    if (call.method === "estimatesmartfee") return as({ feerate: 0.00001, blocks: 3 });
    return way.tamper(call, answer);
  };
  const url = new URL(bitcoin.url);
  url.port = new URL(proxy.url).port;
  return {
    ...bitcoin,
    bitcoin,
    way,
    url: url.href,
    pay: ({ address, units }) => bitcoin.pay({ address: asBitcoin(address), units }),
    mineTiny: ({ address, units }) => bitcoin.mineTiny({ address: asBitcoin(address), units }),
    mineTo: (address) => bitcoin.mineTo(asBitcoin(address)),
    newAddress: async () => asDash(await bitcoin.newAddress()),
    async close() {
      await proxy.close();
      await bitcoin.close();
    },
  };
}

const [DASH_VERSION = 0] = prefixesOf("dash", "regtest").base58?.keyHash ?? [];

/** The address of the same key on the other chain; P2PKH only. */
const withVersion = (from: number, to: number) => (address: string) => {
  const [version, ...hash] = base58check.decode(address);
  if (version !== from) throw new Error("not a P2PKH address of the chain");
  return base58check.encode(new Uint8Array([to, ...hash]));
};
const asBitcoin = withVersion(DASH_VERSION, BITCOIN_VERSION);
const asDash = withVersion(BITCOIN_VERSION, DASH_VERSION);
