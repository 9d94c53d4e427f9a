import { createServer } from "node:http";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { binToHex, readTransactionOutput } from "@bitauth/libauth";

/**
 * A node of Bitcoin Cash on a network of its own: bcash's chain, mempool, miner and wallet in memory. It is asked as Bitcoin
 * Cash Node 29 is, as far as tests ask. usage: bcash-node.mjs PORT USER PASSWORD
 */
const [port, user, password] = process.argv.slice(2);
const AUTHORIZATION = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
const NETWORK = "regtest";
const UNITS_PER_COIN = 100_000_000;
const HEADER_BYTES = 80;
/** Units for 1,000 bytes: what the mempool asks, and what the wallet offers. */
const RELAY_RATE = 1_000;
const WALLET_RATE = 2_000;

const { FullNode, MTX, TX, Address, CoinEntry, Script, WalletDB, wallet: wallets, blockchain } = loadBcash();
const node = new FullNode({ network: NETWORK, memory: true, indexTx: true, logLevel: "none" });
const closed = { open: async () => undefined, close: async () => undefined };
node.http = closed;
const plugin = node.use(wallets.plugin);
plugin.http = closed;
const { chain, mempool, miner } = node;
await node.open();
const walletDb = plugin.wdb;
if (!(walletDb instanceof WalletDB)) throw new Error("bcash has no wallet");
createServer(serve).listen(Number(port), "127.0.0.1");

/** bcash without the programs that it compiles: all of them have a form in JavaScript, or are not needed in memory. */
function loadBcash() {
  process.env.NODE_BACKEND = "js";
  const require = createRequire(import.meta.url);
  const entry = require.resolve("bcash");
  const ofBcash = createRequire(entry);
  const bdb = createRequire(ofBcash.resolve("bdb"));
  const level = bdb.resolve("./level");
  bdb.cache[level] = { id: level, filename: level, loaded: true, exports: class {} };
  return require("bcash");
}

class RpcError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

const reversed = (hex) => Buffer.from(hex, "hex").reverse();
const addressOf = (text) => Address.fromString(text, NETWORK);
const shown = (hash) => Buffer.from(hash).reverse().toString("hex");
const coins = (units) => units / UNITS_PER_COIN;
const isMain = async (entry) => (await chain.getHash(entry.height))?.equals(entry.hash) ?? false;

/** An output's coins and script, and its CashToken, which bcash takes for a part of the script. */
function heldBy(output) {
  const { result, position } = readTransactionOutput({ bin: Uint8Array.from(output.toRaw()), index: 0 });
  if (position === undefined) throw new Error(`an output that cannot be read: ${result}`);
  const { lockingBytecode, token } = result;
  const tokenData = token && { category: binToHex(token.category), amount: String(token.amount) };
  const scriptPubKey = { hex: binToHex(lockingBytecode) };
  return { value: coins(output.value), scriptPubKey, ...(token && { tokenData }) };
}

async function entryOf(blockHash) {
  const entry = await chain.getEntry(reversed(blockHash));
  if (!entry) throw new RpcError(-5, "Block not found");
  return entry;
}

async function headerOf(entry) {
  return {
    hash: entry.rhash(),
    confirmations: (await isMain(entry)) ? chain.height - entry.height + 1 : -1,
    height: entry.height,
    time: entry.time,
    ...(entry.height > 0 && { previousblockhash: shown(entry.prevBlock) }),
  };
}

/** A transaction, with what its inputs spend where `view` has it. */
function transactionOf(tx, { entry, view } = {}) {
  const vin = tx.inputs.map((input) => {
    if (tx.isCoinbase()) return { coinbase: input.script.toRaw().toString("hex") };
    const spent = view?.getOutputFor(input);
    const prevout = spent && { prevout: heldBy(spent) };
    return { txid: shown(input.prevout.hash), vout: input.prevout.index, ...prevout };
  });
  const vout = tx.outputs.map((output, n) => ({ ...heldBy(output), n }));
  const txid = tx.txid();
  const where = entry && { blockhash: entry.rhash(), confirmations: chain.height - entry.height + 1 };
  return { txid, hash: txid, size: tx.getSize(), vin, vout, ...where };
}

