import type { BuildRequest, Chain, FeeQuote, FeeRequest, WalletOutput } from "../chains/chain";
import { loadCursor } from "../chains/cursor-store";
import { finalHeight } from "../chains/policy";
import { type AddressType, addressTypesOf } from "../core/address-types";
import { assert } from "../core/assert";
import { registryUnits } from "../core/asset-amount";
import { type AssetCode, NATIVE_ASSET } from "../core/assets";
import { err, ok, type Result } from "../core/result";
import type { Tx } from "../db/client";
import { INPUTS_MAX } from "../market/payment-cost";
import type { Superseded } from "./attempt-legs-store";
import { type FeeOf, selectDeepest, shapeOf } from "./coin-selection";
import { selectHeld } from "./held-coins";
import type { Leg } from "./leg-store";
import type { LegWait } from "./leg-wait";
import { nonceAfter, takeNonce } from "./nonce-store";
import { largestCoins, outputsLeft, spendableOutputs } from "./outputs-store";
import { hotAddress, type PayoutParts } from "./parts";
import { splitChange } from "./split-change";

/** A transaction to sign for legs. */
export type Built = { request: BuildRequest; sender: string | null; nonce: number | null; feeUnits: bigint };

/** What it takes the place of; it may be signed although those may land as well that an approver has `overridden`. */
export type Place = { earlier: readonly Superseded[]; overridden: ReadonlySet<string> };

/**
 * Builds the transaction of legs with the chain's current fee; or says what it waits for. It spends what is left of the
 * inputs of `earlier` ones, or uses their nonce, so that only one of them can land.
 */
export const buildPayment = (
  parts: PayoutParts,
  tx: Tx,
  chain: Chain,
  legs: readonly Leg[],
  place: Place,
): Promise<Built | { wait: LegWait }> =>
  chain.model === "utxo"
    ? buildFromOutputs(parts, tx, chain, legs, place)
    : buildFromAccount(parts, tx, chain, legs, place);

async function buildFromOutputs(
  parts: PayoutParts,
  tx: Tx,
  chain: Chain,
  legs: readonly Leg[],
  place: Place,
): Promise<Built | { wait: LegWait }> {
  const kept = await leftOf(tx, chain, place);
  if (kept === null) return { wait: "earlier" };
  const feeOf = await feeByShape(chain, async (shape) => (await chain.feeQuote(shape)).feeUnits);
  const built = await payFromOutputs(parts, tx, chain, { legs, kept, feeOf });
  return built.ok ? built.value : { wait: built.error === "fee" ? "fee" : "coins" };
}

/** A fee that grows with each input, by its type of address, and with each output: from the fees of small shapes. */
export async function feeByShape(
  chain: Chain,
  ask: (shape: Extract<FeeRequest, { model: "utxo" }>) => Promise<bigint>,
): Promise<FeeOf> {
  const base = await ask({ model: "utxo", inputs: 0, outputs: 0 });
  const perInput = (await ask({ model: "utxo", inputs: 1, outputs: 0 })) - base;
  const perOutput = (await ask({ model: "utxo", inputs: 0, outputs: 1 })) - base;
  const beyondInput: (readonly [type: AddressType, units: bigint])[] = [];
  for (const type of addressTypesOf(chain.id).slice(1)) {
    const one = await ask({ model: "utxo", inputs: 1, outputs: 0, typed: { [type]: 1 } });
    beyondInput.push([type, one - base - perInput]);
  }
  return ({ inputs, outputs, typed = {} }) =>
    beyondInput.reduce(
      (sum, [type, units]) => sum + units * BigInt(typed[type] ?? 0),
      base + perInput * BigInt(inputs) + perOutput * BigInt(outputs),
    );
}

