import type { SigningLog } from "../chains/local-signer";
import { SignerRefusal } from "../chains/signer";
import type { LegRecord } from "../chains/signing-rules";
import { isoOf } from "../core/instant";
import type { Clock, TimeMs } from "../core/ports";
import type { Database } from "../db/client";
import { DAY_MS, exceededCap, hasCaps, type SpendingCaps, type Spent } from "./caps";
import type { DetailKeys, PaymentDetails } from "./detail-keys";
import type { CopyLog } from "./log-copy";
import type { LogKeys } from "./log-keys";
import { insertSigned, type KeptRow, readSignedAbove, readSignedOf, releasedAmong } from "./log-store";
import { requireLooked } from "./looked";
import { hashesOf, type Payment, paymentsOf, type Signed, settlementsOf } from "./payment";

export type LogParts = {
  database: Database;
  clock: Clock;
  keys: LogKeys;
  /** What is sealed by these, deletion makes unreadable. */
  details: Pick<DetailKeys, "seal">;
  caps: SpendingCaps;
  /** Copies what was written to the signer's files. */
  copy: CopyLog;
  /** A payment waits for an approver's release now. */
  onAwaited?(): void;
};

const WORDS: Readonly<Record<keyof SpendingCaps, string>> = {
  transaction: "one transaction",
  hour: "an hour",
  day: "a day",
};

/**
 * The signer's own log: what it signed for others, in the database and in files of its own before anybody else has the
 * signature. Its caps count what the log says, and nothing that another process can write. One signer counts at a time.
 * Nothing is signed beside an earlier signature of the same order that the database had lost and, where there are caps, beside
 * one of the same settlement that was handed out and never recorded.
 */
export function createSigningLog(parts: LogParts): SigningLog {
  const spending = hasCaps(parts.caps) ? createSpending(parts) : null;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Answer>(act: () => Promise<Answer>): Promise<Answer> => {
    const turn = last.then(act, act);
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    note: (signed) =>
      inTurn(async () => {
        const payments = paymentsOf(parts, signed);
        const rows = spending === null ? [] : await readSignedOf(parts.database, settlementsOf(payments));
        try {
          await requireLooked(parts, signed, { payments, rows });
          const counted = (await spending?.require({ payments, rows })) ?? new Map();
          await parts.copy(await write(parts, signed, { payments, counted }));
        } catch (error) {
          if (error instanceof SignerRefusal && error.kind === "release") parts.onAwaited?.();
          throw error;
        }
      }),
  };
}

/** Writes the settlements of a transaction, each with what of it counts towards the caps. Returns the new rows' ids. */
async function write(
  parts: LogParts,
  signed: Signed,
  { payments, counted }: { payments: readonly Payment[]; counted: ReadonlyMap<string, bigint> },
): Promise<bigint[]> {
  const { database, clock, keys, details } = parts;
  const at = clock.now();
  const rows = payments.map(async ({ leg, settlement, owner }) => ({
    ...{ legId: leg.id, settlement, owner },
    sealed: keys.seal({ at, valueUsdt: counted.get(settlement) ?? 0n, isRefund: leg.isRefund }),
    details: await details.seal(settlement, detailsOf(leg, { transaction: signed.txId, at })),
  }));
  return insertSigned(database, { ...hashesOf(keys, signed), at, rows: await Promise.all(rows) });
}

const detailsOf = (
  { id: leg, owner, chain, asset, units, destination }: LegRecord,
  { transaction, at }: { transaction: string; at: TimeMs },
): PaymentDetails => ({
  ...{ owner, leg, chain, asset, destination, transaction },
  units: units.toString(),
  signedAt: isoOf(at),
});

type Spending = {
  require(asked: {
    payments: readonly Payment[];
    /** What was signed for them before. */
    rows: readonly KeptRow[];
  }): Promise<ReadonlyMap<string, bigint>>;
};

/** What was spent lately, as the log says. */
function createSpending(parts: LogParts): Spending {
  const { database, clock, keys, caps } = parts;
  let read = 0n;
  let spent: Spent[] = [];
  return {
    /** Returns what of each settlement is new. Throws SignerRefusal where an approver has to release one, and has not. */
    async require({ payments, rows }) {
      const now = clock.now();
      const since = now - DAY_MS;
      for (const { id, sealed } of await readSignedAbove(database, { above: read, since })) {
        spent.push(keys.unseal(sealed));
        read = id;
      }
      spent = spent.filter(({ at }) => at > since);
      // A higher fee, or the same once more, pays no one more.
      const isNew = payments.filter(({ settlement }) => !rows.some((row) => row.settlement === settlement));
      if (capRefusal(isNew, now) === null) return valuesOf(isNew);
      const released = await releasedAmong(database, settlementsOf(isNew));
      const rest = isNew.filter(({ settlement }) => !released.has(settlement));
      const stays = capRefusal(rest, now);
      if (stays !== null) throw new SignerRefusal(stays, "release");
      // What an approver has looked at leaves the caps to the others.
      return valuesOf(rest);
    },
  };

  function capRefusal(payments: readonly Payment[], at: number): string | null {
    if (payments.some(({ leg }) => leg.valueUsdt === null)) return "what it pays has no price";
    for (const isRefund of [false, true]) {
      const ofKind = payments.filter(({ leg }) => leg.isRefund === isRefund);
      const valueUsdt = [...valuesOf(ofKind).values()].reduce((sum, value) => sum + value, 0n);
      const cap = ofKind.length === 0 ? null : exceededCap(caps, spent, { at, valueUsdt, isRefund });
      if (cap !== null) return `above the signer's cap for ${WORDS[cap]}`;
    }
    return null;
  }
}

const valuesOf = (payments: readonly Payment[]): Map<string, bigint> =>
  new Map(payments.map(({ settlement, leg }) => [settlement, leg.valueUsdt ?? 0n]));
