import { z } from "zod";
import { callerOf, startUtxoNode, type UtxoTestNode, wholeCoins } from "./node";

/** A node of Litecoin whose blocks have MWEB, and a customer's wallet whose coins are inside. */
export type MwebNode = UtxoTestNode & {
  /** Brings coins inside, to the customer's wallet, less a fee; unconfirmed. Mines a block before. */
  pegIn(units: bigint): Promise<{ txId: string }>;
  /** Pays an ordinary address with the customer's coins inside: the last transaction of the next block, the HogEx, has the output. */
  pegOut(payment: { address: string; units: bigint }): Promise<void>;
};

/** What a node that is not told otherwise goes by: its blocks vote for MWEB, and have it from this height on. */
const VOTED = "-vbparams=mweb:1601450001:9223372036854775807";
const FIRST_HEIGHT = 432;
const CUSTOMER = "customer";
/** Never has coins inside, which a wallet would spend beside others; its change would be inside too. */
const OUTSIDE = "outside";
const INSIDE_UNITS = 200n * 100_000_000n;

const text = z.string();

/** Starts a node, and mines until its customer has coins inside. */
export async function startMwebNode(): Promise<MwebNode> {
  const node = await startUtxoNode("litecoin", [VOTED]);
  try {
    await node.mine(FIRST_HEIGHT - 2 - (await node.height()));
    const customer = await walletOf(node, CUSTOMER);
    const outside = await walletOf(node, OUTSIDE);
    const pegIn = async (units: bigint): Promise<{ txId: string }> => {
      await node.pay({ address: text.parse(await outside("getnewaddress")), units });
      await node.mine(1);
      const inside = await customer("getnewaddress", ["", "mweb"]);
      const isLessFee = true;
      return {
        txId: text.parse(await outside("sendtoaddress", [inside, wholeCoins(units), "", "", isLessFee])),
      };
    };
    // Without a payment into it there is no first block with MWEB.
    await pegIn(INSIDE_UNITS);
    await node.mine(1);
    return {
      ...node,
      pegIn,
      async pegOut({ address, units }) {
        await customer("sendtoaddress", [address, wholeCoins(units)]);
      },
    };
  } catch (error) {
    await node.close();
    throw error;
  }
}

async function walletOf(node: UtxoTestNode, name: string): Promise<UtxoTestNode["rpc"]> {
  await node.rpc("createwallet", [name]);
  return callerOf(new URL(node.url).port, name);
}