/** Pays legs with all the outputs that are `kept` for them, and with the deepest others where these do not suffice. */
export async function payFromOutputs(
  parts: PayoutParts,
  tx: Tx,
  chain: Chain,
  { legs, kept, feeOf }: { legs: readonly Leg[]; kept: readonly WalletOutput[]; feeOf: FeeOf },
): Promise<Result<Built, "short" | "fee">> {
  const asset = NATIVE_ASSET[chain.id];
  const units = sumOf(legs, (leg) => leg.units);
  const feeUnitsMax = sumOf(legs, (leg) => leg.feeUnitsMax);
  const payment = { units, payments: legs.length, feeOf, feeUnitsMax };
  const select = (outputs: readonly WalletOutput[]) =>
    selectDeepest({
      ...payment,
      kept,
      outputs: outputs.filter((output) => !kept.some((one) => isSameOutput(one, output))),
      dustUnits: registryUnits(asset, "dustAmount"),
    });
  const heightMax = await fundingHeight(parts, tx, chain, { asset, units });
  const spendable = (onlyMixed: boolean) => spendableOutputs(tx, chain.id, { heightMax, onlyMixed });
  // A mix is paid with coins that came out of rounds, as long as there are enough of them.
  const selectFrom = async (onlyMixed: boolean) =>
    selectHeld(parts, chain, await spendable(onlyMixed), select);
  const mixed = legs.every((leg) => leg.isMixed) ? await selectFrom(true) : null;
  const selection = mixed?.ok ? mixed : await selectFrom(false);
  if (!selection.ok) {
    // Larger coins may be on their way: change of ours, or a deposit that is not deep yet.
    const isFee = selection.error === "fee" && (kept.length > 0 || (await isTooDear(tx, chain, payment)));
    return err(isFee ? "fee" : "short");
  }
  const { inputs, changeUnits, feeUnits } = selection.value;
  const split = chain.isChangeLocked
    ? splitChange(
        { changeUnits, coins: (await spendable(false)).length, unitsMin: splitMin(asset) },
        {
          piecesMax: (chain.recipientsMax ?? legs.length) + 1 - legs.length,
          feeUnitsMax: feeUnitsMax - feeUnits,
          feeOfPieces: (more) => feeOf({ inputs: 0, outputs: more }) - feeOf({ inputs: 0, outputs: 0 }),
        },
      )
    : { pieces: changeUnits > 0n ? [changeUnits] : [], feeUnits: 0n };
  const change = split.pieces.map((piece) => ({ address: hotAddress(parts, chain.id), units: piece }));
  const outputs = [...legs.map((leg) => ({ address: leg.destination, units: leg.units })), ...change];
  const request = { model: "utxo", inputs, outputs } as const;
  return ok({ request, sender: null, nonce: null, feeUnits: feeUnits + split.feeUnits });
}

/** A coin is split where each part pays several of the smallest orders. */
const splitMin = (asset: AssetCode): bigint => registryUnits(asset, "minAmount") * 10n;

/** Whether a payment would cost more than its cap with the wallet's largest coins too, those not to be spent yet included. */
async function isTooDear(
  tx: Tx,
  chain: Chain,
  payment: { units: bigint; payments: number; feeOf: FeeOf; feeUnitsMax: bigint },
): Promise<boolean> {
  const { largest } = await largestCoins(tx, chain.id, INPUTS_MAX);
  let total = 0n;
  for (const [at, { units }] of largest.entries()) {
    total += units;
    const types = largest.slice(0, at + 1).map(({ type }) => type);
    const feeUnits = payment.feeOf(shapeOf(types, payment.payments + 1));
    if (total >= payment.units + feeUnits) return feeUnits > payment.feeUnitsMax;
  }
  return false;
}

/**
 * What is left of the inputs of transactions whose place another is to take; null where nothing is left of one of them,
 * because then both could land, unless an approver says so.
 */
async function leftOf(tx: Tx, chain: Chain, { earlier, overridden }: Place): Promise<WalletOutput[] | null> {
  const inputsOf = ({ raw }: Superseded) => chain.decode(raw).inputs;
  const bound = earlier.filter(({ id }) => !overridden.has(id)).map(inputsOf);
  const ids = earlier.map(({ id }) => id);
  const left = await outputsLeft(tx, chain.id, earlier.flatMap(inputsOf), ids);
  const isShared = bound.every((own) => own.some((one) => left.some((output) => isSameOutput(one, output))));
  if (!isShared) return null;
  // What vanished with nothing to prove it would make this one as unpayable as the one that an approver gave up.
  const kept: WalletOutput[] = [];
  for (const output of left) {
    const isBound = bound.some((own) => own.some((one) => isSameOutput(one, output)));
    if (isBound || (await chain.transaction(output.txId)).status === "mined") kept.push(output);
  }
  return kept;
}

