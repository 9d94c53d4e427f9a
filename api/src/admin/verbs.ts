import type { ChainId } from "../core/assets";
import type { Problem } from "../core/errors";
import type { Result } from "../core/result";
import type { ChainResumedWire, InvariantWire, TrialBalanceWire, WalletWire } from "./schema";

/** Reads of the books for administrators. */
export type LedgerVerbs = {
  invariants(): Promise<InvariantWire[]>;
  trialBalance(): Promise<TrialBalanceWire[]>;
  wallets(): Promise<WalletWire[]>;
};

/** What an administrator can do with a chain. */
export type ChainVerbs = {
  resume(
    chain: ChainId,
    context: { reason: string; adminId: string },
  ): Promise<Result<ChainResumedWire, Problem>>;
};
