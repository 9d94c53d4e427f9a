import type { ChainId } from "../core/assets";

/** The issuers' own token contracts and mints (their published addresses): coins sent there are lost. */
const TOKEN_CONTRACTS: Readonly<Partial<Record<ChainId, readonly string[]>>> = {
  ethereum: ["0xdAC17F958D2ee523a2206206994597C13D831ec7", "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"],
  bsc: ["0x55d398326f99059fF775485246999027B3197955", "0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d"],
  polygon: ["0xc2132D05D31c914a87C6611C10748AEb04B58e8F", "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359"],
  tron: ["TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"],
  solana: ["EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"],
};

/** Whether a (normalised) address is a token's contract, one of the issuers' or one that is configured here. */
export const isTokenContract = (
  chain: ChainId,
  address: string,
  configured: readonly string[] = [],
): boolean =>
  [...(TOKEN_CONTRACTS[chain] ?? []), ...configured].some(
    (contract) => contract.toLowerCase() === address.toLowerCase(),
  );
