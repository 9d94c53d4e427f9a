import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { prefixesOf } from "../../src/chains/addresses/bitcoin-networks";
import { chainKeys } from "../../src/chains/derivation";
import { scriptOfAddress } from "../../src/chains/utxo/script";
import { buildZcash, signZcash } from "../../src/chains/utxo/zcash/transaction";
import type { TestNode } from "./node";
import { type Kept, type KeptBlock, Refused, ZcashLedger } from "./zcash-ledger";

/** A stand-in for a node of Zcash, in this process; it answers what the adapter asks in the form of zcashd and Zebra. */
export type ZcashNode = TestNode & {
  ledger: ZcashLedger;
  /** Coins that leave the shielded pools, in the mempool. */
  payShielded(payment: { address: string; units: bigint }): { txId: string };
  forget(): void;
};

const CODEC = { network: "regtest", prefixes: prefixesOf("zcash", "regtest") } as const;
const KEYS = chainKeys({ seed: new Uint8Array(64).fill(9), chain: "zcash", network: "regtest" });
const WALLET = { branch: "hot", index: 0 } as const;
const OWN = KEYS.address(WALLET);
const scriptOf = (address: string): string => scriptOfAddress(address, CODEC.prefixes);
const wholeCoins = (units: bigint): number => Number(units) / 1e8;

