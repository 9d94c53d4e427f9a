import { z } from "@hono/zod-openapi";
import { PROBLEMS } from "../../health/judge";
import { chainId, instant } from "../../http/wire";

const problems = z.array(
  z.object({
    problem: z.enum(PROBLEMS).openapi({ description: "What it concerns." }),
    text: z.string().openapi({ example: "bitcoin does not respond." }),
  }),
);

export const healthSchema = z
  .object({
    status: z.enum(["ok", "degraded", "unavailable"]).openapi({
      description:
        "`degraded`: something does not work, and orders can be made. `unavailable`: no new order can be made, or none moves.",
    }),
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
        updatedAt: instant("When the chain last responded; null when it never did.").nullable(),
        assets: z.array(z.string()).openapi({ example: ["BTC"] }),
      }),
    ),
    workers: z.object({
      alive: z.int().openapi({ description: "Heard from within 30 s.", example: 1 }),
      lastBeatAt: instant("When a worker was last heard from; null when none was for an hour.").nullable(),
    }),
    prices: z.object({ updatedAt: instant("When prices were last read; null when never.").nullable() }),
    problems: problems.openapi({ description: "What is wrong, the worst first; empty when nothing is." }),
  })
  .openapi("Health");
export type HealthWire = z.infer<typeof healthSchema>;

export const livenessSchema = z.object({ status: z.literal("live") }).openapi("Liveness");

export const readinessSchema = z
  .object({
    status: z.enum(["ready", "unavailable"]),
    problems,
  })
  .openapi("Readiness");
export type ReadinessWire = z.infer<typeof readinessSchema>;
