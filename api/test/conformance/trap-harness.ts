import type { Chain, Transfer } from "../../src/chains/chain";
import type { AssetCode } from "../../src/core/assets";

/** What makes a trap, or why the chain cannot have it: then its tests are skipped with this reason. */
export type Trap<Hook> = Hook | string;

/** Of a chain without tokens and contracts, whose blocks have no failed transactions. */
export const WITHOUT_CONTRACTS = {
  payFakeToken: "the chain has no tokens",
  openOddToken: "the chain has no tokens",
  payAndFail: "a transaction of this chain that fails is in no block",
  payFromContract: "the chain has no contracts",
} as const;

/** Coins that come from outside. */
export type OutsidePayment = { address: string; asset: AssetCode; units: bigint };
type Paid = Promise<{ txId: string }>;

/** A token of the operator's that does otherwise than an ERC-20. */
export type OddToken = {
  /** The adapter for which the asset is this token. */
  chain: Chain;
  asset: AssetCode;
  /** A transfer from outside, unconfirmed. */
  pay(payment: { address: string; units: bigint }): Paid;
  /** Has each later transfer keep a fee, and its log say what was sent or what arrives; `mine(1)` makes it so. */
  keepFee(fee: { units: bigint; logs: "what was sent" | "what arrives" }): Promise<void>;
  /** Changes all balances to this percentage, without a log; `mine(1)` makes it so. */
  rebase(percent: bigint): Promise<void>;
};

/** An adapter whose node is not one to rely on, and how its refusal says so. */
export type UntrustedNode = { chain: Chain; reason: string; close(): Promise<void> };

/** The adapter with two nodes, of which the second may lie; and the same nodes in the other order. */
export type TwoNodes = {
  honestFirst: Chain;
  lyingFirst: Chain;
  /** Has the liar name other blocks from this height on, or with null none. */
  lieFrom(height: number | null): Promise<void>;
  close(): Promise<void>;
};

/** How a harness sets the traps that deposits may lead into. Each hook says what `mine(1)` still has to do. */
export interface Traps {
  /**
   * Pays all of these in one transaction from outside, unconfirmed. Absent where the suite signs such a transaction itself: on chains
   * with outputs whose adapter builds.
   */
  payMany?: Trap<(payments: readonly OutsidePayment[]) => Paid>;
  /** Whether what one transaction brings to an address is one coin, in however many payments. */
  joinsPayments?: boolean;
  /** Pays so little that nodes do not relay it, in a block of its own. Absent where `fund` pays one unit. */
  payTiny?: (payment: OutsidePayment) => Paid;
  /** A transfer of nothing, which is unconfirmed or in a block of its own. */
  payNothing: Trap<(to: Pick<OutsidePayment, "address" | "asset">) => Paid>;
  /** A payment of a token that is not ours and looks as if it were, or that comes with coins; unconfirmed. */
  payFakeToken: Trap<(payment: { address: string; units: bigint }) => Paid>;
  /** Deploys a token that does otherwise than others. */
  openOddToken: Trap<() => Promise<OddToken>>;
  /** Pays in a transaction that fails afterwards, when it is mined; unconfirmed. */
  payAndFail: Trap<(payment: OutsidePayment) => Paid>;
  /** Has a contract pay native coins that no transaction names; unconfirmed. */
  payFromContract: Trap<(payment: { address: string; units: bigint }) => Paid>;
  /** Mines a block of just these transactions, parents first; the others keep waiting. */
  mineOnly: Trap<(txIds: readonly string[]) => Promise<void>>;
  /** What a miner earns. */
  reward: Trap<{
    /** Mines a block whose new coins go to an address, as an earlier deposit did. */
    mineTo(to: { address: string; deposit: Transfer }): Promise<void>;
    /** How many blocks above it the coins have to lie before they can be spent in the next one. */
    lockedBlocks: number;
    /** Whether they count from then on. */
    isCounted: boolean;
  }>;
  /** Takes the node's last blocks away and puts none in their place. */
  goBack: Trap<(blocks: number) => Promise<void>>;
  /** Whether the adapter is unavailable until its node has more blocks than it had: its wallet program goes back only then. */
  isAwayWhileBack?: boolean;
  /** An adapter of the main network whose node is of another one, all else being right. */
  openOtherNetwork: Trap<() => Promise<UntrustedNode>>;
  /** The same whose node is older than the oldest that is trusted. */
  openTooOld: Trap<() => Promise<UntrustedNode>>;
  /** The same whose node has another block than the pinned one. */
  openOffCheckpoint: Trap<() => Promise<UntrustedNode>>;
  openTwoNodes: Trap<() => Promise<TwoNodes>>;
}
