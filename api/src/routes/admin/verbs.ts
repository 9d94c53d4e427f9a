import type { Administrator } from "../../admin/sessions";
import type { AssetCode, ChainId } from "../../core/assets";
import type { Problem, ProblemCode } from "../../core/errors";
import type { Result } from "../../core/result";
import type {
  AuditCheckWire,
  AuditEntryWire,
  ChainResumedWire,
  EnrolmentWire,
  InvariantWire,
  OverviewWire,
  SwitchWire,
  TrialBalanceWire,
  WalletWire,
} from "./schema";

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
    context: { reason: string; admin: string },
  ): Promise<Result<ChainResumedWire, Problem>>;
};

/** Beginning to use one-time codes. */
export type EnrolmentVerbs = {
  /** Errors: `auth/failed`, `totp/enrolled`. */
  enrol(admin: Administrator, password: string): Promise<Result<EnrolmentWire, Problem>>;
  /** Ends the account's other sessions than `token`'s. Errors: `totp/enrolled`, `totp/not-enrolling`, `totp/code`. */
  confirm(
    admin: Administrator,
    code: string,
    token: string,
  ): Promise<Result<{ recoveryCodes: string[] }, Problem>>;
};

/** The record of what administrators did and tried. */
export type AuditVerbs = {
  list(cursor: string | undefined): Promise<{ items: AuditEntryWire[]; nextCursor: string | null }>;
  verify(): Promise<AuditCheckWire>;
  /** Records that somebody tried what the role does not allow, or what cannot be done. */
  refused(admin: Administrator, operationId: string, code: ProblemCode): Promise<void>;
};

/** Pausing and resuming. */
export type SwitchVerbs = {
  turn(turn: {
    name: "payouts" | "signer" | `asset:${AssetCode}`;
    paused: boolean;
    reason: string;
    admin: string;
  }): Promise<SwitchWire>;
};

/** How the service is, at one glance. */
export type OverviewVerbs = { read(): Promise<OverviewWire> };
