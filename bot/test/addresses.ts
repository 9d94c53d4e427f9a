/** Addresses of nobody, valid on their networks. */
export const ADDRESSES = {
  BTC: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
  "USDT-TRC20": "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
  ETH: "0x742d35Cc6634C0532925a3b844Bc454e4438f44e",
} as const;
