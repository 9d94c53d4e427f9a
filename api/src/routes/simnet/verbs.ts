import type { Problem } from "../../core/errors";
import type { Result } from "../../core/result";
import type {
  SimnetBalanceWire,
  SimnetDropBody,
  SimnetHeightWire,
  SimnetMineBody,
  SimnetPayBody,
  SimnetReorgBody,
  SimnetTransactionWire,
} from "./schema";

/** The simulated networks' faucet and clockwork, for every transport alike. */
export type SimnetVerbs = {
  pay(input: SimnetPayBody): Promise<Result<SimnetTransactionWire, Problem>>;
  mine(input: SimnetMineBody): Promise<Result<SimnetHeightWire, Problem>>;
  reorg(input: SimnetReorgBody): Promise<Result<SimnetHeightWire, Problem>>;
  drop(input: SimnetDropBody): Promise<Result<SimnetTransactionWire, Problem>>;
  balance(input: { currency: string; address: string }): Promise<Result<SimnetBalanceWire, Problem>>;
};
