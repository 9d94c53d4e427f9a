import type { AddressType } from "../core/address-types";
import type { AssetCode, ChainId, ChainModel } from "../core/assets";
import type { TimeMs } from "../core/ports";

/**
 * A key of our wallet: the hot wallet of a chain, or the deposit address at an index, of a `type` other than the chain's default.
 * `home` is there where coins lie at an address of a sister chain: the key is the one that this chain has at the index.
 */
export type WalletKey = { branch: "hot" | "deposit"; index: number; type?: AddressType; home?: ChainId };

export type BlockRef = { height: number; hash: string; parentHash: string; timeMs: TimeMs };

export type Tip = BlockRef & {
  /** Highest block the chain itself calls final (EVM `finalized`, TRON solidified); null where only depth counts. */
  finalizedHeight: number | null;
};

/** An output of a transaction. */
export type Outpoint = { txId: string; ordinal: number };

/** An output, with the amount that the books have. */
export type BookedCoin = Outpoint & { units: bigint };

/** One movement of an asset to an address inside a successful transaction. */
export type Transfer = {
  txId: string;
  /**
   * Which of its transaction's transfers it is, stable across reorgs: output index or the recipient's own number; on account chains
   * which of those that are equal in asset, recipient and amount.
   */
  ordinal: number;
  asset: AssetCode;
  to: string;
  units: bigint;
  /** Source addresses where the chain shows them; empty where it hides them. */
  from: readonly string[];
  /** Unconfirmed, where `isReplaced` is there: what its transaction spends. */
  spends?: readonly Outpoint[];
};

/**
 * What only a key's holder can do: spend an output, or (account chains) send a transaction in an address's name. A log
 * of a contract is none, whatever it says. `txId` is null where a node counts a transaction and does not show it.
 */
export type Spend =
  | { kind: "output"; txId: string; output: { txId: string; ordinal: number } }
  | { kind: "account"; txId: string | null; sender: string; nonce: number };

/**
 * A block with every successful, non-zero transfer in it that this adapter's assets make, in order, and with the spends of
 * all its transactions, failed ones too.
 */
export type Block = BlockRef & { transfers: readonly Transfer[]; spends: readonly Spend[] };

export type TransactionStatus =
  | { status: "unknown" }
  | { status: "mempool" }
  | {
      status: "mined";
      height: number;
      blockHash: string;
      succeeded: boolean;
      /** Network fee paid, in the chain's native asset. */
      feeUnits: bigint;
    };

/** An output of ours that a UTXO transaction may spend. */
export type WalletOutput = {
  txId: string;
  ordinal: number;
  units: bigint;
  address: string;
  key: WalletKey;
  /** The bytes of the transaction that made it, without witnesses, where the signer has to see them; once for its outputs. */
  previous?: string;
  /** What shows on its chain that it is spent, where that is not its name: key images of Monero. */
  keyImages?: readonly string[];
};

/** How many inputs of a transaction lie at addresses of types that are not the chain's default; the others do. */
export type TypedInputs = Readonly<Partial<Record<AddressType, number>>>;

/**
 * An upper bound of a network fee, `feeUnits`, in native units; `detail` is the adapter's own (gas price, fee rate).
 */
export type FeeQuote = { feeUnits: bigint; detail: Readonly<Record<string, string>> };

export type FeeRequest =
  /** `inputs` counts all, with those that are `typed`. */
  | { model: "utxo"; inputs: number; outputs: number; typed?: TypedInputs }
  | {
      model: "account";
      asset: AssetCode;
      from?: string;
      to?: string;
      /** A native payment to an address without code: it costs exactly what is quoted, so a sweep leaves nothing. */
      isExact?: boolean;
    };

/** When bytes expire, on chains where they do: the last block that may hold them, and the rules of the chain that they commit to. */
export type Expiry = { height: number; branchId: number };

/** Everything that determines a transaction; building is deterministic given this. */
export type BuildRequest =
  | {
      model: "utxo";
      inputs: readonly WalletOutput[];
      /** Recipients first, change (if any) last; inputs − outputs is the fee. */
      outputs: readonly { address: string; units: bigint }[];
      /** Where the chain has `expiry`. */
      expiry?: Expiry;
    }
  | {
      model: "account";
      from: string;
      key: WalletKey;
      to: string;
      asset: AssetCode;
      units: bigint;
      nonce: number;
      fee: FeeQuote;
    };

/** A transaction ready to be signed: what it does in the open, and the adapter's own encoding of it. */
export type UnsignedTransaction = {
  chain: ChainId;
  request: BuildRequest;
  /** The adapter's encoding, opaque to everybody but its signing function. */
  payload: string;
  /** The keys that must sign, each once. */
  keys: readonly WalletKey[];
};

