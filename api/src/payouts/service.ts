import type { Logger } from "pino";
import type { BuildRequest, Chain, WalletOutput } from "../chains/chain";
import type { Signer } from "../chains/signer";
import { type ChainsOverTor, wayOf } from "../chains/tor";
import { assert } from "../core/assert";
import { registryUnits } from "../core/asset-amount";
import { type ChainId, NATIVE_ASSET } from "../core/assets";
import type { Clock } from "../core/ports";
import type { Database, Tx } from "../db/client";
import { Conflict, transaction } from "../db/transaction";
import { isFrozen } from "../ledger/reconcile-store";
import { isPaused } from "../switches/switches";
import { hasLiveAttempt, insertAttempt } from "./attempt-store";
import { lockOutputs, spendableOutputs } from "./holdings-store";
import { fundingTrouble, isHeld, type Leg, loadLeg, lockLeg } from "./leg-store";
import { nonceKnown, takeNonce } from "./nonce-store";
import { selectCoins } from "./plan";

export type PayoutParts = {
  database: Database;
  chains: ReadonlyMap<ChainId, Chain>;
  overTor: ChainsOverTor;
  hotAddresses: ReadonlyMap<ChainId, string>;
  signer: Signer;
  clock: Clock;
  log: Logger;
  /** Called after every commit of a new attempt, so that it is broadcast at once. */
  onAttempt(chain: ChainId): void;
};

export type SendOutcome = "signed" | "done_before" | { wait: string };

const OUTPUTS_LOOKED_AT_MAX = 500;

/**
 * Builds and signs the transaction of a planned leg and commits its bytes before anything is sent (design 3): bytes,
 * transaction id, and nonce or input locks in one database transaction. Sending is the follower's work.
 */
export async function signLeg(parts: PayoutParts, legId: string): Promise<SendOutcome> {
  const leg = await loadLeg(parts.database, legId);
  assert(leg !== undefined, "a leg that nobody planned", { legId });
  const direct = parts.chains.get(leg.chain);
  if (direct === undefined) return { wait: "the chain is not connected" };
  // What a payment costs is asked with its recipient.
  const chain = wayOf(direct, parts.overTor, { ...leg, stream: leg.id });
  const trouble = await fundingTrouble(parts.database, leg);
  if (trouble !== null) return { wait: trouble };
  if (await isFrozen(parts.database, leg.asset)) return { wait: "the ledger and the chain disagree" };
  // A transaction must not wait for a proxy that is away; and what is not signed holds up no later nonce.
  if (leg.overTor) await chain.tip();
  const outcome = await transaction(parts.database, async (tx): Promise<SendOutcome> => {
    if (await isPaused(tx, "payouts", "signer")) return { wait: "payouts are paused" };
    if ((await lockLeg(tx, leg.id)) !== "planned" || (await hasLiveAttempt(tx, leg.id))) return "done_before";
    // Asked last: the end of its last attempt and the hold are one commit. Whoever releases it asks for it anew.
    if (await isHeld(tx, leg)) return "done_before";
    const built =
      chain.model === "utxo"
        ? await buildFromOutputs(parts, tx, chain, leg)
        : await buildFromAccount(parts, tx, chain, leg);
    if ("wait" in built) return built;
    const signed = await parts.signer.sign({
      transaction: chain.build(built.request),
      purpose: { kind: "leg", legId: leg.id },
    });
    const attempt = await insertAttempt(tx, {
      kind: "leg",
      legId: leg.id,
      chain: leg.chain,
      asset: leg.asset,
      sender: built.sender,
      nonce: built.nonce,
      destination: leg.destination,
      units: leg.units,
      feeUnitsMax: built.feeUnits,
      depositIndex: null,
      raw: signed.raw,
      txId: signed.txId,
      createdAt: parts.clock.now(),
    });
    if (
      built.request.model === "utxo" &&
      !(await lockOutputs(tx, leg.chain, built.request.inputs, attempt.id))
    ) {
      throw new Conflict("an output was taken");
    }
    return "signed";
  });
  if (outcome === "signed") parts.onAttempt(leg.chain);
  return outcome;
}

type Built = { request: BuildRequest; sender: string | null; nonce: number | null; feeUnits: bigint };

async function buildFromOutputs(
  parts: PayoutParts,
  tx: Tx,
  chain: Chain,
  leg: Leg,
): Promise<Built | { wait: string }> {
  const base = await chain.feeQuote({ model: "utxo", inputs: 0, outputs: 0 });
  const perInput = (await chain.feeQuote({ model: "utxo", inputs: 1, outputs: 0 })).feeUnits - base.feeUnits;
  const perOutput = (await chain.feeQuote({ model: "utxo", inputs: 0, outputs: 1 })).feeUnits - base.feeUnits;
  const select = (outputs: readonly WalletOutput[]) =>
    selectCoins({
      outputs,
      units: leg.units,
      feeOf: (shape) => base.feeUnits + perInput * BigInt(shape.inputs) + perOutput * BigInt(shape.outputs),
      feeUnitsMax: leg.feeUnitsMax,
      dustUnits: registryUnits(NATIVE_ASSET[chain.id], "dustAmount"),
    });
  const spendable = (onlyMixed: boolean) =>
    spendableOutputs(tx, chain.id, OUTPUTS_LOOKED_AT_MAX, { onlyMixed });
  // A mix is paid with coins that came out of rounds, as long as there are enough of them.
  const mixed = leg.isMixed ? select(await spendable(true)) : null;
  const selection = mixed?.ok ? mixed : select(await spendable(false));
  if (!selection.ok)
    return {
      wait: selection.error === "fee" ? "the network fee is above its cap" : "coins are not confirmed yet",
    };
  const { inputs, changeUnits, feeUnits } = selection.value;
  const change = changeUnits > 0n ? [{ address: hotAddress(parts, chain.id), units: changeUnits }] : [];
  return {
    request: { model: "utxo", inputs, outputs: [{ address: leg.destination, units: leg.units }, ...change] },
    sender: null,
    nonce: null,
    feeUnits,
  };
}

async function buildFromAccount(
  parts: PayoutParts,
  tx: Tx,
  chain: Chain,
  leg: Leg,
): Promise<Built | { wait: string }> {
  const from = hotAddress(parts, chain.id);
  const fee = await chain.feeQuote({ model: "account", asset: leg.asset, from, to: leg.destination });
  if (fee.feeUnits > leg.feeUnitsMax) return { wait: "the network fee is above its cap" };
  const nonce = await nextNonce(tx, chain, from);
  return {
    request: {
      model: "account",
      from,
      key: { branch: "hot", index: 0 },
      to: leg.destination,
      asset: leg.asset,
      units: leg.units,
      nonce,
      fee,
    },
    sender: from,
    nonce,
    feeUnits: fee.feeUnits,
  };
}

/** The sender's next nonce: the chain is asked once, then our own count is the truth. */
export async function nextNonce(tx: Tx, chain: Chain, sender: string): Promise<number> {
  const start = (await nonceKnown(tx, chain.id, sender)) ? 0 : await chain.nonce(sender);
  return takeNonce(tx, chain.id, sender, start);
}

export function hotAddress(parts: Pick<PayoutParts, "hotAddresses">, chain: ChainId): string {
  const address = parts.hotAddresses.get(chain);
  assert(address !== undefined, "a chain without a hot wallet", { chain });
  return address;
}
