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

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");
const scriptOf = (text: string): { hex: string } => ({ hex: `0014${hashOf(text).slice(0, 40)}` });
const blockHash = (height: number): string => (height === 0 ? GENESIS : hashOf(`block ${height}`));

/** Two coins in, two out, as most payments have. */
function payment(name: string) {
  const at = [0, 1];
  const vin = at.map((n) => ({
    txid: hashOf(`${name} in ${n}`),
    vout: n,
    prevout: { value: 0.5, scriptPubKey: scriptOf(`${name} from ${n}`) },
  }));
  const vout = at.map((n) => ({ n, value: 0.49, scriptPubKey: scriptOf(`${name} to ${n}`) }));
  return { txid: hashOf(name), vin, vout };
}

const coinbaseOf = (name: string) => ({ ...payment(name), vin: [{ coinbase: "00" }] });

const bodies = Array.from({ length: BLOCKS }, (_, block) =>
  JSON.stringify([
    coinbaseOf(`coinbase ${block}`),
    ...Array.from({ length: TRANSACTIONS - 1 }, (_, at) => payment(`payment ${block} ${at}`)),
  ]),
);

let height = 0;

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
  getnetworkinfo: () => JSON.stringify({ version: 1 }),
  getindexinfo: () => JSON.stringify({ txindex: { synced: true } }),
  getrawmempool: () => "[]",
  getblockhash: ([at]) => JSON.stringify(blockHash(Number(at))),
  getblockheader: ([hash]) => {
    const at = heightOf(hash);
    return JSON.stringify({ ...headOf(at), confirmations: height - at + 1 });
  },
  getblock: ([hash]) => {
    const at = heightOf(hash);
    return `${JSON.stringify(headOf(at)).slice(0, -1)},"tx":${bodies[at % BLOCKS]}}`;
  },
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
