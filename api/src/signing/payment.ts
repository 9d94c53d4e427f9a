import type { SigningLog } from "../chains/local-signer";
import type { LegRecord } from "../chains/signing-rules";
import type { LogKeys } from "./log-keys";

/** A transaction that is about to be handed out. */
export type Signed = Parameters<SigningLog["note"]>[0];

/** A leg that it pays, with the keyed hashes by which the log knows its settlement, and its order or loan. */
export type Payment = { leg: LegRecord; settlement: string; owner: string };

/** The fact that a leg's settlement is known by in the log. */
export const settlementFact = (legId: string): string => `settlement:${legId}`;

export const paymentsOf = ({ keys }: { keys: LogKeys }, { legs }: Signed): Payment[] =>
  legs.map((leg) => ({
    leg,
    settlement: keys.hashOf(settlementFact(leg.id)),
    owner: keys.hashOf(leg.owner),
  }));

export const settlementsOf = (payments: readonly Payment[]): string[] =>
  payments.map(({ settlement }) => settlement);

const SHORT = 16;

/** How the log knows a transaction. */
export const transactionHash = (keys: LogKeys, { chain, txId }: Pick<Signed, "chain" | "txId">): string =>
  keys.hashOf(`transaction:${chain}:${txId}`);

/** What a transaction is in the log: its hash, and those of what it uses up. */
export const hashesOf = (keys: LogKeys, signed: Signed) => ({
  transaction: transactionHash(keys, signed),
  spends: signed.spends.map((fact) => keys.hashOf(fact).slice(0, SHORT)),
});
