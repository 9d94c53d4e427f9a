import { ChainUnavailable } from "../chains/chain";
import { wayOf } from "../chains/tor";
import { type AssetCode, assetOf } from "../core/assets";
import { hotAddress, type PayoutParts } from "./parts";

/** A payment to a recipient; `stream` names its calls where they go through Tor. */
type PayeePayment = { asset: AssetCode; to: string; overTor: boolean; stream: string };

/**
 * What the node says that a payment to this recipient costs, in native units; null where it does not answer, and on
 * UTXO chains, where recipients cost the same.
 */
export type PayeeFee = (payment: PayeePayment) => Promise<bigint | null>;

/** Returns a reader of what payments to recipients cost. */
export const createPayeeFee =
  (parts: Pick<PayoutParts, "chains" | "overTor" | "hotAddresses">): PayeeFee =>
  async ({ asset, to, ...traveller }) => {
    const direct = parts.chains.get(assetOf(asset).chain);
    if (direct === undefined || direct.model === "utxo") return null;
    const from = hotAddress(parts, direct.id);
    try {
      const chain = wayOf(direct, parts.overTor, traveller);
      return (await chain.feeQuote({ model: "account", asset, from, to })).feeUnits;
    } catch (error) {
      if (error instanceof ChainUnavailable) return null;
      throw error;
    }
  };
