import type { AddressType } from "../core/address-types";
import type { ChainId } from "../core/assets";
import type { LegId, OrderId } from "../core/ids";
import type { SignedTransaction, UnsignedTransaction, WalletKey } from "./chain";

/** Private key bytes: 32 bytes of secp256k1 scalar or ed25519 seed, by the chain's curve. */
export type PrivateKey = Uint8Array;

/** Signs an adapter's payload; pure apart from the keys it asks for. One per adapter family. */
export type SignFunction = (
  transaction: UnsignedTransaction,
  keyOf: (key: WalletKey) => PrivateKey,
) => SignedTransaction | Promise<SignedTransaction>;

/**
 * The maximum native units of one gas top-up, and of the fee of any transaction to ourselves: far above what they
 * cost, far below a loss. On UTXO chains these are rounds, which may be shared, joined coins, cancellations, and children.
 */
export const OWN_SPENDING_MAX: Readonly<Partial<Record<ChainId, bigint>>> = {
  bitcoin: 500_000n,
  litecoin: 5_000_000n,
  bitcoincash: 5_000_000n,
  dash: 10_000_000n,
  zcash: 10_000_000n,
  monero: 50_000_000_000n,
  cardano: 20_000_000n,
  ethereum: 50_000_000_000_000_000n,
  bsc: 50_000_000_000_000_000n,
  polygon: 50_000_000_000_000_000_000n,
  tron: 100_000_000n,
  solana: 100_000_000n,
};

/** The highest fee that the signer signs on a chain, in native units: what costs more waits, and is not planned. */
export const signedFeeMax = (chain: ChainId): bigint => OWN_SPENDING_MAX[chain] ?? 0n;

/** Key images of outputs, each with the proof that the holder of its key made it. */
export type KeyImages = { offset: bigint; images: readonly { keyImage: string; signature: string }[] };

/**
 * Shows outputs, as the view-only wallet exports them, to the wallet that signs on a chain where only that one can name them.
 * `wallet` is another name whenever it starts from nothing, and has to be shown all of them.
 */
export type LearnOutputs = (request: {
  chain: ChainId;
  /** New ones, or with `isAll` all of them, for a wallet that starts from nothing. */
  outputs?: string;
  isAll?: boolean;
  /** How many deposit addresses they may be at. */
  addresses: number;
}) => Promise<KeyImages & { wallet: string }>;

/** Where public addresses come from, by chain. */
export type PublicWallet =
  /**
   * The http role derives deposit addresses itself from `xpub` (the account's branch 0), or those of another type than the
   * chain's default from the account of that type; `hotAddress` is branch 1 index 0.
   */
  | {
      kind: "xpub";
      chain: ChainId;
      xpub: string;
      typedXpubs?: Readonly<Partial<Record<AddressType, string>>>;
      hotAddress: string;
    }
  /** No public derivation on this curve: addresses are made by the signer in batches, each used once. */
  | { kind: "pool"; chain: ChainId; hotAddress: string };

/**
 * The only holder of private keys. A module in this process for now; the port is what a separate process
 * will answer on a unix socket.
 */
export interface Signer {
  publicWallets(): Promise<readonly PublicWallet[]>;
  /** Deposit addresses at [fromIndex, fromIndex + count), for pool chains. */
  depositAddresses(request: { chain: ChainId; fromIndex: number; count: number }): Promise<readonly string[]>;
  /** Of Monero only. It shows which coins are spent, and no key. */
  learnOutputs: LearnOutputs;
  /**
   * Signs what `purpose` says, after comparing it with the purpose's own record.
   * Throws SignerRefusal when the transaction is not what the record says, or a cap is exceeded.
   */
  sign(request: { transaction: UnsignedTransaction; purpose: SigningPurpose }): Promise<SignedTransaction>;
}

/** A mix's seed, sealed under the key of a UTC day (`2026-11-25`). */
export type SealedSeed = { day: string; sealed: Uint8Array };

/**
 * The keys that seal the seeds of mixes, one a day, in the hands of the process that signs: it makes them, and destroys them
 * by its own clock. No other process has one.
 */
export interface MixKeys {
  /** Seals a seed, of 32 bytes, for its order under the key of today. */
  sealSeed(request: { orderId: OrderId; seed: Uint8Array }): Promise<SealedSeed>;
  /** Null where the day's key is destroyed or lost, or where this is not what was sealed for the order. */
  openSeed(request: SealedSeed & { orderId: OrderId }): Promise<Uint8Array | null>;
}

export type SigningPurpose =
  /** In the order of the outputs that pay them. */
  | { kind: "legs"; legIds: readonly LegId[] }
  /** The coins of a payment that is taken back → hot wallet: nothing with its nonce, or all its inputs. */
  | { kind: "cancel" }
  /** The change of a payment that waits → hot wallet, on a UTXO chain: miners who want its fee take the payment too. */
  | { kind: "child" }
  /** Deposit address → hot wallet; the signer knows its own hot address. */
  | { kind: "sweep" }
  /** Coins of ours → one of the hot wallet, on a UTXO chain. */
  | { kind: "consolidation" }
  /**
   * Hot wallet → deposit address (with `home`, a sister chain's), native coin for the sweep's fee, no more than `topUpUnitsMax` of
   * the signer's own configuration.
   */
  | { kind: "top_up"; depositIndex: number; home?: ChainId }
  /** A round of the mixer: the pool's coins to our own fresh addresses at these indexes of the deposit branch. */
  | { kind: "round"; indexes: readonly number[] };

/** Why: the request differs from the records behind it, an approver has to release the settlement first, or the signer's clock is wrong. */
export const REFUSAL_KINDS = ["differs", "release", "clock"] as const;
export type RefusalKind = (typeof REFUSAL_KINDS)[number];

/** The signer would not sign. */
export class SignerRefusal extends Error {
  override readonly name = "SignerRefusal";
  constructor(
    message: string,
    readonly kind: RefusalKind = "differs",
  ) {
    super(message);
  }
}
