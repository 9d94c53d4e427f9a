import { expect, it } from "vitest";
import { type Block, type Chain, ChainUnavailable } from "../chains/chain";
import type { Attempt } from "./attempt-store";
import { hasLanded } from "./landing";

const HASH = "h1";
const MINED = { height: 7, blockHash: HASH } as Parameters<typeof hasLanded>[2];
const ATTEMPT = { asset: "USDT-ERC20", raw: "raw", txId: "t" } as Attempt;
const chainWith = (block: Partial<Block> | undefined): Chain =>
  ({
    ...{ id: "ethereum", model: "account" },
    block: async () => block,
    decode: () => ({ outputs: [] }),
  }) as unknown as Chain;

it("is not denied where a node lacks the payment's block: that is asked again", async () => {
  await expect(hasLanded(chainWith(undefined), ATTEMPT, MINED)).rejects.toThrow(ChainUnavailable);
});

it("is denied where another block is in its place", async () => {
  expect(await hasLanded(chainWith({ hash: "h2", transfers: [] }), ATTEMPT, MINED)).toBe(false);
});
