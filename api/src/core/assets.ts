import { assert } from "./assert";

export const CHAIN_IDS = [
  "bitcoin",
  "litecoin",
  "bitcoincash",
  "dash",
  "zcash",
  "monero",
  "cardano",
  "ethereum",
  "bsc",
  "polygon",
  "tron",
  "solana",
] as const;
export type ChainId = (typeof CHAIN_IDS)[number];

/** How a chain keeps coins: as outputs that are spent whole, or as the balances of addresses. */
export type ChainModel = "utxo" | "account";

export const CHAIN_MODEL: Readonly<Record<ChainId, ChainModel>> = {
  bitcoin: "utxo",
  litecoin: "utxo",
  bitcoincash: "utxo",
  dash: "utxo",
  zcash: "utxo",
  monero: "utxo",
  cardano: "utxo",
  ethereum: "account",
  bsc: "account",
  polygon: "account",
  tron: "account",
  solana: "account",
};

/** The chains whose addresses look alike, so that one can be paid on the others by mistake; each has keys of its own. */
const SISTERS: readonly ChainId[] = ["ethereum", "bsc", "polygon"];

/** The other chains on which an address of this chain can be paid as well; none where its addresses are its own. */
export const sistersOf = (chain: ChainId): ChainId[] =>
  SISTERS.includes(chain) ? SISTERS.filter((sister) => sister !== chain) : [];

export const ASSET_CODES = [
  "BTC",
  "ETH",
  "USDT-TRC20",
  "USDT-ERC20",
  "USDT-BEP20",
  "USDT-POLYGON",
  "USDC-ERC20",
  "USDC-BEP20",
  "USDC-POLYGON",
  "USDC-SOL",
  "LTC",
  "BCH",
  "XMR",
  "TRX",
  "BNB",
  "SOL",
  "POL",
  "DASH",
  "ZEC",
  "ADA",
] as const;
export type AssetCode = (typeof ASSET_CODES)[number];

export type Asset = {
  code: AssetCode;
  symbol: string;
  name: string;
  chain: ChainId;
  /** Short name of the network, as wallets write it. */
  network: string;
  networkDisplayName: string;
  decimals: number;
  kind: "native" | "token";
  /** The smallest amount a visitor may send, as a decimal string: for BTC, ETH and USDT what the pages say, for others about 10 USDT. */
  minAmount: string;
  /** The smallest output the chain relays, as a decimal string. */
  dustAmount: string;
  color: string;
};

/** The chain's own coin, in which its network fees are paid. */
export const NATIVE_ASSET: Readonly<Record<ChainId, AssetCode>> = {
  bitcoin: "BTC",
  litecoin: "LTC",
  bitcoincash: "BCH",
  dash: "DASH",
  zcash: "ZEC",
  monero: "XMR",
  cardano: "ADA",
  ethereum: "ETH",
  bsc: "BNB",
  polygon: "POL",
  tron: "TRX",
  solana: "SOL",
};

type Row = readonly [
  code: AssetCode,
  symbol: string,
  name: string,
  chain: ChainId,
  network: string,
  networkDisplayName: string,
  decimals: number,
  minAmount: string,
  dustAmount: string,
  color: string,
];

