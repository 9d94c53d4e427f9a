import { AssertionError } from "../../core/assert";
import { ChainUnavailable } from "../chain";
import type { SimnetChainId } from "./params";

/** Runs a question to simnet; what its database throws becomes ChainUnavailable, bugs stay what they are. */
export async function askNode<Value>(chain: SimnetChainId, ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask();
  } catch (error) {
    if (isOurs(error)) throw error;
    throw new ChainUnavailable(chain, "its database did not answer", { cause: error });
  }
}

const isOurs = (error: unknown): boolean =>
  error instanceof AssertionError || error instanceof ChainUnavailable || error instanceof RangeError;