async function mine(transactions, { onto = chain.tip, address, unrelayed } = {}) {
  const job = await miner.createJob(onto, address ?? (await walletDb.primary.receiveAddress()));
  if (transactions !== undefined) {
    const wanted = new Set(transactions);
    job.attempt.items = job.attempt.items.filter((item) => wanted.delete(shown(item.hash)));
    if (wanted.size > 0) throw new RpcError(-5, "Transaction not in mempool");
    if (unrelayed !== undefined) job.attempt.addTX(unrelayed.toTX(), unrelayed.view);
    job.attempt.fees = job.attempt.items.reduce((sum, item) => sum + item.fee, 0);
    job.attempt.refresh();
    job.refresh();
  }
  const block = await job.mineAsync();
  const entry = await chain.add(block);
  if (!entry) throw new RpcError(-1, "The block was not accepted");
  return entry;
}

/** Waits until the wallet has the tip. */
async function walletSynced() {
  while (walletDb.state.height < chain.height) await sleep(2);
}

async function signed(to, amount) {
  const draft = new MTX();
  draft.addOutput(to, Math.round(amount * UNITS_PER_COIN));
  await walletDb.primary.fund(draft, { rate: WALLET_RATE });
  await walletDb.primary.sign(draft);
  return draft;
}

async function send(to, amount) {
  const tx = (await signed(to, amount)).toTX();
  await walletDb.addTX(tx);
  await accept(tx);
  return tx.txid();
}

async function accept(tx) {
  try {
    const missing = await mempool.addTX(tx, -1);
    if (missing) {
      mempool.removeOrphan(tx.hash());
      throw new RpcError(-25, "Missing inputs");
    }
  } catch (error) {
    if (error.type !== "VerifyError") throw error;
    if (error.reason === "txn-already-in-mempool") return;
    if (error.reason === "txn-already-known") throw new RpcError(-27, "transaction already in block chain");
    const reason = error.reason === "bad-txns-inputs-spent" ? "txn-mempool-conflict" : error.reason;
    throw new RpcError(-26, reason);
  }
}

async function unspentOf(script) {
  const { c: key } = blockchain.layout;
  const parse = (raw, value) => ({ where: key.decode(raw), coin: CoinEntry.fromRaw(value) });
  const all = await chain.db.db.range({ gte: key.min(), lte: key.max(), parse });
  return all.flatMap(({ where, coin }) => {
    const { value, scriptPubKey, ...token } = heldBy(coin.output);
    if (scriptPubKey.hex !== script) return [];
    const [hash, vout] = where;
    return [{ txid: shown(hash), vout, scriptPubKey: script, amount: value, height: coin.height, ...token }];
  });
}

