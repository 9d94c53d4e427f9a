import type { Problem } from "../../core/errors";
import type { Result } from "../../core/result";
import type {
  CalculateBody,
  CalculationWire,
  CurrencyWire,
  FeesWire,
  HistoryRange,
  PairRateWire,
  RateHistoryWire,
  RateWire,
  ReserveWire,
} from "./schema";

/** Prices and figures, for every transport alike; the reads are from memory. */
export type QuoteVerbs = {
  /** Another text whenever one of the four lists below reads differently; it carries their ETags. */
  version(): string;
  currencies(): CurrencyWire[];
  rates(): RateWire[];
  fees(): FeesWire;
  reserves(): ReserveWire[];
  rate(from: string, to: string): Result<PairRateWire, Problem>;
  calculate(input: CalculateBody): Promise<Result<CalculationWire, Problem>>;
};

/** Past rates; read from the database. */
export type RateHistoryVerbs = {
  history(input: {
    from: string;
    to: string;
    range: HistoryRange;
  }): Promise<Result<RateHistoryWire, Problem>>;
};
