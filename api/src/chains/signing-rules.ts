import { type AssetCode, assetOf, type ChainId, NATIVE_ASSET } from "../core/assets";
import type { LegId } from "../core/ids";
import { normalAddress } from "./addresses/validate";
import type {
  BuildRequest,
  DecodedTransaction,
  SignedTransaction,
  UnsignedTransaction,
  WalletKey,
} from "./chain";
import { SignerRefusal, type SigningPurpose } from "./signer";
import { keyName, uniqueKeys } from "./wallet-key";

/** What the records agree that a leg may do; written by the worker before it asks for a signature. */
export type LegRecord = {
  id: LegId;
  chain: ChainId;
  asset: AssetCode;
  /** Whose it is: no transaction pays two legs of one. */
  owner: string;
  destination: string;
  units: bigint;
  /** Most that the network may take, in the chain's native asset. */
  feeUnitsMax: bigint;
  /** Whether it gives a customer back what they sent. */
  isRefund: boolean;
  /** What it is worth in whole USDT, rounded up; null where no price is known. */
  valueUsdt: bigint | null;
  /** Why it is paid by an approver's release only, in words; null where it is not. */
  doubt: string | null;
  /** The ids of all its transactions that are recorded. */
  recorded: readonly string[];
  /** Its transactions that may still land, or have: what is signed next must take the place of each. */
  earlier: readonly EarlierPayment[];
};

/** A transaction that was signed for a leg; `nonce` on account chains. */
export type EarlierPayment = { raw: string; nonce: number | null };

/** An address that is said to be our deposit address of this index; of the keys of `home`, where that is a sister chain. */
export type ClaimedAddress = { chain: ChainId; address: string; index: number; home?: ChainId | null };

/** Our own addresses on the transaction's chain. */
export type OwnAddresses = { hotAddress: string; addressOf(key: WalletKey): string };

const INPUTS_MAX = 2_000;
const OUTPUTS_MAX = 1_000;

/** The keys that a request needs, each once; refuses senders and inputs that are not at our own addresses. */
export function keysOf(chain: ChainId, request: BuildRequest, own: OwnAddresses): WalletKey[] {
  const spends =
    request.model === "utxo"
      ? request.inputs.map(({ key, address }) => ({ key, address }))
      : [{ key: request.key, address: request.from }];
  refuseUnless(spends.length > 0 && spends.length <= INPUTS_MAX, "number of inputs out of range");
  for (const { key, address } of spends)
    refuseUnless(isSame(chain, own.addressOf(key), address), "the sender is not the address of its key");
  return uniqueKeys(spends.map(({ key }) => key));
}

/** Refuses keys of a sister chain but for a sweep: what lies at its addresses here leaves them for our hot wallet only. */
export function requireOwnKeys(purpose: SigningPurpose, keys: readonly WalletKey[]): void {
  const areOwn = keys.every(({ home }) => home === undefined);
  refuseUnless(areOwn || purpose.kind === "sweep", "a sister chain's key signs sweeps only");
}

/** Refuses unless the transaction lists exactly `keys`. */
export function requireKeys(transaction: UnsignedTransaction, keys: readonly WalletKey[]): void {
  const wanted = keys.map(keyName).sort().join();
  refuseUnless(
    transaction.keys.map(keyName).sort().join() === wanted,
    "the keys are not those of the request",
  );
}

/**
 * Refuses a request that is not `legs`: each one's payment, in their order, the rest back to us, and no more fee than
 * they allow together. Never two legs of one owner: the recipients would be seen to belong together.
 */
export function requireLegs(request: BuildRequest, legs: readonly LegRecord[], own: OwnAddresses): void {
  const [leg] = legs;
  if (leg === undefined) throw new SignerRefusal("no leg");
  const owners = new Set(legs.map(({ owner }) => owner));
  refuseUnless(owners.size === legs.length, "two legs of one owner");
  if (request.model === "account") {
    refuseUnless(legs.length === 1, "one account payment pays one leg");
    refuseUnless(request.key.branch === "hot", "a leg is paid from the hot wallet");
    refuseUnless(request.asset === leg.asset, "asset differs from the leg");
    refuseUnless(request.to === leg.destination, "destination differs from the leg");
    refuseUnless(request.units === leg.units, "amount differs from the leg");
  } else {
    for (const [at, { chain, asset, destination, units }] of legs.entries()) {
      refuseUnless(NATIVE_ASSET[chain] === asset, "asset differs from the leg");
      refuseUnless(request.outputs[at]?.address === destination, "destination differs from the leg");
      refuseUnless(request.outputs[at]?.units === units, "amount differs from the leg");
    }
    refuseUnless(
      request.outputs.slice(legs.length).every((output) => output.address === own.hotAddress),
      "an output goes neither to the leg nor to the hot wallet",
    );
  }
  requireFee(
    request,
    legs.reduce((sum, { feeUnitsMax }) => sum + feeUnitsMax, 0n),
  );
}

