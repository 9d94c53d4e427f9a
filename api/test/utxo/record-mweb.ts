import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { chainKeys } from "../../src/chains/derivation";
import { startMwebNode } from "./mweb";

/**
 * Records a block of Litecoin with a payment into MWEB, one out of it to an address of ours and an ordinary one, as a node shows it,
 * with the transactions that it spends, and how they waited before: `npx tsx api/test/utxo/record-mweb.ts`. Of what the block has
 * inside only the counts are kept.
 */
const OURS = chainKeys({ seed: new Uint8Array(64).fill(7), chain: "litecoin", network: "regtest" }).address({
  branch: "deposit",
  index: 1,
});
const PEG_OUT_UNITS = 300_000_000n;
const ORDINARY_UNITS = 100_000_000n;

const mined = z.looseObject({
  tx: z.array(z.looseObject({ vin: z.array(z.looseObject({ txid: z.string().optional() })) })),
  mweb: z
    .looseObject({})
    .transform(({ height, num_kernels, num_txos }) => ({ height, num_kernels, num_txos })),
});

const node = await startMwebNode();
try {
  await node.pegIn(500_000_000n);
  await node.pegOut({ address: OURS, units: PEG_OUT_UNITS });
  await node.pay({ address: OURS, units: ORDINARY_UNITS });
  const ids = z.array(z.string()).parse(await node.rpc("getrawmempool"));
  const waiting = await Promise.all(ids.map((txId) => node.rpc("getrawtransaction", [txId, true])));
  await node.mine(1);
  const block = mined.parse(await node.rpc("getblock", [await node.rpc("getbestblockhash"), 2]));
  const spent = new Set(block.tx.flatMap(({ vin }) => vin.flatMap(({ txid }) => txid ?? [])));
  const parents = await Promise.all([...spent].map((txId) => node.rpc("getrawtransaction", [txId, true])));
  const file = join(import.meta.dirname, "mweb-block.json");
  writeFileSync(file, `${JSON.stringify({ ours: OURS, waiting, block, parents }, null, 2)}\n`);
} finally {
  await node.close();
}
