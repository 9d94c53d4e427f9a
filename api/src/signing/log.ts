import type { SigningLog } from "../chains/local-signer";
import { SignerRefusal } from "../chains/signer";
import type { LegRecord } from "../chains/signing-rules";
import type { Clock, TimeMs } from "../core/ports";
import type { Database } from "../db/client";
import { DAY_MS, exceededCap, hasCaps, type SpendingCaps, type Spent } from "./caps";
import type { DetailKeys, PaymentDetails } from "./detail-keys";
import type { CopyLog } from "./log-copy";
import type { LogKeys } from "./log-keys";
import { insertSigned, type KeptRow, readRestored, readSigned, releasedAmong } from "./log-store";

export type LogParts = {
  database: Database;
  clock: Clock;
  keys: LogKeys;
  /** What is sealed by these, deletion makes unreadable. */
  details: Pick<DetailKeys, "seal">;
  caps: SpendingCaps;
  /** Copies what was written to the signer's files. */
  copy: CopyLog;
};

/** The fact that a leg's settlement is known by in the log. */
export const settlementFact = (legId: string): string => `settlement:${legId}`;

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
        await requireNotLost(parts, signed);
        const counted = (await spending?.require(signed)) ?? new Map();
        await parts.copy(await write(parts, signed, counted));
      }),
  };
}

type Signed = Parameters<SigningLog["note"]>[0];

const SHORT = 16;

/** What a transaction is in the log: its hash, and those of what it uses up. */
const hashesOf = ({ keys }: LogParts, { chain, txId, spends }: Signed) => ({
  transaction: keys.hashOf(`transaction:${chain}:${txId}`),
  spends: spends.map((fact) => keys.hashOf(fact).slice(0, SHORT)),
});

/** Writes the settlements of a transaction, each with what of it counts towards the caps. Returns the new rows' ids. */
async function write(
  parts: LogParts,
  signed: Signed,
  counted: ReadonlyMap<string, bigint>,
): Promise<bigint[]> {
  const { database, clock, keys } = parts;
  const at = clock.now();
  const rows = signed.legs.map(async (leg) => {
    const settlement = keys.hashOf(settlementFact(leg.id));
    return {
      ...{ legId: leg.id, settlement, owner: keys.hashOf(leg.owner) },
      sealed: keys.seal({ at, valueUsdt: counted.get(settlement) ?? 0n }),
      details: await parts.details.seal(settlement, detailsOf(leg, { transaction: signed.txId, at })),
    };
  });
  return insertSigned(database, { ...hashesOf(parts, signed), at, rows: await Promise.all(rows) });
}

const detailsOf = (
  { id: leg, owner, chain, asset, units, destination }: LegRecord,
  { transaction, at }: { transaction: string; at: TimeMs },
): PaymentDetails => ({
  ...{ owner, leg, chain, asset, destination, transaction },
  units: units.toString(),
  signedAt: new Date(at).toISOString(),
});

type Payment = { settlement: string; leg: LegRecord };
type Spending = { require(signed: Signed): Promise<ReadonlyMap<string, bigint>> };

/** What was spent lately, as the log says. */
function createSpending(parts: LogParts): Spending {
  const { database, clock, keys, caps } = parts;
  let read = 0n;
  let spent: Spent[] = [];
  return {
    /** Returns what of each settlement is new. Throws SignerRefusal where an approver has to release one, and has not. */
    async require(signed) {
      const now = clock.now();
      const since = now - DAY_MS;
      const payments = signed.legs.map((leg) => ({ leg, settlement: keys.hashOf(settlementFact(leg.id)) }));
      const settlements = payments.map(({ settlement }) => settlement);
      const rows = await readSigned(database, { above: read, since, settlements });
      for (const { id, sealed } of rows)
        if (id > read) {
          spent.push(keys.unseal(sealed));
          read = id;
        }
      spent = spent.filter(({ at }) => at > since);
      const stray = strayOf(parts, signed, { payments, rows });
      // A higher fee, or the same once more, pays no one more.
      const isNew = payments.filter(({ settlement }) => !rows.some((row) => row.settlement === settlement));
      const overCap = capRefusal(isNew, now);
      if (overCap === null && stray.length === 0) return valuesOf(isNew);
      const released = await releasedAmong(database, settlements);
      if (stray.some(({ settlement, id }) => id > (released.get(settlement) ?? 0n)))
        throw new SignerRefusal("it was signed before, and that was never recorded", "release");
      const rest = isNew.filter(({ settlement }) => !released.has(settlement));
      const stays = capRefusal(rest, now);
      if (stays !== null) throw new SignerRefusal(stays, "release");
      // What an approver has looked at leaves the caps to the others.
      return valuesOf(rest);
    },
  };

  function capRefusal(payments: readonly Payment[], at: number): string | null {
    if (payments.length === 0) return null;
    if (payments.some(({ leg }) => leg.valueUsdt === null)) return "what it pays has no price";
    const valueUsdt = [...valuesOf(payments).values()].reduce((sum, value) => sum + value, 0n);
    const cap = exceededCap(caps, spent, { at, valueUsdt });
    return cap === null ? null : `above the signer's cap for ${WORDS[cap]}`;
  }
}

/**
 * Throws SignerRefusal where a leg's order or loan was paid by what the database had lost, and this transaction could land
 * beside that: a backup was restored, and an approver has to look at the chain first.
 */
async function requireNotLost(parts: LogParts, signed: Signed): Promise<void> {
  const { database, keys } = parts;
  const lost = await readRestored(
    database,
    signed.legs.map(({ owner }) => keys.hashOf(owner)),
  );
  if (lost.length === 0) return;
  const payments = signed.legs.map((leg) => ({ leg, settlement: keys.hashOf(settlementFact(leg.id)) }));
  const released = await releasedAmong(
    database,
    payments.map(({ settlement }) => settlement),
  );
  const isBeside = besideOf(parts, signed);
  for (const { leg, settlement } of payments) {
    const owner = keys.hashOf(leg.owner);
    const since = released.get(settlement) ?? 0n;
    if (lost.some((row) => row.owner === owner && row.id > since && isBeside(leg, row)))
      throw new SignerRefusal("it was paid before a backup of the database was restored", "release");
  }
}

/** What was signed for these settlements, and could land beside this transaction. */
const strayOf = (
  parts: LogParts,
  signed: Signed,
  { payments, rows }: { payments: readonly Payment[]; rows: readonly KeptRow[] },
): KeptRow[] => {
  const isBeside = besideOf(parts, signed);
  return payments.flatMap(({ settlement, leg }) =>
    rows.filter((row) => row.settlement === settlement && isBeside(leg, row)),
  );
};

/** Whether a signature is not recorded, and could land beside this transaction. What is recorded was compared before. */
function besideOf(parts: LogParts, signed: Signed): (leg: LegRecord, row: KeptRow) => boolean {
  const { spends } = hashesOf(parts, signed);
  return (leg, row) =>
    !leg.recorded.some((txId) => parts.keys.hashOf(`transaction:${leg.chain}:${txId}`) === row.transaction) &&
    !row.spends.some((one) => spends.includes(one));
}

const valuesOf = (payments: readonly Payment[]): Map<string, bigint> =>
  new Map(payments.map(({ settlement, leg }) => [settlement, leg.valueUsdt ?? 0n]));
