import { unreachable } from "../../core/assert";
import { amountText } from "../../core/asset-amount";
import type { Order } from "../../orders/machine/order";

/** The USDC token on Solana, by its mint address. */
const USDC_MINT = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";

/** A payment URI for assets whose wallets read one; null for the others, whose bare address is shown. */
export function paymentUri(order: Order): string | null {
  const { sendAsset, sendUnits, depositAddress } = order.terms;
  const amount = amountText(sendAsset, sendUnits);
  switch (sendAsset) {
    case "BTC":
      return `bitcoin:${depositAddress}?amount=${amount}`;
    case "LTC":
      return `litecoin:${depositAddress}?amount=${amount}`;
    case "BCH":
      // A cash address has its scheme, which is its network's prefix.
      return `${depositAddress}?amount=${amount}`;
    case "DASH":
      return `dash:${depositAddress}?amount=${amount}`;
    case "XMR":
      return `monero:${depositAddress}?tx_amount=${amount}`;
    case "SOL":
      return `solana:${depositAddress}?amount=${amount}`;
    case "USDC-SOL":
      return `solana:${depositAddress}?amount=${amount}&spl-token=${USDC_MINT}`;
    case "ETH":
    case "BNB":
    case "POL":
    case "TRX":
    case "USDT-TRC20":
    case "USDT-ERC20":
    case "USDT-BEP20":
    case "USDT-POLYGON":
    case "USDC-ERC20":
    case "USDC-BEP20":
    case "USDC-POLYGON":
    case "ZEC":
    case "ADA":
      return null;
    default:
      return unreachable(sendAsset);
  }
}
