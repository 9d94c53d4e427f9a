import { z } from "zod";
import { urlList } from "../url-list";

/** One node or two, and the wallet program that has the view-only wallet. */
export type MoneroUrls = { rpcUrls: readonly string[]; walletUrl: string };

/** Where Monero's programs are, as far as a process is told. */
export type MoneroSettings = {
  monero: MoneroUrls | undefined;
  /** The wallet program of the signer, which no other process knows. */
  moneroSignerUrl: string | undefined;
};

const url = z.url({ protocol: /^https?$/ }).optional();

/** The settings that name them. */
export const moneroShape = {
  SOTTO_XMR_RPC_URL: urlList,
  SOTTO_XMR_WALLET_RPC_URL: url,
  SOTTO_SIGNER_XMR_URL: url,
};

type Environment = { [Name in keyof typeof moneroShape]?: z.output<(typeof moneroShape)[Name]> };

/** The URLs of Monero's programs: of the node and the view-only wallet both or none. */
export const moneroSettings = (env: Environment): MoneroSettings => ({
  monero:
    env.SOTTO_XMR_RPC_URL && env.SOTTO_XMR_WALLET_RPC_URL
      ? { rpcUrls: env.SOTTO_XMR_RPC_URL, walletUrl: env.SOTTO_XMR_WALLET_RPC_URL }
      : undefined,
  moneroSignerUrl: env.SOTTO_SIGNER_XMR_URL,
});

/** The chain's name where all its programs are set. */
export const moneroNames = (env: Environment): readonly string[] => {
  const { monero, moneroSignerUrl } = moneroSettings(env);
  return monero !== undefined && moneroSignerUrl !== undefined ? ["monero"] : [];
};
