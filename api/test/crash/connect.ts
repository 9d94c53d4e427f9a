import { connectChains as connect } from "../../src/chains/connect";
import { crashPoint } from "./points";

export type { ConnectedChains } from "../../src/chains/connect";

/** The real chains; a point stands before and after each broadcast. */
export async function connectChains(...parameters: Parameters<typeof connect>): ReturnType<typeof connect> {
  const connected = await connect(...parameters);
  const chains = [...connected.chains].map(([id, chain]) => {
    const broadcast = async (raw: string): ReturnType<typeof chain.broadcast> => {
      crashPoint(`before broadcast on ${id}`);
      const outcome = await chain.broadcast(raw);
      crashPoint(`after broadcast on ${id}`);
      return outcome;
    };
    return [id, { ...chain, broadcast }] as const;
  });
  return { ...connected, chains: new Map(chains) };
}
