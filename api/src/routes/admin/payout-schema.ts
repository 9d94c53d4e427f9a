import { z } from "@hono/zod-openapi";
import { chainId, currencyCode, decimal, instant, reasonBody } from "../../http/wire";
import { OVERRIDE_STATES } from "../../payouts/decisions";

export const legParams = z.object({
  leg: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .openapi({ param: { name: "leg", in: "path" }, example: "f3Jw0Zr8uQ1nVbT5cXy2Lg" }),
});

export const overrideBody = z
  .strictObject({
    reason: reasonBody.shape.reason,
    txHash: z
      .string()
      .regex(/^[!-~]{1,128}$/)
      .openapi({ description: "The payout's first transaction, as the list shows it.", example: "5d0e9f0f" }),
  })
  .openapi("OverrideBody");

export const releaseBody = z
  .strictObject({
    reason: reasonBody.shape.reason,
    code: z
      .string()
      .regex(/^\d{6}$/)
      .openapi({ description: "The one-time code that the approver's app shows now.", example: "492039" }),
  })
  .openapi("ReleasePayoutBody");

export const releaseSchema = z.object({ leg: z.string() }).openapi("ReleaseAsked");

export const overrideSchema = z
  .object({
    leg: z.string(),
    txHash: z.string().openapi({ description: "The payout's first transaction." }),
  })
  .openapi("OverrideAsked");

const stuckTransaction = z.object({
  txHash: z.string(),
  state: z
    .enum(["signed", "broadcasting", "sent", "mined", "superseded", "final", "reverted", "dead", "doubled"])
    .openapi({
      description:
        "`superseded`: another was signed in its place, and it is watched. `doubled`: it landed beside the one in its place; the house paid twice.",
    }),
  createdAt: instant("When it was signed."),
  nonce: z.int().nullable().openapi({ description: "On account chains.", example: null }),
  inputs: z.array(z.string()).openapi({ description: "What it spends, as transaction:output." }),
  said: z.string().nullable().openapi({
    description:
      "What the node said last: `mempool`, `mined`, `unknown`, or why it refused it. Null while it moves.",
  }),
  since: instant("Since when the node knows it, or does not.").nullable(),
  missing: z.enum(["nonce", "input"]).nullable().openapi({
    description:
      "The proof that is missing that it can never be mined: another final transaction that has used its `nonce`, or has spent an `input`. Null once it is proved.",
  }),
  proof: z.string().nullable(),
});

export const stuckPayoutSchema = z
  .object({
    leg: z.string().openapi({ description: "Names the payout in the override." }),
    kind: z.enum(["payout", "refund", "loan"]),
    name: z.string().openapi({ description: "The order's tracking code, or the loan's number." }),
    chain: chainId,
    currency: currencyCode("BTC"),
    amount: decimal("What it pays.", "0.5"),
    canOverride: z.boolean().openapi({
      description:
        "Whether an approver may have it signed once more: the node has not known any of its transactions for ten minutes, and none is proved dead.",
    }),
    override: z.object({ state: z.enum(OVERRIDE_STATES), reason: z.string() }).nullable(),
    transactions: z.array(stuckTransaction),
  })
  .openapi("StuckPayout");
export type StuckPayoutWire = z.infer<typeof stuckPayoutSchema>;

export const payoutSchema = z
  .object({
    leg: z.string().openapi({ description: "Names the payout.", example: "f3Jw0Zr8uQ1nVbT5cXy2Lg" }),
    kind: z.enum(["payout", "refund", "loan"]),
    name: z
      .string()
      .openapi({ description: "The order's tracking code, or the loan's number.", example: "482915037" }),
    state: z.enum(["planned", "final", "reversed"]).openapi({
      description: "`planned`: it is to be paid. `final`: it was. `reversed`: it will not be.",
    }),
    currency: currencyCode("BTC"),
    amount: decimal("What it pays.", "0.5"),
    address: z.string().openapi({
      description: "Where it goes.",
      example: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
    }),
    networkFeeMax: decimal("What the network may take for it, in `networkFeeCurrency`.", "0.0002"),
    networkFeeCurrency: currencyCode("BTC"),
  })
  .openapi("NamedPayout");
export type PayoutWire = z.infer<typeof payoutSchema>;
