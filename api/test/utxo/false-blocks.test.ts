import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { readTransactionBytes } from "../../src/chains/utxo/block-bytes";
import { createUtxoChain } from "../../src/chains/utxo/chain";
import type { UtxoChainId } from "../../src/chains/utxo/params";
import { type LyingNode, startLyingNode } from "../evm/proxy";
import { startBcash } from "./bcash";
import { startDash } from "./dash";
import { startUtxoNode, type TestNode, whyNoNodes } from "./node";

const why = whyNoNodes("a node that lies about one block");

/** A transaction as nodes show it, as far as it is changed here. */
type Shown = { vout: { value: number; scriptPubKey: { hex: string } }[]; vin: { txid?: string }[] };

const UNITS = 12_345_678n;
/** The same as eight bytes, and twice as much. */
const [PAID, TWICE] = [UNITS, 2n * UNITS].map((units) =>
  Buffer.from(new BigUint64Array([units]).buffer).toString("hex"),
);

/** Another answer to a block of one verbosity; `null` for each of them that shows its transactions. */
const block =
  (verbosity: 0 | 1 | null, change: (result: never) => unknown): LyingNode["tamper"] =>
  ({ method, params }, answer) => {
    const isMeant = verbosity === null ? Number(params[1]) >= 2 : params[1] === verbosity;
    return method === "getblock" && isMeant
      ? { id: answer.id, result: change(answer.result as never) }
      : answer;
  };

type Start = () => Promise<TestNode>;

/** A node with a deposit in its last block, behind a proxy that may lie about it, for the tests of one `describe`. */
function lyingNode(id: UtxoChainId, start: Start) {
  let proxy: LyingNode;
  const scene = {
    node: undefined as unknown as TestNode,
    address: "",
    height: 0,
    /** What an adapter that has read nothing yet finds at the address in the block. */
    async found(tamper?: LyingNode["tamper"]): Promise<bigint[]> {
      const url = new URL(scene.node.url);
      url.port = new URL(proxy.url).port;
      const chain = createUtxoChain({ id, network: "regtest", rpcUrls: [url.href], timeoutMs: 10_000 });
      await chain.tip();
      if (tamper !== undefined) proxy.tamper = tamper;
      const { transfers } = (await chain.block(scene.height)) ?? { transfers: [] };
      return transfers.filter(({ to }) => to === scene.address).map(({ units }) => units);
    },
  };
  beforeAll(async () => {
    if (why !== undefined) return;
    scene.node = await start();
    proxy = await startLyingNode(scene.node.url);
    scene.address = await scene.node.newAddress();
    await scene.node.pay({ address: scene.address, units: UNITS });
    await scene.node.mine(1);
    scene.height = await scene.node.height();
  });
  beforeEach(() => {
    if (proxy !== undefined) proxy.tamper = (_call, answer) => answer;
  });
  afterAll(async () => {
    await proxy?.close();
    await scene.node?.close();
  });
  return scene;
}

const NODES = [
  ["bitcoin", () => startUtxoNode("bitcoin")],
  ["litecoin", () => startUtxoNode("litecoin")],
  ["bitcoincash", () => startBcash()],
] as const satisfies [UtxoChainId, Start][];

describe.skipIf(why !== undefined).each(NODES)("a node of %s that lies about one block", (id, start) => {
  const scene = lyingNode(id, start);
  const { found } = scene;

  it("brings what the bytes pay, whatever else it shows", async () => {
    expect(await found()).toEqual([UNITS]);
    const richer = block(null, ({ tx, ...rest }: { tx: Shown[] }) => ({
      ...rest,
      tx: tx.map((one) => ({ ...one, vout: one.vout.map((output) => ({ ...output, value: 20 })) })),
    }));
    expect(await found(richer)).toEqual([UNITS]);
    const elsewhere = block(null, ({ tx, ...rest }: { tx: Shown[] }) => ({
      ...rest,
      tx: tx.map((one) => ({
        ...one,
        vout: one.vout.map((output) => ({ ...output, scriptPubKey: { hex: "51" } })),
      })),
    }));
    expect(await found(elsewhere)).toEqual([UNITS]);
  });

  it("brings nothing where its bytes pay what the block's head does not commit to", async () => {
    const richer = block(0, (hex: string) => hex.replace(PAID ?? "", TWICE ?? ""));
    await expect(found(richer)).rejects.toThrow("does not prove what is in block");
  });

  it("brings nothing where its bytes are those of another block", async () => {
    const { node, height } = scene;
    const other = await node.rpc("getblock", [await node.rpc("getblockhash", [height - 1]), 0]);
    await expect(found(block(0, () => other))).rejects.toThrow("does not prove what is in block");
  });

  it("brings nothing where it shows a transaction that the block does not have, or leaves one out", async () => {
    const more = block(null, ({ tx, ...rest }: { tx: Shown[] }) => ({ ...rest, tx: [...tx, tx.at(-1)] }));
    await expect(found(more)).rejects.toThrow("the node says two things of block");
    const less = block(null, ({ tx, ...rest }: { tx: Shown[] }) => ({ ...rest, tx: tx.slice(1) }));
    await expect(found(less)).rejects.toThrow("the node says two things of block");
    const other = block(null, ({ tx, ...rest }: { tx: Shown[] }) => ({
      ...rest,
      tx: tx.map((one) => ({ ...one, txid: "ab".repeat(32) })),
    }));
    await expect(found(other)).rejects.toThrow("the node says two things of block");
    // What was spent is the node's word, but not which output that was.
    if (id === "litecoin") return;
    const spent = block(null, ({ tx, ...rest }: { tx: Shown[] }) => ({
      ...rest,
      tx: tx.map((one) => ({ ...one, vin: one.vin.map((input) => ({ ...input, vout: 77 })) })),
    }));
    await expect(found(spent)).rejects.toThrow("the node says two things of block");
  });

  it("brings no new coins that their block's head does not commit to", async () => {
    const { node, address } = scene;
    await node.rpc("generatetoaddress", [1, address]);
    const mined = await node.height();
    await node.mine(99);
    scene.height = await node.height();
    expect(await found()).toHaveLength(1);
    const raw: LyingNode["tamper"] = ({ method, params }, answer) =>
      method === "getrawtransaction" && params[2] !== undefined
        ? { id: answer.id, result: String(answer.result).replace(/00000000$/, "01000000") }
        : answer;
    await expect(found(raw)).rejects.toThrow("does not prove what is in block");
    const others = block(1, ({ tx, ...rest }: { tx: string[] }) => ({
      ...rest,
      tx: [tx[0], "ab".repeat(32)],
    }));
    await expect(found(others)).rejects.toThrow("does not prove what is in block");
    const head = await node.rpc("getblockheader", [await node.rpc("getblockhash", [mined - 1]), false]);
    const otherHead: LyingNode["tamper"] = ({ method, params }, answer) =>
      method === "getblockheader" && params[1] === false ? { id: answer.id, result: head } : answer;
    await expect(found(otherHead)).rejects.toThrow("does not prove what is in block");
    await expect(found(await otherCoinbase(node, mined))).rejects.toThrow("does not prove what is in block");
    await expectNotTwice(scene, mined);
  });
});

