import { z } from "@hono/zod-openapi";
import { chainId, currencyCode, cursorQuery, decimal, instant, pageOf } from "../../http/wire";

const BLOCK = "4be2a8ac6b1f30d1a7f2f6fd0b9cb4b6fd7f4f6a3f1d2c3b4a59687786958473";
export const TX = "9f2c0c1a5c1b8d6be6c5b7a1f4e3d2c1b0a99887766554433221100ffeeddccb";
const ADDRESS = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";

const hashParam = (example: string) =>
  z.object({ hash: z.string().openapi({ param: { name: "hash", in: "path" }, example }) });
export const simnetTransactionParams = hashParam(TX);
export const simnetBlockParams = hashParam(BLOCK);
export const simnetAddressParams = z.object({
  address: z.string().openapi({ param: { name: "address", in: "path" }, example: ADDRESS }),
});
export const simnetBlocksParams = z.object({
  chain: chainId.openapi({ param: { name: "chain", in: "path" } }),
});
export const explorerQuery = z.object({ cursor: cursorQuery });

const amount = z
  .object({ currency: currencyCode("BTC"), amount: decimal("How much.", "0.05") })
  .openapi("SimnetAmount");

const ofChain = {
  chain: chainId,
  network: z.string().openapi({ description: "The chain's name.", example: "Bitcoin" }),
};
const confirmations = z
  .int()
  .openapi({ description: "Blocks from this one to the tip; 0 while unconfirmed.", example: 3 });
const height = z.int().openapi({ example: 812 });

const blockFields = {
  ...ofChain,
  height,
  hash: z.string().openapi({ example: BLOCK }),
  at: instant("When it was mined."),
  confirmations,
  transactions: z.int().openapi({ description: "How many it holds.", example: 1 }),
};
const placeFields = {
  hash: z.string().openapi({ example: TX }),
  ...ofChain,
  height: height.nullable().openapi({ description: "Of its block; null while unconfirmed." }),
  at: instant("When its block was mined.").nullable(),
  confirmations,
  succeeded: z.boolean().openapi({ description: "False where a token refused the transfer." }),
};

export const simnetChainsSchema = z
  .object({
    chains: z.array(
      z.object({ ...blockFields, unconfirmed: z.int().openapi({ example: 0 }) }).openapi("SimnetTip"),
    ),
  })
  .openapi("SimnetChains");

export const simnetBlocksSchema = pageOf(z.object(blockFields).openapi("SimnetBlockHead"))
  .extend(ofChain)
  .openapi("SimnetBlocks");

export const simnetBlockSchema = pageOf(
  z
    .object({
      ...placeFields,
      amounts: z.array(amount).openapi({ description: "What its outputs come to." }),
    })
    .openapi("SimnetBlockItem"),
)
  .extend({ ...blockFields, parentHash: z.string().nullable().openapi({ example: BLOCK }) })
  .openapi("SimnetBlock");

const side = {
  address: z.string().openapi({ example: ADDRESS }),
  currency: currencyCode("BTC"),
  amount: decimal("How much.", "0.05"),
};
const hidden = z
  .boolean()
  .openapi({ description: "The chain shows no addresses and no amounts (Monero).", example: false });

export const simnetTransactionPageSchema = z
  .object({
    ...placeFields,
    blockHash: z.string().nullable().openapi({ example: BLOCK }),
    fee: amount,
    hidden,
    inputs: z.array(
      z.object({
        ...side,
        txHash: z
          .string()
          .nullable()
          .openapi({ description: "What made the output that is spent.", example: TX }),
      }),
    ),
    outputs: z.array(
      z.object({
        ...side,
        spentBy: z
          .string()
          .nullable()
          .openapi({ description: "The transaction that spends it.", example: null }),
      }),
    ),
  })
  .openapi("SimnetTransactionPage");

export const simnetAddressSchema = pageOf(
  z.object({ ...placeFields, received: z.array(amount), sent: z.array(amount) }).openapi("SimnetAddressItem"),
)
  .extend({
    address: z.string().openapi({ example: ADDRESS }),
    networks: z.array(z.string()).openapi({ description: "Where it is an address.", example: ["Bitcoin"] }),
    hidden,
    balances: z.array(amount).openapi({ description: "In the tip's block, of what it has ever held." }),
  })
  .openapi("SimnetAddress");
