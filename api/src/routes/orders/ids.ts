import { z } from "@hono/zod-openapi";

/** 128 random bits in base64url: 22 characters, of which the last carries two bits. */
export const ORDER_ID_PATTERN = /^[A-Za-z0-9_-]{21}[AQgw]$/;
export const TRACKING_CODE_PATTERN = /^[0-9]{9}$/;

export const ORDER_ID_EXAMPLE = "5q0Zt1VZ3mQ2o7h1v0y6Kg";

export const orderIdParams = z.object({
  id: z
    .string()
    .regex(ORDER_ID_PATTERN)
    .openapi({
      param: { name: "id", in: "path" },
      description: "The order's secret id, with which its holder sees and steers the order.",
      example: ORDER_ID_EXAMPLE,
    }),
});
