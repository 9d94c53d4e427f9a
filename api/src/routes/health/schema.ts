import { z } from "@hono/zod-openapi";
import { chainId, instant } from "../../http/wire";

export const healthSchema = z
  .object({
    status: z.enum(["ok", "degraded"]).openapi({ description: "`degraded`: something below does not work." }),
    version: z.string().openapi({ example: "0.2.0" }),
    network: z.enum(["simnet", "regtest", "testnet", "mainnet"]),
    database: z.enum(["ok", "unavailable"]),
    chains: z.array(
      z.object({
        chain: chainId,
        status: z
          .enum(["ok", "unavailable", "halted"])
          .openapi({ description: "`halted`: waits for an administrator." }),
        height: z.int().nullable().openapi({ example: 812 }),
        updatedAt: instant("When the chain last answered; null when it never did.").nullable(),
        assets: z.array(z.string()).openapi({ example: ["BTC"] }),
      }),
    ),
  })
  .openapi("Health");
export type HealthWire = z.infer<typeof healthSchema>;