export type SignedTransaction = { raw: string; txId: string };

/** What raw bytes really do, read back from them, so that what was signed can be compared with what was meant. */
export type DecodedTransaction = {
  txId: string;
  /**
   * Each with its ordinal, where that is not its position, and with the key by which its recipient can prove the payment, where
   * the chain does not show it.
   */
  outputs: readonly { asset: AssetCode; to: string; units: bigint; ordinal?: number; txKey?: string }[];
  /** Each with its type, where that is not the chain's default, and with its key images, where it is spent by these. */
  inputs: readonly {
    txId: string;
    ordinal: number;
    type?: AddressType;
    keyImages?: readonly string[];
  }[];
  sender: string | null;
  nonce: number | null;
  /** Most native units that these bytes let the network take; null where only inputs less outputs show it. */
  feeUnitsMax: bigint | null;
};

/** What a block says of an address's native coin. */
export type AccountState = {
  balanceUnits: bigint;
  /** Transactions sent so far. A difference from those that we know in the block means that our books lag behind. */
  nonce: number;
};

/** The states of addresses in two blocks of one branch. */
export type AccountSnapshot = {
  latest: BlockRef;
  final: BlockRef;
  /** By address in its normal form, in the order asked. */
  accounts: ReadonlyMap<string, { latest: AccountState; final: AccountState }>;
};

export type BroadcastOutcome =
  /** In the node's mempool or chain now, or already there. */
  | { outcome: "accepted" }
  /** The node refuses these bytes; they may still be valid elsewhere or later, so this proves nothing. */
  | { outcome: "rejected"; reason: string };

/**
 * Proof that a transaction can never be mined: another one, mined, has used its nonce or one of its inputs, or is in
 * the place of the transaction that was to bring it an input; or the last block that could hold it does not.
 */
export type ProofOfDeath = {
  /** The other transaction; null where the bytes have expired. */
  by: string | null;
  /** Of its block; of the last block that could hold the bytes, where they have expired. */
  height: number;
  blockHash: string;
  /** The inputs that do not exist any more because of it; none on account chains. */
  gone: readonly { txId: string; ordinal: number }[];
};

/**
 * The port to a blockchain. Reads may throw ChainUnavailable (the world); the caller retries.
 * No method holds a private key.
 */
