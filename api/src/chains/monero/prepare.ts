import { z } from "zod";
import { assert } from "../../core/assert";
import { decodeJson, encodeJson } from "../../core/json";
import { paymentIdOf } from "../addresses/monero";
import { type BlockRef, type BuildRequest, ChainUnavailable, type UnsignedTransaction } from "../chain";
import { uniqueKeys } from "../wallet-key";
import { minorOf, named, ordinalsOf } from "./coins";
import type { OutputsNow } from "./known-outputs";
import { LOCKED_BLOCKS } from "./node";
import type { OwnedOutput } from "./owned-outputs";
import type { ViewWallet } from "./view-wallet";

type UtxoRequest = Extract<BuildRequest, { model: "utxo" }>;

/** Nodes take sixteen outputs, of which wallet2 keeps one for change of its own: so that many, beside ours. */
export const RECIPIENTS_MAX = 14;

const payloadSchema = z.object({
  /** As monero-wallet-rpc writes it. */
  unsigned: z.string().regex(/^[0-9a-f]+$/),
  /** The ordinal of the coin that each output becomes, where it is one of ours. */
  ordinals: z.array(z.int().min(0).nullable()),
});

/** What the signing function reads of a prepared transaction. */
export const readPayload = (payload: string): z.output<typeof payloadSchema> =>
  payloadSchema.parse(decodeJson(JSON.parse(payload)));

/**
 * Has the wallet build a payment of exactly these inputs: at their subaddresses it can spend nothing else, because all else
 * there is frozen, and they are spent whole, because what they hold is paid out. The fee comes off the last output where that is ours.
 */
export async function prepareMonero(
  { wallet, tip, outputs: now }: { wallet: ViewWallet; tip: BlockRef; outputs: OutputsNow },
  request: UtxoRequest,
): Promise<UnsignedTransaction> {
  await setRight(wallet, now);
  const known = named(await now.ofTransactions(request.inputs.map(({ txId }) => txId)));
  const inputs = request.inputs.map((input) => {
    const outputs = outputsOf(known, input);
    requireSpendable(outputs, input.units, tip);
    return { ...input, keyImages: outputs.map(({ keyImage }) => keyImage ?? "").sort() };
  });
  const minors = [...new Set(inputs.map(({ key }) => minorOf(key)))];
  await freezeOthers(wallet, await now.unspent(), {
    minors,
    spent: new Set(inputs.flatMap(({ keyImages }) => keyImages)),
  });
  const total = sum(inputs);
  const last = request.outputs.at(-1);
  assert(last !== undefined, "a transaction without an output");
  // Beside a recipient with a payment id there can be no other one: then the wallet makes one coin of the change by itself.
  const isNamed = request.outputs.some(({ address }) => paymentIdOf(address) !== undefined);
  const isFeeFromLast = !isNamed && (await wallet.minorOf(last.address)) !== null;
  const paid = isNamed
    ? request.outputs.filter(({ address }) => address !== wallet.primary)
    : request.outputs.slice(0, isFeeFromLast ? -1 : undefined);
  const { unsigned, feeUnits, amounts } = await wallet.transfer({
    destinations: isFeeFromLast ? [{ ...last, units: total - sum(paid) }, ...paid] : paid,
    minors,
    isFeeFromFirst: isFeeFromLast,
  });
  if (feeUnits > total - sum(request.outputs))
    throw new ChainUnavailable("monero", "the wallet wants a higher fee than was planned");
  const rest = total - sum(paid) - feeUnits;
  const outputs = isFeeFromLast
    ? [...paid, { ...last, units: rest }]
    : withChange(wallet.primary, paid, rest);
  requireAmounts(amounts, isFeeFromLast ? outputs : paid);
  const minorsPaid = await Promise.all(outputs.map(({ address }) => wallet.minorOf(address)));
  const payload = { unsigned, ordinals: ownOrdinals(outputs, minorsPaid) };
  return {
    chain: "monero",
    request: { model: "utxo", inputs, outputs },
    payload: JSON.stringify(encodeJson(payload)),
    keys: uniqueKeys(inputs.map(({ key }) => key)),
  };
}

/** Has the wallet ask the node again where it calls an output spent by what has vanished from there. */
async function setRight(wallet: ViewWallet, outputs: OutputsNow): Promise<void> {
  const states = await outputs.unmined();
  if (![...states.values()].includes("unspent")) return;
  await wallet.rescanSpent();
  outputs.again();
}

type Side = { address: string; units: bigint };

const sum = (sides: readonly { units: bigint }[]): bigint =>
  sides.reduce((total, { units }) => total + units, 0n);

/** What the signer's wallet describes is one sum for each address: this is of each output. */
function requireAmounts(amounts: readonly bigint[], wanted: readonly Side[]): void {
  const sorted = (units: readonly bigint[]) => units.map(String).sort().join();
  if (sorted(amounts) !== sorted(wanted.map(({ units }) => units)))
    throw new ChainUnavailable("monero", "the wallet made other outputs than were asked for");
}

/** The wallet brings to its primary address what is left. */
const withChange = (primary: string, paid: readonly Side[], units: bigint): readonly Side[] =>
  units > 0n ? [...paid, { address: primary, units }] : paid;

/** The ordinals of the outputs that are ours: what comes to the hot wallet is ranked by its amount. */
function ownOrdinals(outputs: readonly Side[], minors: readonly (number | null)[]): (number | null)[] {
  const hot = outputs.filter((_, at) => minors[at] === 0);
  const ranked = ordinalsOf(
    0,
    hot.map(({ units }) => units),
  );
  return outputs.map((output, at) => {
    const minor = minors[at] ?? null;
    return minor === 0 ? (ranked[hot.indexOf(output)] ?? null) : minor;
  });
}

/** The outputs that an input names. */
const outputsOf = (
  known: readonly (OwnedOutput & { ordinal: number })[],
  { txId, ordinal, key }: UtxoRequest["inputs"][number],
): OwnedOutput[] =>
  known.filter(
    (output) => output.txId === txId && output.ordinal === ordinal && output.minor === minorOf(key),
  );

function requireSpendable(outputs: readonly OwnedOutput[], units: bigint, tip: BlockRef): void {
  const refuse = (reason: string): never => {
    throw new ChainUnavailable("monero", reason);
  };
  if (sum(outputs) !== units) refuse("the wallet has other coins than a payment is to spend");
  for (const { isSpent, isUnlocked, height, keyImage } of outputs) {
    if (isSpent) refuse("coins are spent already");
    if (keyImage === null) refuse("the signer has not named coins yet");
    if (!isUnlocked || tip.height - height + 1 < LOCKED_BLOCKS) refuse("coins are locked still");
  }
}

/** At these subaddresses the wallet may spend just these. */
async function freezeOthers(
  wallet: ViewWallet,
  unspent: readonly OwnedOutput[],
  { minors, spent }: { minors: readonly number[]; spent: ReadonlySet<string> },
): Promise<void> {
  for (const { keyImage, minor, isFrozen } of unspent) {
    if (!minors.includes(minor)) continue;
    if (keyImage === null) throw new ChainUnavailable("monero", "the signer has not named coins yet");
    if (isFrozen === spent.has(keyImage)) await wallet.setFrozen(keyImage, !isFrozen);
  }
}