const methods = {
  getblockchaininfo: async () => ({
    chain: NETWORK,
    blocks: chain.height,
    bestblockhash: chain.tip.rhash(),
    initialblockdownload: false,
    pruned: false,
  }),
  getnetworkinfo: async () => ({
    version: 1_010_100,
    subversion: "/bcash:1.1.1/",
    relayfee: coins(RELAY_RATE),
  }),
  getblockcount: async () => chain.height,
  getbestblockhash: async () => chain.tip.rhash(),
  async getblockhash(height) {
    if (height > chain.height) throw new RpcError(-8, "Block height out of range");
    return shown(await chain.getHash(height));
  },
  async getblockheader(blockHash, isShown = true) {
    const entry = await entryOf(blockHash);
    if (isShown) return headerOf(entry);
    return (await chain.getBlock(entry.hash)).toRaw().toString("hex", 0, HEADER_BYTES);
  },
  async getblock(blockHash, verbosity = 1) {
    const entry = await entryOf(blockHash);
    const block = await chain.getBlock(entry.hash);
    if (verbosity === 0) return block.toRaw().toString("hex");
    const view = verbosity >= 3 ? await chain.getBlockView(block) : undefined;
    const tx = block.txs.map((one) => (verbosity >= 2 ? transactionOf(one, { view }) : one.txid()));
    return { ...(await headerOf(entry)), tx };
  },
  async getrawtransaction(txid, verbosity = 0) {
    const meta = await node.getMeta(reversed(txid));
    if (!meta) throw new RpcError(-5, "No such mempool or blockchain transaction.");
    if (!verbosity) return meta.tx.toRaw().toString("hex");
    const entry = meta.block ? await chain.getEntry(meta.block) : undefined;
    return transactionOf(meta.tx, { entry });
  },
  async gettxout(txid, n, withMempool = true) {
    const hash = reversed(txid);
    if (withMempool && mempool.isSpent(hash, n)) return null;
    const coin = (withMempool && mempool.getCoin(hash, n)) || (await chain.getCoin(hash, n));
    return coin ? { value: coins(coin.value), coinbase: coin.coinbase } : null;
  },
  getrawmempool: async () => [...mempool.map.keys()].map(shown),
  getmempoolinfo: async () => ({ mempoolminfee: coins(RELAY_RATE), minrelaytxfee: coins(RELAY_RATE) }),
  async getmempoolentry(txid) {
    const entry = mempool.getEntry(reversed(txid));
    if (!entry) throw new RpcError(-5, "Transaction not in mempool");
    return { size: entry.size, fees: { base: coins(entry.fee), modified: coins(entry.deltaFee) } };
  },
  estimatefee: async () => coins(RELAY_RATE),
  async sendrawtransaction(hex) {
    let tx;
    try {
      tx = TX.fromRaw(Buffer.from(hex, "hex"));
    } catch {
      throw new RpcError(-22, "TX decode failed");
    }
    await accept(tx);
    return tx.txid();
  },
  async scantxoutset(_action, descriptors) {
    const unspents = [];
    for (const descriptor of descriptors) {
      const [, kind, what] = /^(raw|addr)\((.*)\)$/.exec(descriptor) ?? [];
      if (kind === undefined) throw new RpcError(-5, "Invalid descriptor");
      const script = kind === "raw" ? what : Script.fromAddress(addressOf(what)).toRaw().toString("hex");
      unspents.push(...(await unspentOf(script)));
    }
    return { success: true, unspents, total_amount: unspents.reduce((sum, { amount }) => sum + amount, 0) };
  },
  async generatetoaddress(blocks, address) {
    for (let mined = 0; mined < blocks; mined += 1) await mine(undefined, { address: addressOf(address) });
    await walletSynced();
  },
  async generateblock(address, txIds) {
    await mine(txIds, { address: addressOf(address) });
    await walletSynced();
  },
  getnewaddress: async () => (await walletDb.primary.createReceive()).getAddress().toString(NETWORK),
  sendtoaddress: (address, amount) => send(addressOf(address), amount),
  /** A payment of so little that it is not relayed, in a block of its own. */
  async minetiny(address, amount) {
    const unrelayed = await signed(addressOf(address), amount);
    await mine([], { unrelayed });
    await walletSynced();
    return unrelayed.txid();
  },
  sendtoscript: (hex, amount) => send(Script.fromRaw(Buffer.from(hex, "hex")), amount),
  /** Takes the last blocks away; what they held waits again. */
  async goback(blocks) {
    const dropped = [];
    for (let gone = 0; gone < blocks; gone += 1) {
      dropped.unshift(...(await chain.getBlock(chain.tip.hash)).txs.slice(1));
      await chain.disconnect(chain.tip);
    }
    while (walletDb.state.height > chain.height) await sleep(2);
    for (const tx of dropped) await accept(tx).catch(() => undefined);
  },
  /** Replaces the last blocks by as many empty ones and one more; what they held waits again, as it does elsewhere. */
  async reorg(depth) {
    const dropped = [];
    for (let height = chain.height; height > chain.height - depth; height -= 1)
      dropped.unshift(...(await chain.getBlock(await chain.getHash(height))).txs.slice(1));
    let onto = await chain.getEntry(chain.height - depth);
    for (let mined = 0; mined <= depth; mined += 1) onto = await mine([], { onto });
    for (const tx of dropped) await accept(tx).catch(() => undefined);
    await walletSynced();
  },
  /** As after a restart: the mempool is empty. */
  forgetmempool: () => mempool.reset(),
  /** Sends again what the wallet has that waits. */
  async loadwallet() {
    for (const { tx } of await walletDb.primary.getPending()) await accept(tx).catch(() => undefined);
  },
};

async function answer({ id, method, params = [] }) {
  try {
    const call = methods[method];
    if (call === undefined) throw new RpcError(-32_601, "Method not found");
    return { id, result: (await call(...params)) ?? null, error: null };
  } catch (error) {
    return { id, result: null, error: { code: error.code ?? -1, message: error.message } };
  }
}

function serve(request, response) {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", async () => {
    if (request.headers.authorization !== AUTHORIZATION) return response.writeHead(401).end();
    const asked = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    const answers = [];
    for (const call of [asked].flat()) answers.push(await answer(call));
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]));
  });
}
