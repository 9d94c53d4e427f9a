import type { LineKey } from "./lines";

/** One line's figures. */
export type Measured = {
  key: LineKey;
  /** In the line's unit. */
  ours: number;
  bare?: number;
  /** Our speed by the bare speed: a higher one is better. */
  ratio?: number;
  /** Processor time of all processes with PostgreSQL for one unit of work; undefined where there is no /proc. */
  cpuMs?: number | undefined;
};

/** What one turn of a load has done. */
export type Work = { units: number; perSecond: number };

/** Runs both sides in turn, so that whatever else the machine does meets both. */
export async function inTurn(of: {
  key: LineKey;
  rounds: number;
  /** Whether a first round only warms both sides. */
  warmsUp: boolean;
  /** Our processor time so far; undefined where it cannot be read. */
  cpuMs(): number | undefined;
  ours(): Promise<Work>;
  bare(): Promise<Work>;
}): Promise<Measured> {
  const turns: { ours: number; bare: number; cpuMs: number; units: number }[] = [];
  for (let round = of.warmsUp ? 0 : 1; round <= of.rounds; round++) {
    const bare = await of.bare();
    const beforeMs = of.cpuMs();
    const ours = await of.ours();
    const cpuMs = (of.cpuMs() ?? Number.NaN) - (beforeMs ?? Number.NaN);
    if (round > 0) turns.push({ ours: ours.perSecond, bare: bare.perSecond, cpuMs, units: ours.units });
  }
  const cpuMs = sum(turns.map((turn) => turn.cpuMs)) / sum(turns.map(({ units }) => units));
  return {
    key: of.key,
    ours: median(turns.map(({ ours }) => ours)),
    bare: median(turns.map(({ bare }) => bare)),
    ratio: median(turns.map(({ ours, bare }) => ours / bare)),
    cpuMs: Number.isNaN(cpuMs) ? undefined : cpuMs,
  };
}

export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export const sum = (figures: readonly number[]): number =>
  figures.reduce((total, figure) => total + figure, 0);
