import { z } from "@hono/zod-openapi";

const idempotencyHeaders = z.object({
  "Idempotency-Key": z.string().min(16).max(255).optional().openapi({
    description:
      "Kept 24 h once the call has succeeded, or until its order is deleted, for this operation and caller: the same key and body return the first response again, another body is refused. Draw it at random, 128 bits or more: without an API key, a caller who sends key and body again gets the order.",
    example: "0f5a4c1e-6f6b-4b4b-9a43-3c1f0f8a9f11",
  }),
});

const authorizationHeaders = z.object({
  "Sotto-Authorization": z.string().max(100).optional().openapi({
    description: "An authorization that lists this call, where one-time codes are required.",
    example: "5q0Zt1VZ3mQ2o7h1v0y6Kg",
  }),
});

const streamHeaders = z.object({
  "Last-Event-ID": z.string().optional().openapi({
    description: "The id of the last event that you have: the first event is left out while it is current.",
    example: "7",
  }),
});

/** The headers that an operation takes beside its credential, as its route declares them; none where there are none. */
export function headersOf({
  idempotent,
  money,
  resumes,
}: {
  idempotent?: boolean | undefined;
  money?: readonly string[] | undefined;
  resumes?: boolean | undefined;
}) {
  const shape = {
    ...(idempotent && idempotencyHeaders.shape),
    ...(money && authorizationHeaders.shape),
    ...(resumes && streamHeaders.shape),
  };
  return Object.keys(shape).length === 0 ? {} : { headers: z.object(shape) };
}
