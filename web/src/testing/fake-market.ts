import type { Calculation, Currency } from "@sotto/openapi";

/** What a fake API lists: currencies, a calculation and the fee schedule. */
const ROWS = [
  ["BTC", "BTC", "Bitcoin", "Bitcoin", "0.001", "4.1"],
  ["ETH", "ETH", "Ethereum", "Ethereum", "0.01", "80"],
  ["USDT-TRC20", "USDT", "Tether USD", "TRON (TRC20)", "10", "250000"],
  ["USDT-ERC20", "USDT", "Tether USD", "Ethereum (ERC20)", "10", "250000"],
  ["USDC-SOL", "USDC", "USD Coin", "Solana (SPL)", "10", "250000"],
  ["LTC", "LTC", "Litecoin", "Litecoin", "0.1", "2600"],
  ["BCH", "BCH", "Bitcoin Cash", "Bitcoin Cash", "0.03", "700"],
  ["XMR", "XMR", "Monero", "Monero", "0.06", "1500"],
  ["TRX", "TRX", "TRON", "TRON", "40", "900000"],
  ["BNB", "BNB", "BNB", "BNB Smart Chain", "0.02", "400"],
  ["SOL", "SOL", "Solana", "Solana", "0.07", "1700"],
  ["POL", "POL", "Polygon", "Polygon", "20", "500000"],
  ["DASH", "DASH", "Dash", "Dash", "0.4", "9000"],
  ["ZEC", "ZEC", "Zcash", "Zcash", "0.3", "7000"],
  ["ADA", "ADA", "Cardano", "Cardano", "15", "300000"],
] as const;

export const currencies: Currency[] = ROWS.map(([id, symbol, name, network, minAmount, maxAmount]) => ({
  id,
  symbol,
  name,
  network,
  networkDisplayName: network,
  decimals: 8,
  minAmount,
  maxAmount,
  isActive: !["DASH", "ZEC", "ADA"].includes(id),
  confirmations: 2,
  icon: symbol.toLowerCase(),
  color: "#000000",
  description: name,
  depositAddressTypes: id === "BTC" ? ["taproot", "native-segwit", "p2sh", "legacy"] : [],
  memoRequired: false,
}));

/** (0.1 - 0.00045) x 60000 = 5973, less the network fee of 0.8. */
export const CALCULATION: Calculation = {
  sendAmount: "0.1",
  netReceiveAmount: "5972.2",
  exchangeRate: "60000",
  fee: "0.00045",
  feeRate: "0.45",
  networkFee: "0.8",
  minAmount: "0.001",
  maxAmount: "4.1",
  estimatedTime: 1500,
  quoteId: null,
  expiresAt: null,
};

export const FEES = {
  exchange: "0.45",
  fixedRateSurcharge: "0.5",
  homeMixer: "0.25",
  mixer: {
    base: "0.45",
    round: "0.5",
    roundsMax: 10,
    delay: "1",
    delayFreeMinutes: 30,
    delayMinutesMax: 120,
    maximumPrivacy: "2",
    min: "0.95",
    max: "8.45",
  },
  loan: "0.45",
  networkFee: "at-cost",
};
