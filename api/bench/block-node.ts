import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { utxoParamsOf } from "../src/chains/utxo/params";

/**
 * A node of Bitcoin on regtest, of which the parent process says how high its chain is. All blocks are full of
 * payments between strangers; they are made before the first answer.
 */
const TRANSACTIONS = 3_000;
/** Different blocks; those above are the same payments again, under another hash. */
const BLOCKS = 10;
const GENESIS = utxoParamsOf("bitcoin").genesis.regtest;
const TIME_S = 1_700_000_000;

const doubleHash = (bytes: Buffer): Buffer =>
  createHash("sha256").update(createHash("sha256").update(bytes).digest()).digest();
const written = (hash: Buffer): string => Buffer.from(hash).reverse().toString("hex");
const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();
const scriptOf = (text: string): string => `0014${hashOf(text).toString("hex", 0, 20)}`;
const uint32 = (value: number): Buffer => Buffer.from(new Uint32Array([value]).buffer);
const UNITS = 49_000_000;
const [VERSION, LOCKTIME, SEQUENCE] = ["02000000", "00000000", "ffffffff"];
/** As long as a signature and a key are. */
const WITNESS = `0247${"30".repeat(71)}21${"02".repeat(33)}`;

/** Two coins in, two out, as most payments have: as JSON shows them, and their bytes. */
function payment(name: string, isCoinbase = false) {
  const at = isCoinbase ? [0] : [0, 1];
  const spent = at.map((n) => (isCoinbase ? Buffer.alloc(32) : hashOf(`${name} in ${n}`)));
  const vin = spent.map((id, n) =>
    isCoinbase
      ? { coinbase: "00" }
      : {
          txid: written(id),
          vout: n,
          prevout: { value: 0.5, scriptPubKey: { hex: scriptOf(`${name} from ${n}`) } },
        },
  );
  const vout = [0, 1].map((n) => ({ n, value: 0.49, scriptPubKey: { hex: scriptOf(`${name} to ${n}`) } }));
  const inputs = spent.map((id, n) => `${id.toString("hex")}${uint32(n).toString("hex")}00${SEQUENCE}`);
  const units = `${uint32(UNITS).toString("hex")}00000000`;
  const outputs = vout.map(({ scriptPubKey: { hex } }) => `${units}16${hex}`);
  const body = `0${inputs.length}${inputs.join("")}02${outputs.join("")}`;
  const id = doubleHash(Buffer.from(`${VERSION}${body}${LOCKTIME}`, "hex"));
  const bytes = `${VERSION}0001${body}${WITNESS.repeat(inputs.length)}${LOCKTIME}`;
  return { id, bytes, shown: { txid: written(id), vin, vout } };
}

function rootOf(ids: readonly Buffer[]): Buffer {
  let level: Buffer[] = [...ids];
  while (level.length > 1) {
    const pairs = level.filter((_, at) => at % 2 === 0);
    level = pairs.map((left, at) => doubleHash(Buffer.concat([left, level[2 * at + 1] ?? left])));
  }
  return level[0] ?? Buffer.alloc(32);
}

const bodies = Array.from({ length: BLOCKS }, (_, block) => {
  const payments = [
    payment(`coinbase ${block}`, true),
    ...Array.from({ length: TRANSACTIONS - 1 }, (_, at) => payment(`payment ${block} ${at}`)),
  ];
  const count = `fd${Buffer.from(new Uint16Array([payments.length]).buffer).toString("hex")}`;
  return {
    json: JSON.stringify(payments.map(({ shown }) => shown)),
    bytes: `${count}${payments.map(({ bytes }) => bytes).join("")}`,
    ids: JSON.stringify(payments.map(({ shown }) => shown.txid)),
    coinbase: payments[0]?.bytes ?? "",
    root: rootOf(payments.map(({ id }) => id)),
  };
});
type Body = (typeof bodies)[number];
const bodyOf = (at: number): Body => bodies[at % BLOCKS] as Body;

let height = 0;

/** The heads of the blocks, each with the hash of the one below. */
const heads: Buffer[] = [];
const hashes: string[] = [GENESIS];
function headAt(at: number): Buffer {
  for (let next = Math.max(heads.length, 1); next <= at; next += 1) {
    const below = Buffer.from(blockHash(next - 1), "hex").reverse();
    const head = Buffer.concat([
      ...[uint32(4), below, bodyOf(next).root, uint32(TIME_S + 600 * next), uint32(0x207f_ffff), uint32(0)],
    ]);
    heads[next] = head;
    hashes[next] = written(doubleHash(head));
  }
  return heads[at] ?? Buffer.alloc(0);
}
function blockHash(at: number): string {
  if (hashes[at] === undefined) headAt(at);
  return hashes[at] ?? "";
}

const heightOf = (hash: unknown): number => {
  for (let at = height; at >= 0; at--) if (blockHash(at) === hash) return at;
  throw new Error("no such block");
};
const headOf = (at: number) => ({
  hash: blockHash(at),
  height: at,
  time: TIME_S + 600 * at,
  ...(at > 0 && { previousblockhash: blockHash(at - 1) }),
});

/** Each answer as JSON. */
const METHODS: Readonly<Record<string, (params: readonly unknown[]) => string>> = {
  getblockchaininfo: () =>
    JSON.stringify({
      blocks: height,
      bestblockhash: blockHash(height),
      pruned: false,
      initialblockdownload: false,
    }),
  getnetworkinfo: () => JSON.stringify({ version: 1, relayfee: 0.00001 }),
  getmempoolinfo: () => "{}",
  getindexinfo: () => JSON.stringify({ txindex: { synced: true } }),
  getrawmempool: () => "[]",
  getblockhash: ([at]) => JSON.stringify(blockHash(Number(at))),
  getblockheader: ([hash, isShown]) => {
    const at = heightOf(hash);
    if (isShown === false) return JSON.stringify(headAt(at).toString("hex"));
    return JSON.stringify({ ...headOf(at), confirmations: height - at + 1 });
  },
  getblock: ([hash, verbosity]) => {
    const at = heightOf(hash);
    const { json, bytes, ids } = bodyOf(at);
    if (verbosity === 0) return JSON.stringify(headAt(at).toString("hex") + bytes);
    return `${JSON.stringify(headOf(at)).slice(0, -1)},"tx":${verbosity === 1 ? ids : json}}`;
  },
  /** Of coinbases only. */
  getrawtransaction: ([, , hash]) => JSON.stringify(bodyOf(heightOf(hash)).coinbase),
};

type Call = { id: number; method: string; params: readonly unknown[] };

function answerTo({ id, method, params }: Call): string {
  const answer = METHODS[method];
  if (answer === undefined) throw new Error(`the node has no method ${method}`);
  return `{"id":${id},"result":${answer(params)}}`;
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as Call | Call[];
    response.writeHead(200, { "content-type": "application/json" });
    response.end(Array.isArray(asked) ? `[${asked.map(answerTo).join()}]` : answerTo(asked));
  });
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("message", (message: { height: number }) => {
  height = message.height;
  process.send?.({ height });
});
