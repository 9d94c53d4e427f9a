import type { AssetCode } from "../../src/core/assets";

export const EVM = "0x9858EfFD232B4033E47d90003D41EC34EcaEda94";
export const TRON = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";
export const SOLANA = "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk";
export const CASH = "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";
export const MONERO =
  "42S1jERfKECfVuPkwf73gHTbHpve3U6Auibq4Kuk2BKkWGGVhuj7GDQS8NYGwSjBgh6KWHEhWz8qm5uxboGrzr6R9BN3tin";
export const MONERO_SUB =
  "888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H";
export const CARDANO =
  "addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x";

/** Well-formed addresses of every asset, on the main networks. */
export const VALID: Readonly<Record<AssetCode, readonly string[]>> = {
  BTC: [
    "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
    "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
    "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
  ],
  ETH: [EVM],
  "USDT-TRC20": [TRON],
  "USDT-ERC20": [EVM],
  "USDT-BEP20": [EVM],
  "USDT-POLYGON": [EVM],
  "USDC-ERC20": [EVM],
  "USDC-BEP20": [EVM],
  "USDC-POLYGON": [EVM],
  "USDC-SOL": [SOLANA],
  LTC: ["ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh", "LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1"],
  BCH: [CASH],
  XMR: [
    MONERO,
    MONERO_SUB,
    "4Gd4DLiXzBmbVX2FZZ3Cvu6fUaWACup1qDowprUCje1kSP4FmbftiJMSfV8kWZXNqmVwj4m52xqtgFNUudVmsmGkGvkLcCibWfVUfUFVB7",
  ],
  TRX: [TRON, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"],
  BNB: [EVM],
  SOL: [SOLANA],
  POL: [EVM],
  DASH: ["XpESxaUmonkq8RaLLp46Brx2K39ggQe226", "7gnwGHt17heGpG9Crfeh4KGpYNFugPhJdh"],
  ZEC: ["t1U9yhDa5XEjgfnTgZoKddeSiEN1aoLkQxq", "t3Vz22vK5z2LcKEdg16Yv4FFneEL1zg9ojd"],
  ADA: [
    CARDANO,
    "addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8",
    "Ae2tdPwUPEZFRbyhz3cpfC2CumGzNkFBN2L42rcUc2yjQpEkxDbkPodpMAi",
    "DdzFFzCqrhsw3prhfMFDNFowbzUku3QmrMwarfjUbWXRisodn97R436SHc1rimp4MhPNmbdYb1aTdqtGSJixMVMi5MkArDQJ6Sc1n3Ez",
  ],
};
