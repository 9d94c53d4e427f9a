import { z } from "@hono/zod-openapi";
import { addressInput, chainId, currencyCode, decimal, instant, reasonBody } from "../../http/wire";

const ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

export const recoveryParams = z.object({
  id: z
    .string()
    .regex(/^[A-Za-z0-9:_-]{1,200}$/)
    .openapi({ param: { name: "id", in: "path" }, example: "bsc:0x5d0e:9f0f" }),
});

export const recoveryBody = z
  .strictObject({
    refundAddress: addressInput("Where the coins go, on the network that they came by.", ADDRESS),
    ...reasonBody.shape,
  })
  .openapi("RecoveryBody");

export const recoverySchema = z
  .object({
    id: z.string().openapi({ description: "Of the deposit.", example: "bsc:0x5d0e:9f0f" }),
    chain: chainId,
    currency: currencyCode("USDT-BEP20"),
    amount: decimal("What came.", "120"),
    txHash: z.string().nullable(),
    address: z.string().openapi({ description: "Where it came to.", example: ADDRESS }),
    home: chainId.openapi({ description: "The network that handed the address out.", example: "ethereum" }),
    state: z.enum(["seen", "final", "lost", "stopped"]).openapi({
      description:
        "`seen`: not deep enough yet. `final`: can be sent back. `lost`: a deep reorg took it. `stopped`: the order that sends it back (`sentBy`) waits for a person, for example because the network fee has risen above what came; refund or release that order.",
    }),
    since: instant("When it was seen."),
    order: z.string().nullable().openapi({
      description: "The tracking code of the order that the address belongs to; null once it is deleted.",
      example: "482915037",
    }),
    refundAddress: z
      .string()
      .nullable()
      .openapi({ description: "Of that order, where it has one; on its own network.", example: ADDRESS }),
    sentBy: z.string().nullable().openapi({
      description: "The tracking code of the order that sends it back, where that is stopped.",
      example: null,
    }),
  })
  .openapi("Recovery");
export type RecoveryWire = z.infer<typeof recoverySchema>;

export const recoveredSchema = z
  .object({
    trackingCode: z
      .string()
      .openapi({ description: "Of the order that sends it back.", example: "482915037" }),
    refundAddress: z.string().openapi({ description: "Where it is sent.", example: ADDRESS }),
    currency: currencyCode("USDT-BEP20"),
    amount: decimal("What came; the network fee is deducted.", "120"),
  })
  .openapi("Recovered");
export type RecoveredWire = z.infer<typeof recoveredSchema>;