/** Starts one with a wallet of coins that came from shielded ones. */
export async function startZcash(): Promise<ZcashNode> {
  const ledger = new ZcashLedger();
  const sent: string[] = [];
  let addresses = 0;
  const funds = ledger.made({
    isCoinbase: false,
    pays: Array.from({ length: 200 }, () => ({ units: 10_000_000_000n, script: scriptOf(OWN) })),
  });
  ledger.mineOnly([funds], scriptOf(OWN));
  const answer = answersOf(ledger);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const asked = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Call | Call[];
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const shielded = (address: string, units: bigint): Kept =>
    ledger.made({ isCoinbase: false, pays: [{ units, script: scriptOf(address) }] });
  const mine = (txs: readonly Kept[], to = OWN): void => ledger.mineOnly(txs, scriptOf(to));
  return {
    ledger,
    url: `http://sotto:regtest-only@127.0.0.1:${(server.address() as AddressInfo).port}`,
    rpc: async (method, params = []) => answer({ id: 0, method, params: [...params] }).result,
    async mine(blocks) {
      for (let mined = 0; mined < blocks; mined += 1) mine([...ledger.mempool.values()]);
    },
    async mineOnly(txIds) {
      mine(txIds.flatMap((txId) => ledger.mempool.get(txId) ?? []));
    },
    async mineTo(address) {
      mine([...ledger.mempool.values()], address);
    },
    async reorg(depth) {
      ledger.abandon(depth);
      for (let mined = 0; mined <= depth; mined += 1) mine([]);
    },
    async pay(payment) {
      const { raw, txId } = await paymentOf(ledger, payment);
      ledger.submit(raw);
      sent.push(raw);
      return { txId };
    },
    payShielded({ address, units }) {
      const tx = shielded(address, units);
      ledger.mempool.set(tx.txId, tx);
      return tx;
    },
    async mineTiny({ address, units }) {
      const tx = shielded(address, units);
      mine([tx]);
      return tx;
    },
    goBack: async (blocks) => ledger.abandon(blocks),
    newAddress: async () => KEYS.address({ branch: "deposit", index: addresses++ }),
    height: async () => ledger.height,
    forget() {
      ledger.mempool.clear();
      for (const raw of sent) tryAgain(ledger, raw);
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function tryAgain(ledger: ZcashLedger, raw: string): void {
  try {
    ledger.submit(raw);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}

async function paymentOf(ledger: ZcashLedger, { address, units }: { address: string; units: bigint }) {
  const own = [...ledger.coins({ withMempool: true })].filter(
    ([, coin]) => coin.script === scriptOf(OWN) && !coin.isCoinbase && coin.units > units + 10_000n,
  );
  const [name, coin] = own[0] ?? [];
  if (name === undefined || coin === undefined) throw new Error("the wallet has no such coin");
  const [txId = "", ordinal] = name.split(":");
  const input = { txId, ordinal: Number(ordinal), units: coin.units, address: OWN, key: WALLET };
  const change = { address: OWN, units: coin.units - units - 10_000n };
  const request = {
    model: "utxo",
    inputs: [input],
    outputs: [{ address, units }, change],
    expiry: { height: ledger.height + 500, branchId: ledger.branchId },
  } as const;
  return signZcash(CODEC)(buildZcash(CODEC, request), KEYS.privateKey);
}

type Call = { id: unknown; method: string; params: unknown[] };
type Answer = { id: unknown; result?: unknown; error?: { code: number; message: string } };

/** The answer to each call that the adapter makes. */
function answersOf(ledger: ZcashLedger): (call: Call) => Answer {
  const methods: Record<string, (params: unknown[]) => unknown> = {
    getblockchaininfo: () => infoOf(ledger),
    getblockcount: () => ledger.height,
    getbestblockhash: () => ledger.tip().hash,
    getblockhash: ([height]) => {
      const block = ledger.blocks[Number(height)];
      if (block === undefined) throw new Refused(-8, "Block height out of range");
      return block.hash;
    },
    getblockheader: ([hash]) => headOf(ledger, blockOf(ledger, hash)),
    getblock: ([hash, verbosity]) => {
      const block = blockOf(ledger, hash);
      const show = (tx: Kept) => (verbosity === 2 ? shownOf(ledger, tx, block) : tx.txId);
      return { ...headOf(ledger, block), tx: block.txs.map(show) };
    },
    getrawmempool: () => [...ledger.mempool.keys()],
    getrawtransaction: ([txId, verbose]) => {
      if (verbose !== 1 && verbose !== 0) throw new Refused(-1, "JSON value is not an integer as expected");
      const found = ledger.find(String(txId));
      if (found === undefined) throw new Refused(-5, "No such mempool or blockchain transaction.");
      return verbose === 1 ? shownOf(ledger, found.tx, found.block) : found.tx.raw;
    },
    gettxout: ([txId, vout, withMempool]) =>
      ledger.coins({ withMempool: withMempool === true }).has(`${txId}:${vout}`) ? { value: 1 } : null,
    getaddressutxos: ([query]) => unspentAt(ledger, (query as { addresses: string[] }).addresses),
    sendrawtransaction: ([raw]) => ledger.submit(String(raw)),
  };
  return ({ id, method, params }) => {
    try {
      const asked = methods[method];
      if (asked === undefined) throw new Refused(-32601, "Method not found");
      return { id, result: asked(params) };
    } catch (error) {
      if (error instanceof Refused) return { id, error: { code: error.code, message: error.message } };
      return { id, error: { code: -22, message: "TX decode failed" } };
    }
  };
}

function blockOf(ledger: ZcashLedger, hash: unknown): KeptBlock {
  const block = ledger.seen.get(String(hash));
  if (block === undefined) throw new Refused(-5, "Block not found");
  return block;
}

const infoOf = (ledger: ZcashLedger) => {
  const branch = ledger.branchId.toString(16).padStart(8, "0");
  return {
    ...{ chain: "regtest", blocks: ledger.height, bestblockhash: ledger.tip().hash, pruned: false },
    ...{ verificationprogress: 1, consensus: { chaintip: branch, nextblock: branch } },
  };
};

const headOf = (ledger: ZcashLedger, { hash, height, parent, time }: KeptBlock) => ({
  ...{ hash, height, time, ...(parent !== "" && { previousblockhash: parent }) },
  confirmations: ledger.blocks[height]?.hash === hash ? ledger.height - height + 1 : -1,
});

const shownOf = (ledger: ZcashLedger, tx: Kept, block: KeptBlock | null) => ({
  ...{ txid: tx.txId, version: 5, vShieldedSpend: [], vShieldedOutput: [] },
  vin: tx.isCoinbase
    ? [{ coinbase: "00", sequence: 0 }]
    : tx.spends.map(({ txId, vout }) => ({ txid: txId, vout, sequence: 0xffff_ffff })),
  vout: tx.pays.map(({ units, script }, n) => ({
    ...{ n, value: wholeCoins(units), valueZat: Number(units), scriptPubKey: { hex: script } },
  })),
  ...(block && { blockhash: block.hash, confirmations: headOf(ledger, block).confirmations }),
});

const unspentAt = (ledger: ZcashLedger, addresses: readonly string[]) =>
  [...ledger.coins({ withMempool: false })].flatMap(([name, { script, units, height }]) => {
    const address = addresses.find((one) => scriptOf(one) === script);
    const [txid, outputIndex] = name.split(":");
    if (address === undefined) return [];
    return [{ address, txid, outputIndex: Number(outputIndex), script, satoshis: Number(units), height }];
  });
