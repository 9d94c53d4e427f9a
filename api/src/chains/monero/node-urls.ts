/** One node or two, and the wallet program that has the view-only wallet. */
export type MoneroUrls = { rpcUrls: readonly string[]; walletUrl: string };

type Settings = {
  SOTTO_XMR_RPC_URL?: readonly string[] | undefined;
  SOTTO_XMR_WALLET_RPC_URL?: string | undefined;
};

/** The URLs of Monero's programs; undefined unless both are set. */
export const moneroUrls = (env: Settings): MoneroUrls | undefined =>
  env.SOTTO_XMR_RPC_URL && env.SOTTO_XMR_WALLET_RPC_URL
    ? { rpcUrls: env.SOTTO_XMR_RPC_URL, walletUrl: env.SOTTO_XMR_WALLET_RPC_URL }
    : undefined;
