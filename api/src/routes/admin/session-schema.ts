import { z } from "@hono/zod-openapi";
import type { OwnSession } from "../../admin/own-sessions";
import { isoOf } from "../../core/instant";
import { instant } from "../../http/wire";

export const ownSessionSchema = z
  .object({
    id: z.string().openapi({
      description: "Identifies the session when you end it. It grants no access.",
      example: "5q0Zt1VZ3mQ2o7h1v0y6Kg",
    }),
    createdAt: instant("When it was opened."),
    lastUsedAt: instant("When it was last used."),
    expiresAt: instant("When it ends at the latest. It ends earlier after 30 minutes without a call."),
    current: z.boolean().openapi({ description: "Whether it is the session that makes this call." }),
  })
  .openapi("OwnSession");

/** A session as the contract has it. */
export const ownSessionWire = ({
  id,
  createdAt,
  lastUsedAt,
  expiresAt,
  isThis,
}: OwnSession): z.infer<typeof ownSessionSchema> => ({
  id,
  createdAt: isoOf(createdAt),
  lastUsedAt: isoOf(lastUsedAt),
  expiresAt: isoOf(expiresAt),
  current: isThis,
});

export const endedSchema = z
  .object({ ended: z.int().openapi({ description: "How many sessions ended.", example: 1 }) })
  .openapi("SessionsEnded");
