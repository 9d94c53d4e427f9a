import { afterAll, expect, it } from "vitest";
import { startSimnets, testKey } from "../../../test/conformance/simnet-harness";
import { ADDRESS_TYPES } from "../../core/address-types";
import { addressTypeOf } from "../addresses/address-type";
import type { BuildRequest, WalletKey } from "../chain";
import { keyName } from "../wallet-key";
import { addressOfPrivateKey } from "./signing";

const simnets = startSimnets();
const { freshSimnet } = simnets;
afterAll(simnets.stop);

type UtxoRequest = Extract<BuildRequest, { model: "utxo" }>;

it("takes one transaction that spends coins at addresses of all types, and none without one of their keys", async () => {
  const simnet = await freshSimnet();
  const chain = simnet.chain("bitcoin");
  const keys = ADDRESS_TYPES.map((type, index): WalletKey => ({ branch: "deposit", index, type }));
  const keyOf = ({ index }: WalletKey) => testKey(`address type ${index}`);
  const inputs: UtxoRequest["inputs"][number][] = [];
  for (const key of keys) {
    const address = addressOfPrivateKey("bitcoin", keyOf(key), key.type);
    const { txHash } = await simnet.pay({ asset: "BTC", address, units: 100_000n });
    inputs.push({ txId: txHash, ordinal: 0, units: 100_000n, address, key });
  }
  await simnet.mine({ asset: "BTC", blocks: 1 });
  const outputs = [{ address: addressOfPrivateKey("bitcoin", testKey("elsewhere")), units: 390_000n }];
  const unsigned = chain.build({ model: "utxo", inputs, outputs });
  expect(unsigned.keys.map(keyName)).toEqual(keys.map(keyName));
  expect(inputs.map(({ address }) => addressTypeOf("bitcoin", address))).toEqual(ADDRESS_TYPES);
  for (const missing of keys) {
    const others = keys.filter((key) => key !== missing);
    const { raw } = await simnet.sign({ ...unsigned, keys: others }, keyOf);
    expect(await chain.broadcast(raw)).toEqual({ outcome: "rejected", reason: "invalid signature" });
  }
  expect(await chain.broadcast((await simnet.sign(unsigned, keyOf)).raw)).toEqual({ outcome: "accepted" });
  await simnet.mine({ asset: "BTC", blocks: 1 });
  for (const { address } of inputs) expect(await simnet.balance({ asset: "BTC", address })).toBe(0n);
});
