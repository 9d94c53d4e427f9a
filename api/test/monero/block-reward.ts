// A miner may pay a block's reward to any one-time key that the chain shows: its amount is not hidden, so no secret is needed.
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { z } from "zod";
import { readerOf } from "../../src/chains/monero/byte-reader";
import { readMoneroBytes } from "../../src/chains/monero/transaction-bytes";
import type { MoneroTestNode } from "./node";

const INPUT_OF_REWARD = 0xff;
const TAGGED_KEY = 3;
const HASH_BYTES = 32;
const NONCE_BYTES = 4;

type Output = { units: bigint; key: string; tag: string };

const template = z.object({ blocktemplate_blob: z.string() });
const found = z.object({ txs: z.array(z.object({ as_json: z.string() })).length(1) });
const shown = z.object({
  vout: z.array(
    z.object({ target: z.object({ tagged_key: z.object({ key: z.string(), view_tag: z.string() }) }) }),
  ),
  extra: z.array(z.int()),
});

/** Mines a block whose reward pays `units` to the one-time key of an output of a transaction, and the rest to the miner. */
export async function mineRewardTo(
  { node, customer }: Pick<MoneroTestNode, "node" | "customer">,
  { txId, oneTimeKey, units }: { txId: string; oneTimeKey: string; units: bigint },
): Promise<{ txId: string; height: number }> {
  const asked = { txs_hashes: [txId], decode_as_json: true };
  const [{ as_json } = { as_json: "" }] = (await node.post("/get_transactions", asked, found)).txs;
  const { vout, extra } = shown.parse(JSON.parse(as_json));
  const at = vout.findIndex(({ target }) => target.tagged_key.key === oneTimeKey);
  const tag = vout[at]?.target.tagged_key.view_tag;
  if (tag === undefined) throw new Error("the transaction has no such output");
  const { address } = await customer.call(
    "get_address",
    { account_index: 0 },
    z.object({ address: z.string() }),
  );
  const got = await node.call("get_block_template", { wallet_address: address, reserve_size: 0 }, template);
  const block = readTemplate(hexToBytes(got.blocktemplate_blob));
  // A wallet derives the key of the n-th output from n: it has to be the n-th here too, with the same public key in the extra bytes.
  const rest = Array.from({ length: Math.max(at, 1) }, (_, other) => ({
    ...block.output,
    units: other === 0 ? block.output.units - units - BigInt(Math.max(at, 1) - 1) : 1n,
  }));
  const outputs = rest.toSpliced(at, 0, { units, key: oneTimeKey, tag });
  const reward = rewardOf(block, outputs, Uint8Array.from(extra));
  const bytes = bytesToHex(concatBytes(block.header, reward, block.transactions));
  await node.call("submit_block", [bytes], z.object({ status: z.literal("OK") }));
  await customer.call("refresh", {}, z.object({}));
  return { txId: readMoneroBytes(bytesToHex(reward)).txId, height: Number(block.height) };
}

type Template = ReturnType<typeof readTemplate>;

function readTemplate(bytes: Uint8Array) {
  const reader = readerOf(bytes);
  for (let field = 0; field < 3; field += 1) reader.varint();
  reader.skip(HASH_BYTES + NONCE_BYTES);
  const header = bytes.subarray(0, reader.at());
  const [version, unlockTime, inputs, kind, height, count] = [
    reader.varint(),
    reader.varint(),
    reader.count(),
    reader.byte(),
    reader.varint(),
    reader.count(),
  ];
  if (version !== 2n || inputs !== 1 || kind !== INPUT_OF_REWARD || count !== 1)
    throw new Error("not a template of a block");
  const units = reader.varint();
  if (reader.byte() !== TAGGED_KEY) throw new Error("not a template of a block");
  const output: Output = { units, key: bytesToHex(reader.take(HASH_BYTES)), tag: bytesToHex(reader.take(1)) };
  reader.skip(reader.count());
  // It has no signatures.
  reader.skip(1);
  return { header, unlockTime, height, output, transactions: bytes.subarray(reader.at()) };
}

const rewardOf = (
  { unlockTime, height }: Template,
  outputs: readonly Output[],
  extra: Uint8Array,
): Uint8Array =>
  concatBytes(
    ...[2n, unlockTime, 1n].map(varint),
    Uint8Array.of(INPUT_OF_REWARD),
    varint(height),
    varint(BigInt(outputs.length)),
    ...outputs.flatMap(({ units, key, tag }) => [
      varint(units),
      Uint8Array.of(TAGGED_KEY),
      hexToBytes(key),
      hexToBytes(tag),
    ]),
    varint(BigInt(extra.length)),
    extra,
    Uint8Array.of(0),
  );

function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 0x80n; left >>= 7n) bytes.push(Number(left & 0x7fn) | 0x80);
  return Uint8Array.from([...bytes, Number(left)]);
}
