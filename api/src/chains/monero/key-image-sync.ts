import type { LearnOutputs } from "../signer";
import type { ViewWallet } from "./view-wallet";

/**
 * Brings the key images of new outputs from the signer to the view-only wallet, which would count coins that are spent without
 * them. It also brings the outputs to the signer's wallet, all of them where that is a new one: it keeps none on disk.
 */
export function createKeyImageSync(learnOutputs: LearnOutputs): {
  /** Takes note that coins may have come in. */
  noteReceived(isReceived: boolean): void;
  sync(wallet: ViewWallet): Promise<void>;
} {
  let isBehind = true;
  let signerWallet: string | undefined;
  return {
    noteReceived(isReceived) {
      isBehind ||= isReceived;
    },
    async sync(wallet) {
      if (!isBehind) return;
      const asked = { chain: "monero", addresses: wallet.watched() } as const;
      const isKnown = (await learnOutputs(asked)).wallet === signerWallet;
      const outputs = await wallet.exportOutputs(!isKnown);
      const learned = await learnOutputs({ ...asked, outputs });
      if (learned.images.length > 0) await wallet.importKeyImages(learned);
      signerWallet = learned.wallet;
      isBehind = false;
    },
  };
}
