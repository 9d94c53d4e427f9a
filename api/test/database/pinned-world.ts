import { expect } from "vitest";
import type { WalletKey } from "../../src/chains/chain";
import { chainKeys } from "../../src/chains/derivation";
import { patienceOf } from "../../src/chains/policy";
import type { LegId } from "../../src/core/ids";
import { addressOf, SEED } from "../chains/signer";
import { floor, follow, fund, last, leg, mine, sign, simnet, UNITS } from "./chain-payments";

/** A payee whose keys we have. */
const PAYEE: WalletKey = { branch: "deposit", index: 99 };
const payee = addressOf("bitcoin", PAYEE);
/** What a payment of one input and two outputs costs at the steady rate. */
export const STEADY = 330n;
export const LATE = patienceOf("bitcoin")?.raiseBlocks ?? 0;
const RATE = 2n;

/**
 * Spends the payment before it is in a block, at half of the steady rate and in so many outputs: nodes keep it, and miners
 * do not take it.
 */
async function pin(payment: string, count: number): Promise<string> {
  const chain = simnet.chain("bitcoin");
  const feeUnits = (RATE * (11n + 68n + 43n * BigInt(count)) + 1n) / 2n;
  const each = (UNITS.bitcoin - feeUnits) / BigInt(count);
  const rest = UNITS.bitcoin - feeUnits - each * BigInt(count - 1);
  const units = [rest, ...Array.from({ length: count - 1 }, () => each)];
  const transaction = chain.build({
    model: "utxo",
    inputs: [{ txId: payment, ordinal: 0, units: UNITS.bitcoin, address: payee, key: PAYEE }],
    outputs: units.map((one) => ({ address: payee, units: one })),
  });
  const keys = chainKeys({ seed: SEED, chain: "bitcoin" });
  const signed = await simnet.sign(transaction, (key) => keys.privateKey(key));
  expect(await chain.broadcast(signed.raw)).toEqual({ outcome: "accepted" });
  return signed.txId;
}

/** A payment that its payee has spent already, in a transaction `theirs`, and that waits for a block since fees have risen. */
export async function pinned({
  times,
  outputs = 60,
  funds = 200_000n,
}: {
  /** Its cap, in times of the steady fee. */
  times: bigint;
  outputs?: number;
  funds?: bigint;
}): Promise<{ id: LegId; payment: string; theirs: string }> {
  await fund("bitcoin", funds);
  const id = await leg("bitcoin", { units: UNITS.bitcoin, feeUnitsMax: STEADY * times, destination: payee });
  expect(await sign(id)).toEqual({ kind: "signed" });
  await follow("bitcoin");
  const { txId: payment } = await last();
  const theirs = await pin(payment, outputs);
  await floor("bitcoin", 300);
  await mine("bitcoin", LATE);
  return { id, payment, theirs };
}
