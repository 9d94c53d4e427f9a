import type { PricePoint } from "./market";
import type { World } from "./world";

/** A moment at which the engine did something, and every word of the market that it can have had before it then. */
export type Moment = {
  at: number;
  /** A process that had been stopped since then may have done it, with what it knew when it was stopped. */
  asOf: number;
  prices: readonly PricePoint[];
};

/** What is noted of the market and of the processes from look to look. */
export type MomentNotes = {
  /** Words of the market that were noted. */
  read: number;
  /** Those of which one is the last that was stored. */
  possible: readonly PricePoint[];
  /** Since when a process, by its number, is stopped. */
  asleep: Map<number, number>;
  /** Lives that were dead or stopped at the last look. */
  troubled: Set<unknown>;
};

/** The notes of a world in which only this was said. */
export const noMoments = (said: readonly PricePoint[]): MomentNotes => ({
  read: said.length,
  possible: said,
  asleep: new Map(),
  troubled: new Set(),
});

/** Prices hold a minute. */
const PRICE_AGE_MS_MAX = 60_000;

/** Notes what happened since the last look; returns the moment of whatever changed meanwhile. */
export function noteMoment(world: World): Moment {
  const { moments, market, clock, processes } = world;
  const said = market.history.slice(moments.read);
  moments.read = market.history.length;
  const woken = [...moments.asleep].filter(([index]) => !processes[index]?.life.isStopped());
  const asOf = Math.min(clock.ms, ...woken.map(([, since]) => since));
  const troubled = processes.filter(({ life }) => life.isStopped() || life.isDead());
  const isNewTrouble = troubled.some(({ life }) => !moments.troubled.has(life));
  moments.troubled = new Set(troubled.map(({ life }) => life));
  for (const [index] of woken) moments.asleep.delete(index);
  for (const [index, { life }] of processes.entries())
    if (life.isStopped() && !moments.asleep.has(index)) moments.asleep.set(index, clock.ms);
  const isFresh = ({ at }: PricePoint): boolean => at >= asOf - PRICE_AGE_MS_MAX;
  const heard =
    woken.length > 0 ? market.history.filter(isFresh) : [...new Set([...moments.possible, ...said])];
  // A word counts as the last one when the process that asked for it lived to store it.
  const isStored = woken.length === 0 && !isNewTrouble;
  if (isStored) moments.possible = said.length > 0 ? said.slice(-1) : moments.possible;
  else moments.possible = heard;
  return { at: clock.ms, asOf, prices: heard.filter(isFresh) };
}

/** The moment of what the http role does now. */
export function momentNow({ moments, market, clock }: World): Moment {
  const heard = [...moments.possible, ...market.history.slice(moments.read)];
  const prices = heard.filter(({ at }) => at >= clock.ms - PRICE_AGE_MS_MAX);
  return { at: clock.ms, asOf: clock.ms, prices };
}
