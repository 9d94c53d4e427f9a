import { openSigner as open } from "../../src/chains/wallet-open";
import { crashPoint } from "./points";

/** The real signer; a point stands before and after each signature. */
export async function openSigner(...parameters: Parameters<typeof open>): ReturnType<typeof open> {
  const signer = await open(...parameters);
  return {
    ...signer,
    async sign(request) {
      crashPoint(`before signing a ${request.purpose.kind}`);
      const signed = await signer.sign(request);
      crashPoint(`after signing a ${request.purpose.kind}`);
      return signed;
    },
  };
}