/**
 * What a signed transaction uses up, as facts: of two that share one, only one can land. Its coins are read from the signed
 * bytes, because the worker could give two requests the same key images on a chain whose coins have none.
 */
export const spendsOf = (
  chain: ChainId,
  request: BuildRequest,
  { inputs }: Pick<DecodedTransaction, "inputs">,
): string[] =>
  request.model === "account"
    ? [`nonce:${chain}:${request.from}:${request.nonce}`]
    : inputs.flatMap(({ txId, ordinal, keyImages }) =>
        (keyImages ?? [`${txId}:${ordinal}`]).map((name) => `coin:${chain}:${name}`),
      );

/**
 * Refuses a payment that could land beside an earlier one of its legs: it must use the same nonce, or spend one of its coins.
 */
export function requireInPlace(
  request: BuildRequest,
  legs: readonly LegRecord[],
  decode: (raw: string) => Pick<DecodedTransaction, "inputs">,
): void {
  for (const { raw, nonce } of legs.flatMap(({ earlier }) => earlier))
    refuseUnless(
      request.model === "account"
        ? request.nonce === nonce
        : decode(raw).inputs.some((one) => request.inputs.some((other) => isSameCoin(one, other))),
      "an earlier payment of it may still land beside this one",
    );
}

type Coin = DecodedTransaction["inputs"][number];

/** Of coins that key images show, only these count: they are in the bytes, and their names are the worker's word. */
const isSameCoin = (one: Coin, other: Coin): boolean =>
  one.keyImages === undefined && other.keyImages === undefined
    ? one.txId === other.txId && one.ordinal === other.ordinal
    : one.keyImages?.some((image) => other.keyImages?.includes(image)) === true;

/** Refuses a request that is not wholly a move from our addresses to our hot wallet. */
export function requireSweep(request: BuildRequest, own: OwnAddresses, feeUnitsMax: bigint): void {
  if (request.model === "account") {
    refuseUnless(request.key.branch === "deposit", "a sweep starts at a deposit address");
    refuseUnless(request.to === own.hotAddress, "a sweep ends at the hot wallet");
    refuseUnless(request.units > 0n, "a sweep moves something");
  } else {
    refuseUnless(request.outputs.length > 0, "a sweep has an output");
    refuseUnless(
      request.outputs.every((output) => output.address === own.hotAddress),
      "a sweep ends at the hot wallet",
    );
  }
  requireFee(request, feeUnitsMax);
}

/** Refuses a request that is not two or more coins of ours which become one of the hot wallet. */
export function requireConsolidation(request: BuildRequest, own: OwnAddresses, feeUnitsMax: bigint): void {
  if (request.model === "account") throw new SignerRefusal("this chain has no coins to join");
  const [output, ...more] = request.outputs;
  refuseUnless(
    output?.address === own.hotAddress && more.length === 0,
    "joined coins are one of the hot wallet",
  );
  refuseUnless(request.inputs.length > 1, "one coin is not joined");
  requireFee(request, feeUnitsMax);
}

/** Refuses a request that is not one coin of the hot wallet which becomes another one of it. */
export function requireChild(request: BuildRequest, own: OwnAddresses, feeUnitsMax: bigint): void {
  if (request.model === "account") throw new SignerRefusal("this chain has no change to spend");
  const [[input, ...otherInputs], [output, ...otherOutputs]] = [request.inputs, request.outputs];
  refuseUnless(
    input?.key.branch === "hot" && otherInputs.length === 0,
    "the change of a payment is one coin of the hot wallet",
  );
  refuseUnless(
    output?.address === own.hotAddress && otherOutputs.length === 0,
    "the change of a payment stays in the hot wallet",
  );
  requireFee(request, feeUnitsMax);
}

/**
 * Refuses a request that does more than use a nonce of the hot wallet, or than bring coins of ours to the hot wallet:
 * what takes the place of a payment that is cancelled.
 */
export function requireCancel(request: BuildRequest, own: OwnAddresses, feeUnitsMax: bigint): void {
  if (request.model === "account") {
    refuseUnless(request.key.branch === "hot", "a cancellation is sent from the hot wallet");
    refuseUnless(request.to === own.hotAddress, "a cancellation pays the hot wallet");
    refuseUnless(request.units === 0n, "a cancellation moves nothing");
  } else {
    const [output, ...others] = request.outputs;
    refuseUnless(output !== undefined && others.length === 0, "a cancellation has one output");
    refuseUnless(output.address === own.hotAddress, "a cancellation pays the hot wallet");
  }
  requireFee(request, feeUnitsMax);
}