/** New coins of another block, which is an honest one: they would count once more. */
async function expectNotTwice(scene: ReturnType<typeof lyingNode>, mined: number): Promise<void> {
  const { node, found } = scene;
  scene.height += 1;
  await node.mine(1);
  expect(await found((_call, answer) => answer)).toEqual([]);
  const again = await node.rpc("getblockhash", [mined]);
  const twice: LyingNode["tamper"] = ({ method, params }, answer) =>
    method === "getblockhash" && params[0] === mined + 1 ? { id: answer.id, result: again } : answer;
  await expect(found(twice)).rejects.toThrow("new coins of another height");
}

/** A node with other new coins at a height, in a head that commits to them: only the head's hash is another one. */
async function otherCoinbase(node: TestNode, height: number): Promise<LyingNode["tamper"]> {
  const blockHash = await node.rpc("getblockhash", [height]);
  const { tx } = z.object({ tx: z.array(z.string()) }).parse(await node.rpc("getblock", [blockHash, 1]));
  const raw = String(await node.rpc("getrawtransaction", [tx[0], false, blockHash])).replace(/00$/, "01");
  const { txId } = readTransactionBytes(raw);
  const root = Buffer.from(txId, "hex").reverse().toString("hex");
  const head = String(await node.rpc("getblockheader", [blockHash, false]));
  const answers: Readonly<Record<string, unknown>> = {
    getblock: { tx: [txId] },
    getrawtransaction: raw,
    getblockheader: `${head.slice(0, 72)}${root}${head.slice(136)}`,
  };
  return ({ method, params }, answer) => {
    const isOfCoinbase = params[1] === 1 || (params[1] === false && method !== "getblock");
    const result = isOfCoinbase ? answers[method] : undefined;
    return result === undefined ? answer : { id: answer.id, result };
  };
}

describe.skipIf(why !== undefined)("a node of Dash, whose blocks prove nothing", () => {
  let node: TestNode;
  let honest: LyingNode;
  beforeAll(async () => {
    if (why !== undefined) return;
    node = await startDash();
    honest = await startLyingNode(node.url);
  });
  beforeEach(() => {
    if (honest !== undefined) honest.tamper = (_call, answer) => answer;
  });
  afterAll(async () => {
    await honest?.close();
    await node?.close();
  });
  /** The node, and the same behind the proxy, which may lie. */
  const open = () => {
    const url = new URL(node.url);
    url.port = new URL(honest.url).port;
    const rpcUrls = [node.url, url.href];
    return createUtxoChain({ id: "dash", network: "regtest", rpcUrls, timeoutMs: 10_000 });
  };

  it("brings what it shows, and with a second node only what both show", async () => {
    const address = await node.newAddress();
    await node.pay({ address, units: UNITS });
    await node.mine(1);
    const height = await node.height();
    honest.tamper = block(null, ({ tx, ...rest }: { tx: Shown[] }) => ({
      ...rest,
      tx: tx.map((one) => ({ ...one, vout: one.vout.map((output) => ({ ...output, value: 20 })) })),
    }));
    await expect(open().block(height)).rejects.toThrow(`two nodes disagree about what is in block ${height}`);
  });

  it("brings no new coins that only one of two nodes shows", async () => {
    const height = await node.height();
    expect((await open().block(height))?.height).toBe(height);
    honest.tamper = ({ method, params }, answer) => {
      if (method !== "getrawtransaction" || params[2] === undefined) return answer;
      const { vout, ...rest } = answer.result as Shown;
      return { id: answer.id, result: { ...rest, vout: vout.map((output) => ({ ...output, value: 20 })) } };
    };
    await expect(open().block(height)).rejects.toThrow(`two nodes disagree about what is in block ${height}`);
  });
});