export interface Chain {
  readonly id: ChainId;
  readonly model: ChainModel;
  /** Assets whose movements this adapter reports and can pay. */
  readonly assets: readonly AssetCode[];
  /**
   * "cumulative": native receipts are read from balances, because a contract's payment shows in no transaction's value;
   * `block` then omits native transfers.
   */
  readonly nativeDeposits: "transfers" | "cumulative";
  /** Whether the chain shows who paid. */
  readonly showsSources: boolean;
  /** Recipients that one transaction can have beside its change; absent where there is no such limit. */
  readonly recipientsMax?: number;
  /** Whether what a payment brings back cannot be spent for several blocks. */
  readonly isChangeLocked?: boolean;
  tip(): Promise<Tip>;
  /** The block at a height of the best chain; undefined above the tip. */
  block(height: number): Promise<Block | undefined>;
  /**
   * Where native deposits are "cumulative": the plain value transfers of a block, for a link and for screening only.
   * They are never credited, because they miss what contracts pay. Throws ChainUnavailable where the node lacks the block.
   */
  nativeTransfers?(height: number): Promise<readonly Transfer[]>;
  /**
   * Where native deposits are "cumulative": balances and nonces of many addresses in the latest block and at a depth. Throws
   * OldStateMissing where the node answers for the latest block only.
   */
  accounts?(query: { addresses: readonly string[]; finalHeight: number }): Promise<AccountSnapshot>;
  /**
   * Calls back when the node reports a block or a transaction by itself, and returns the unsubscriber; absent where it
   * must be asked. A report may be lost, so the chain is looked at from time to time all the same.
   */
  onNews?(listener: () => void): () => void;
  /** Unconfirmed transfers known to the node; empty where the node shows none. */
  mempool(): Promise<readonly Transfer[]>;
  /**
   * Unconfirmed spends known to the node. A node that shows no others' transactions is asked for those of `senders` only,
   * and may know no more than their number.
   */
  unconfirmedSpends(senders: readonly string[]): Promise<readonly Spend[]>;
  transaction(txId: string): Promise<TransactionStatus>;
  /**
   * Whether an unconfirmed transaction that the node no longer knows was replaced: something else spends what it spent, or
   * what a parent of it did. `spends` is what it spent as it was seen, for an adapter that has forgotten it. False also where
   * that is not known any more: a restarted node has forgotten what waited there. Absent where nodes forget nothing else.
   */
  isReplaced?(txId: string, spends: readonly Outpoint[]): Promise<boolean>;
  /**
   * Proof, in the blocks up to `finalHeight`, that these bytes of ours can never be mined; null where there is none,
   * also where the node no longer has what would prove it. That a node does not know a transaction proves nothing.
   */
  proofOfDeath(raw: string, finalHeight: number): Promise<ProofOfDeath | null>;
  /**
   * Whether these bytes of ours, which are in no block, cannot be mined because a reorg put other outputs in the place of those
   * over which they were signed, in blocks up to `finalHeight`. Their coins are unspent, and another transaction that spends the
   * same ones can be mined: so the node is made to forget these bytes where they wait. False where there is any doubt. Absent
   * where signatures commit to nothing that a reorg changes.
   */
  forgetOutdated?(raw: string, finalHeight: number): Promise<boolean>;
  /** Units at an address, in the block at `height` (default: the tip); unconfirmed ones never count. */
  balance(query: { address: string; asset: AssetCode; height?: number }): Promise<bigint>;
  /** The same at many addresses, in the order asked, where one look answers for all of them. */
  balances?(query: {
    addresses: readonly string[];
    asset: AssetCode;
    height?: number;
  }): Promise<readonly bigint[]>;
  /** Account chains: number of transactions the address has in the best chain, i.e. its next nonce. */
  nonce(address: string): Promise<number>;
  feeQuote(request: FeeRequest): Promise<FeeQuote>;
  /**
   * What a transaction of this shape offers to take the place of unconfirmed bytes of ours that offer `feeUnits`: at
   * least what nodes ask for that (BIP 125; geth: a tenth more, of the tip too), and what is `wanted` to be mined soon.
   */
  replacementFee(
    replaced: { raw: string; feeUnits: bigint },
    request: FeeRequest,
  ): Promise<{ least: FeeQuote; wanted: FeeQuote }>;
  /**
   * The inputs with the transactions that made them, where the signer has to see these: not every signature commits to what
   * is spent. Absent where every one does, or none is asked for.
   */
  withPrevious?(inputs: readonly WalletOutput[]): Promise<readonly WalletOutput[]>;
  /** When what is built now expires; absent where bytes can be mined at any time. */
  expiry?(): Promise<Expiry>;
  /** Throws where the adapter has `prepare`, or has `expiry` and the request says nothing of it. */
  build(request: BuildRequest): UnsignedTransaction;
  /**
   * Builds what only a wallet program can, which chooses the fee: below what the request leaves for it, and then the last output,
   * which is ours, or one more to the hot wallet, has the rest. The request that it returns says what will be signed.
   */
  prepare?(request: Extract<BuildRequest, { model: "utxo" }>): Promise<UnsignedTransaction>;
  /** Has the node's wallet look for coins at deposit addresses up to this index; absent where any address is found. */
  watchUpTo?(index: number): Promise<void>;
  /**
   * The one-time keys of coins that came to us, in the order asked: only one payment to each can be spent, so a second is worth
   * nothing. None of a coin that the wallet does not have now. Absent where each payment is a coin of its own.
   */
  oneTimeKeys?(coins: readonly Outpoint[]): Promise<readonly (readonly string[])[]>;
  /**
   * Of coins of the books, in their order, those that the wallet program has just as they are booked. Absent where no wallet
   * program has to have them.
   */
  heldAsBooked?<Coin extends BookedCoin>(coins: readonly Coin[]): Promise<readonly Coin[]>;
  /** The lowest block with coins of ours, or else the tip; absent where no wallet program has to read the chain for them. */
  firstHeight?(): Promise<number>;
  decode(raw: string): DecodedTransaction;
  broadcast(raw: string): Promise<BroadcastOutcome>;
  /** Where a person can look the transaction up; null where there is no explorer (regtest). */
  explorerUrl(txId: string): string | null;
}

/** The node did not answer, answered nonsense, or its breaker is open. */
export class ChainUnavailable extends Error {
  override readonly name = "ChainUnavailable";
  constructor(
    readonly chain: ChainId,
    reason: string,
    options?: ErrorOptions,
  ) {
    super(`${chain} is unavailable: ${reason}`, options);
  }
}

/** The node answers for its latest block, but does not have the state of an older one any more, or not yet. */
export class OldStateMissing extends ChainUnavailable {
  constructor(
    chain: ChainId,
    /** The older block. */
    readonly height: number,
  ) {
    super(chain, "the node does not have the state of an older block");
  }
}