/** Refuses a request that moves anything but to our own addresses at `indexes`, the rest back to the hot wallet. */
export function requireRound(
  request: BuildRequest,
  own: OwnAddresses,
  rule: { indexes: readonly number[]; feeUnitsMax: bigint },
): void {
  const fresh = rule.indexes.map((index) => own.addressOf({ branch: "deposit", index }));
  if (request.model === "account") {
    refuseUnless(request.key.branch === "hot", "a round starts at the hot wallet");
    refuseUnless(fresh.includes(request.to), "a round ends at an address of ours");
    refuseUnless(request.units > 0n, "a round moves something");
  } else {
    refuseUnless(request.outputs.length > 0, "a round has an output");
    refuseUnless(
      request.outputs.every(({ address }) => address === own.hotAddress || fresh.includes(address)),
      "a round ends at addresses of ours",
    );
  }
  requireFee(request, rule.feeUnitsMax);
}

/** Refuses a request that is not native coin of our hot wallet for the address of the key `deposit`. */
export function requireTopUp(
  chain: ChainId,
  request: BuildRequest,
  rule: { own: OwnAddresses; deposit: WalletKey; unitsMax: bigint; feeUnitsMax: bigint },
): void {
  if (request.model !== "account") throw new SignerRefusal("this chain needs no top-ups");
  refuseUnless(request.key.branch === "hot", "a top-up is paid from the hot wallet");
  refuseUnless(request.asset === NATIVE_ASSET[chain], "a top-up is native coin");
  refuseUnless(request.to === rule.own.addressOf(rule.deposit), "a top-up goes to its deposit address");
  refuseUnless(request.units > 0n && request.units <= rule.unitsMax, "a top-up above its cap");
  requireFee(request, rule.feeUnitsMax);
}

/** Refuses to hand out signed bytes that do something else than the request said. */
export function requireMeant(
  request: BuildRequest,
  signed: SignedTransaction,
  decoded: DecodedTransaction,
  chain: ChainId,
): void {
  refuseUnless(decoded.txId === signed.txId, "signed bytes: another transaction id");
  const meant =
    request.model === "account"
      ? [{ asset: request.asset, to: request.to, units: request.units }]
      : request.outputs.map(({ address, units }) => ({ asset: NATIVE_ASSET[chain], to: address, units }));
  refuseUnless(decoded.outputs.length === meant.length, "signed bytes: another number of outputs");
  for (const [at, output] of decoded.outputs.entries()) {
    refuseUnless(output.asset === meant[at]?.asset, "signed bytes: another asset");
    refuseUnless(isSame(chain, output.to, meant[at]?.to ?? ""), "signed bytes: another destination");
    refuseUnless(output.units === meant[at]?.units, "signed bytes: another amount");
  }
  if (request.model === "utxo") {
    const outpoint = (input: { txId: string; ordinal: number }) => `${input.txId}:${input.ordinal}`;
    const inputs = request.inputs.map(outpoint).join();
    refuseUnless(decoded.inputs.map(outpoint).join() === inputs, "signed bytes: other inputs");
    return;
  }
  // Chains that hide the sender or have no nonce answer null; the sender is then bound by the key we lent.
  refuseUnless(
    decoded.sender === null || isSame(chain, decoded.sender, request.from),
    "signed bytes: another sender",
  );
  refuseUnless(decoded.nonce === null || decoded.nonce === request.nonce, "signed bytes: another nonce");
  refuseUnless(
    decoded.feeUnitsMax !== null && decoded.feeUnitsMax <= request.fee.feeUnits,
    "signed bytes: a higher fee",
  );
}

/** Refuses a request whose fee is negative or above `feeUnitsMax`, or whose units could not be on a chain. */
function requireFee(request: BuildRequest, feeUnitsMax: bigint): void {
  if (request.model === "account") {
    refuseUnless(request.fee.feeUnits >= 0n && request.fee.feeUnits <= feeUnitsMax, "fee above its cap");
    return;
  }
  const { inputs, outputs } = request;
  refuseUnless(outputs.length <= OUTPUTS_MAX, "too many outputs");
  const outpoints = new Set(inputs.map((input) => `${input.txId}:${input.ordinal}`));
  refuseUnless(outpoints.size === inputs.length, "an input is spent twice");
  refuseUnless(
    [...inputs, ...outputs].every((side) => side.units > 0n),
    "an input or output without units",
  );
  // Input units are the caller's word, but the signature commits to them (BIP 143, BIP 341): a lie is invalid on chain.
  const sum = (sides: readonly { units: bigint }[]) => sides.reduce((total, side) => total + side.units, 0n);
  const fee = sum(inputs) - sum(outputs);
  refuseUnless(fee >= 0n && fee <= feeUnitsMax, "fee above its cap");
}

/** Throws SignerRefusal with `reason` unless `condition` holds. */
export function refuseUnless(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new SignerRefusal(reason);
}

/** Whether the asset lives on the chain. */
export const isOn = (chain: ChainId, asset: AssetCode): boolean => assetOf(asset).chain === chain;

const isSame = (chain: ChainId, one: string, other: string): boolean =>
  normalAddress(chain, one) === normalAddress(chain, other);
