import { ChainUnavailable } from "../chain";
import type { LearnOutputs } from "../signer";
import type { ViewWallet } from "./view-wallet";

export type KeyImageSync = {
  /** Takes note that coins may have come in. */
  noteReceived(isReceived: boolean): void;
  /** True where outputs are spent whose key images it brought: the wallet never called these unspent, if they are new. */
  sync(wallet: ViewWallet): Promise<boolean>;
  /** The same where nothing came in: the signer's wallet may have started from nothing since, and would refuse all payments. */
  syncToSign(wallet: ViewWallet): Promise<boolean>;
  /** Has the next one bring all of them: the view-only wallet reads the chain again, and forgets them. */
  forget(): void;
};

/**
 * Brings the key images of new outputs from the signer to the view-only wallet, which would count coins that are spent without
 * them. It also brings the outputs to the signer's wallet, all of them where that is a new one: it keeps none on disk.
 */
export function createKeyImageSync(learnOutputs: LearnOutputs): KeyImageSync {
  let isBehind = true;
  let signerWallet: string | undefined;
  const syncOnce = async (wallet: ViewWallet): Promise<boolean> => {
    const asked = { chain: "monero", addresses: wallet.watched() } as const;
    const isAll = signerWallet === undefined || (await learnOutputs(asked)).wallet !== signerWallet;
    if (!isAll && !isBehind) return false;
    // Until it has worked: a reorg that takes outputs leaves the signer's wallet with others than this one has.
    signerWallet = undefined;
    const outputs = await wallet.exportOutputs(isAll);
    const learned = await learnOutputs({ ...asked, outputs, isAll });
    const isAnySpent = learned.images.length > 0 && (await wallet.importKeyImages(learned));
    signerWallet = learned.wallet;
    isBehind = false;
    return isAnySpent;
  };
  const syncToSign = async (wallet: ViewWallet): Promise<boolean> => {
    const isFirst = signerWallet === undefined;
    return syncOnce(wallet).catch((error: unknown) => {
      if (isFirst || !(error instanceof ChainUnavailable)) throw error;
      return syncOnce(wallet);
    });
  };
  return {
    noteReceived(isReceived) {
      isBehind ||= isReceived;
    },
    forget() {
      isBehind = true;
      signerWallet = undefined;
    },
    sync: async (wallet) => isBehind && (await syncToSign(wallet)),
    syncToSign,
  };
}