const ROWS: readonly Row[] = [
  ["BTC", "BTC", "Bitcoin", "bitcoin", "BTC", "Bitcoin", 8, "0.001", "0.00000546", "#f7931a"],
  ["ETH", "ETH", "Ethereum", "ethereum", "ETH", "Ethereum", 18, "0.01", "0.000001", "#627eea"],
  ["USDT-TRC20", "USDT", "Tether USD", "tron", "TRC20", "TRON (TRC20)", 6, "10", "0.01", "#26a17b"],
  ["USDT-ERC20", "USDT", "Tether USD", "ethereum", "ERC20", "Ethereum (ERC20)", 6, "10", "0.01", "#26a17b"],
  [
    "USDT-BEP20",
    "USDT",
    "Tether USD",
    "bsc",
    "BEP20",
    "BNB Smart Chain (BEP20)",
    18,
    "10",
    "0.01",
    "#26a17b",
  ],
  ["USDT-POLYGON", "USDT", "Tether USD", "polygon", "POLYGON", "Polygon PoS", 6, "10", "0.01", "#26a17b"],
  ["USDC-ERC20", "USDC", "USD Coin", "ethereum", "ERC20", "Ethereum (ERC20)", 6, "10", "0.01", "#2775ca"],
  ["USDC-BEP20", "USDC", "USD Coin", "bsc", "BEP20", "BNB Smart Chain (BEP20)", 18, "10", "0.01", "#2775ca"],
  ["USDC-POLYGON", "USDC", "USD Coin", "polygon", "POLYGON", "Polygon PoS", 6, "10", "0.01", "#2775ca"],
  ["USDC-SOL", "USDC", "USD Coin", "solana", "SOL", "Solana", 6, "10", "0.01", "#2775ca"],
  ["LTC", "LTC", "Litecoin", "litecoin", "LTC", "Litecoin", 8, "0.1", "0.00005460", "#345d9d"],
  ["BCH", "BCH", "Bitcoin Cash", "bitcoincash", "BCH", "Bitcoin Cash", 8, "0.02", "0.00000546", "#0ac18e"],
  ["XMR", "XMR", "Monero", "monero", "XMR", "Monero", 12, "0.04", "0.0001", "#ff6600"],
  ["TRX", "TRX", "TRON", "tron", "TRX", "TRON", 6, "35", "0.1", "#eb0029"],
  ["BNB", "BNB", "BNB", "bsc", "BSC", "BNB Smart Chain", 18, "0.012", "0.000001", "#f0b90b"],
  ["SOL", "SOL", "Solana", "solana", "SOL", "Solana", 9, "0.06", "0.001", "#9945ff"],
  ["POL", "POL", "Polygon", "polygon", "POLYGON", "Polygon PoS", 18, "40", "0.001", "#8247e5"],
  ["DASH", "DASH", "Dash", "dash", "DASH", "Dash", 8, "0.25", "0.00005460", "#008de4"],
  ["ZEC", "ZEC", "Zcash", "zcash", "ZEC", "Zcash", 8, "0.15", "0.00000546", "#ecb244"],
  ["ADA", "ADA", "Cardano", "cardano", "ADA", "Cardano", 6, "20", "1", "#0033ad"],
];

const REGISTRY: ReadonlyMap<AssetCode, Asset> = new Map(
  ROWS.map(
    ([code, symbol, name, chain, network, networkDisplayName, decimals, minAmount, dustAmount, color]) => [
      code,
      {
        code,
        symbol,
        name,
        chain,
        network,
        networkDisplayName,
        decimals,
        kind: NATIVE_ASSET[chain] === code ? "native" : "token",
        minAmount,
        dustAmount,
        color,
      },
    ],
  ),
);

/** All assets, in the order in which they are listed to visitors. */
export const ASSETS: readonly Asset[] = [...REGISTRY.values()];

export function assetOf(code: AssetCode): Asset {
  const asset = REGISTRY.get(code);
  assert(asset, "asset missing from the registry", { code });
  return asset;
}

export const isAssetCode = (text: string): text is AssetCode => REGISTRY.has(text as AssetCode);

/** Other spellings that clients may send, in upper case; never shown. */
const ALIASES: Readonly<Record<string, AssetCode>> = {
  USDT: "USDT-TRC20",
  USDTTRC: "USDT-TRC20",
  USDTTRC20: "USDT-TRC20",
  USDTERC: "USDT-ERC20",
  USDTERC20: "USDT-ERC20",
  USDTBSC: "USDT-BEP20",
  USDTBEP20: "USDT-BEP20",
  USDTBEP: "USDT-BEP20",
  USDTPOLYGON: "USDT-POLYGON",
  USDTMATIC: "USDT-POLYGON",
  USDTPOL: "USDT-POLYGON",
  USDC: "USDC-ERC20",
  USDCERC: "USDC-ERC20",
  USDCERC20: "USDC-ERC20",
  USDCBSC: "USDC-BEP20",
  USDCBEP20: "USDC-BEP20",
  USDCPOLYGON: "USDC-POLYGON",
  USDCMATIC: "USDC-POLYGON",
  USDCSOL: "USDC-SOL",
  MATIC: "POL",
  XBT: "BTC",
};

/** The canonical asset code behind any accepted spelling, case-insensitively; undefined when there is none. */
export function parseAssetCode(text: string): AssetCode | undefined {
  if (text.length > 20) return undefined;
  const upper = text.toUpperCase();
  if (isAssetCode(upper)) return upper;
  const bare = upper.replace(/[-_ ]/g, "");
  return Object.hasOwn(ALIASES, bare) ? ALIASES[bare] : undefined;
}