type Outpoint = Pick<WalletOutput, "txId" | "ordinal">;
export const isSameOutput = (one: Outpoint, other: Outpoint): boolean =>
  one.txId === other.txId && one.ordinal === other.ordinal;

export const sumOf = (legs: readonly Leg[], unitsOf: (leg: Leg) => bigint): bigint =>
  legs.reduce((sum, leg) => sum + unitsOf(leg), 0n);

async function buildFromAccount(
  parts: PayoutParts,
  tx: Tx,
  chain: Chain,
  legs: readonly Leg[],
  place: Place,
): Promise<Built | { wait: LegWait }> {
  const [leg, ...others] = legs;
  assert(leg !== undefined && others.length === 0, "one account payment pays one leg", { chain: chain.id });
  const from = hotAddress(parts, chain.id);
  const { asset, units, destination: to, feeUnitsMax } = leg;
  const replaced = await replacedOf(chain, from, place);
  const request = { model: "account", asset, from, to } as const;
  const fee = replaced === null ? await chain.feeQuote(request) : await feeInPlaceOf(chain, replaced, leg);
  if (fee.feeUnits > feeUnitsMax) return { wait: "fee" };
  const nonce = replaced?.nonce ?? (await nextNonce(tx, chain, from));
  return fromAccount({ from, nonce, fee, to, asset, units });
}

/** The one whose nonce is used again; null where there is none, or where an approver says that it is used up. */
async function replacedOf(
  chain: Chain,
  from: string,
  { earlier, overridden }: Place,
): Promise<Superseded | null> {
  // The last version offers the most.
  const bound = earlier.findLast(({ id }) => !overridden.has(id));
  if (bound !== undefined) return bound;
  const last = earlier.at(-1);
  return last === undefined || last.nonce === null || (await chain.nonce(from)) > last.nonce ? null : last;
}

/**
 * What is wanted to be mined soon, or what nodes that still know the replaced one ask for its successor, whichever is
 * within the cap. Where neither is: the usual fee. Our node knows no earlier one, and where another does, one nonce lands once.
 */
async function feeInPlaceOf(chain: Chain, { raw }: Superseded, leg: Leg): Promise<FeeQuote> {
  const { asset, destination: to, feeUnitsMax } = leg;
  const { sender, feeUnitsMax: offered } = chain.decode(raw);
  const request = { model: "account", asset, to, ...(sender !== null && { from: sender }) } as const;
  const { least, wanted } = await chain.replacementFee({ raw, feeUnits: offered ?? 0n }, request);
  const outbid = [wanted, least].find(({ feeUnits }) => feeUnits <= feeUnitsMax);
  return outbid ?? chain.feeQuote(request);
}

/** A payment of the hot wallet of an account chain. */
export const fromAccount = (
  payment: Pick<
    Extract<BuildRequest, { model: "account" }>,
    "from" | "to" | "asset" | "units" | "nonce" | "fee"
  >,
): Built => ({
  request: { model: "account", key: { branch: "hot", index: 0 }, ...payment },
  sender: payment.from,
  nonce: payment.nonce,
  feeUnits: payment.fee.feeUnits,
});

/** The highest block whose coins may pay for this: a reorg that takes younger ones would take the payment with them. */
export async function fundingHeight(
  parts: Pick<PayoutParts, "fundingPolicy">,
  tx: Tx,
  chain: Chain,
  { asset, units }: { asset: AssetCode; units: bigint },
): Promise<number> {
  const cursor = await loadCursor(tx, chain.id);
  const height = cursor && finalHeight(cursor, parts.fundingPolicy(asset, units));
  return height ?? -1;
}

/** The sender's next nonce: the chain is asked once, then our own count is the truth. */
export async function nextNonce(tx: Tx, chain: Chain, sender: string): Promise<number> {
  const start = (await nonceAfter(tx, chain.id, sender)) ?? (await chain.nonce(sender));
  return takeNonce(tx, chain.id, sender, start);
}
