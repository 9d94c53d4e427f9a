import { assert } from "../../core/assert";
import { ASSETS, type AssetCode, assetOf, CHAIN_IDS, type ChainId } from "../../core/assets";
import type { FeeRequest } from "../chain";

/** Simnet imitates every chain. */
export const SIMNET_CHAIN_IDS = CHAIN_IDS;
export type SimnetChainId = ChainId;

/** Blocks mined on top of the last transaction before a chain rests, and the rest depth of a reorganised one. */
export const REST_CONFIRMATIONS = 4;
/** Blocks on top of the premined coins. */
export const PREMINE_DEPTH = 10;
export const BLOCK_TRANSACTIONS_MAX = 2_000;
export const MEMPOOL_TRANSACTIONS_MAX = 20_000;
/** geth keeps this many transactions of one sender beyond a gap. */
export const QUEUED_NONCES_MAX = 64;
export const INPUTS_MAX = 500;
export const OUTPUTS_MAX = 500;

/** Network fees of a chain: those of all chains lie under 0.3 USDT, below a tenth of every asset's minimum. */
export type SimnetFees =
  /** Units per virtual byte, and virtual bytes of a transaction. */
  | { model: "utxo"; rate: bigint; baseSize: bigint; inputSize: bigint; outputSize: bigint }
  /** What a transaction burns; quotes are a quarter above it, as gas limits are above gas used. */
  | { model: "account"; native: bigint; token: bigint };

export type SimnetChainParams = {
  id: SimnetChainId;
  model: "utxo" | "account";
  curve: "secp256k1" | "ed25519";
  showsSources: boolean;
  /** Our own transactions signal BIP 125. */
  signalsReplacement: boolean;
  /** Whether an unconfirmed payment can be replaced at all. */
  replacement: boolean;
  /** The chain calls the parent of its tip final. */
  hasFinality: boolean;
  fees: SimnetFees;
};

type Traits = Omit<SimnetChainParams, "id" | "model" | "fees">;

const SECP: Traits = {
  curve: "secp256k1",
  showsSources: true,
  signalsReplacement: false,
  replacement: true,
  hasFinality: false,
};
const utxoFees = (rate: bigint): SimnetFees => ({
  model: "utxo",
  rate,
  baseSize: 11n,
  inputSize: 68n,
  outputSize: 43n,
});
const GWEI = 10n ** 9n;
/** Gas of a plain and of an ERC-20 transfer at a steady price. */
const gasFees = (price: bigint): SimnetFees => ({
  model: "account",
  native: 21_000n * price,
  token: 65_000n * price,
});

const PARAMS: Readonly<Record<SimnetChainId, SimnetChainParams>> = {
  bitcoin: { id: "bitcoin", model: "utxo", ...SECP, signalsReplacement: true, fees: utxoFees(2n) },
  litecoin: { id: "litecoin", model: "utxo", ...SECP, signalsReplacement: true, fees: utxoFees(20n) },
  bitcoincash: { id: "bitcoincash", model: "utxo", ...SECP, fees: utxoFees(10n) },
  monero: {
    id: "monero",
    model: "utxo",
    ...SECP,
    curve: "ed25519",
    showsSources: false,
    replacement: false,
    fees: utxoFees(200_000n),
  },
  dash: { id: "dash", model: "utxo", ...SECP, fees: utxoFees(20n) },
  zcash: { id: "zcash", model: "utxo", ...SECP, fees: utxoFees(60n) },
  cardano: { id: "cardano", model: "utxo", ...SECP, curve: "ed25519", fees: utxoFees(600n) },
  ethereum: { id: "ethereum", model: "account", ...SECP, hasFinality: true, fees: gasFees(GWEI) },
  bsc: { id: "bsc", model: "account", ...SECP, fees: gasFees(GWEI) },
  polygon: { id: "polygon", model: "account", ...SECP, fees: gasFees(30n * GWEI) },
  tron: {
    id: "tron",
    model: "account",
    ...SECP,
    hasFinality: true,
    fees: { model: "account", native: 270_000n, token: 700_000n },
  },
  solana: {
    id: "solana",
    model: "account",
    ...SECP,
    curve: "ed25519",
    hasFinality: true,
    fees: { model: "account", native: 5_000n, token: 5_000n },
  },
};

/** The parameters of a simulated chain. */
export const paramsOf = (chain: SimnetChainId): SimnetChainParams => PARAMS[chain];

/** The assets of a chain, in the registry's order. */
export const assetsOn = (chain: SimnetChainId): readonly AssetCode[] =>
  ASSETS.filter((asset) => asset.chain === chain).map((asset) => asset.code);

/** Native units that a transaction of this shape costs at the chain's steady rate. */
export function networkFeeUnits(chain: SimnetChainId, request: FeeRequest): bigint {
  const { fees } = PARAMS[chain];
  assert(fees.model === request.model, "fee request of another model", { chain, model: request.model });
  if (fees.model === "account") {
    assert(request.model === "account", "fee request of another model", { chain });
    return assetOf(request.asset).kind === "native" ? fees.native : fees.token;
  }
  assert(request.model === "utxo", "fee request of another model", { chain });
  const { baseSize, inputSize, outputSize, rate } = fees;
  return rate * (baseSize + inputSize * BigInt(request.inputs) + outputSize * BigInt(request.outputs));
}

/** What nodes ask for taking a transaction, or one more in its place: well below what gets it into the next block. */
export const relayFeeUnits = (steadyFeeUnits: bigint): bigint => (steadyFeeUnits + 1n) / 2n;

/** What a steady fee comes to where the miner takes nothing below this percentage of it. */
export const atFloor = (feeUnits: bigint, floorPercent: bigint): bigint =>
  floorPercent <= 100n ? feeUnits : (feeUnits * floorPercent + 99n) / 100n;

/** The most an account transaction may be charged: a quarter above what it costs, rounded up. */
export const withHeadroom = (feeUnits: bigint): bigint => (feeUnits * 5n + 3n) / 4n;
