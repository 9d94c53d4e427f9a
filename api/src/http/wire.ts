import { z } from "@hono/zod-openapi";
import { CHAIN_IDS } from "../core/assets";
import { FIELD_CODES, PROBLEM_CODES } from "../core/errors";
import { PAGE_ITEMS_MAX } from "../core/page";
import { storable } from "../core/storable";
import { faultMessage } from "./fault-message";

/** Wire forms that several features share. */

/** A decimal string that the service parses, so that it can answer `amount/format` in its place in the order of checks; a JSON number is `amount/format` at once. */
export const AMOUNT_INPUT_LENGTH_MAX = 200;
/** Longer than any address of any chain, shorter than a nuisance. */
export const ADDRESS_INPUT_LENGTH_MAX = 300;

export const amountInput = (description: string, example: string) =>
  z
    .string(faultMessage("amount/format"))
    .max(AMOUNT_INPUT_LENGTH_MAX, faultMessage("amount/format"))
    .openapi({ description, example, format: "decimal" });

export const addressInput = (description: string, example: string) =>
  z.string().max(ADDRESS_INPUT_LENGTH_MAX, faultMessage("address/format")).openapi({ description, example });

export const currencyInput = (example: string) =>
  z.string().max(20).openapi({ description: "A currency code or one of its aliases, in any case.", example });

export const currencyCode = (example: string) =>
  z.string().openapi({ description: "The canonical currency code.", example });

export const decimal = (description: string, example: string) =>
  z.string().openapi({ description, example, format: "decimal" });

export const instant = (description: string, example = "2026-01-01T12:00:00.000Z") =>
  z.iso.datetime().openapi({ description, example });

/** A time to compare with: PostgreSQL has no year 0. */
export const instantQuery = z.iso
  .datetime()
  .regex(/^(?!0000)/)
  .openapi({ format: "date-time" });

export const chainId = z.enum(CHAIN_IDS).openapi({ example: "bitcoin" });

export const reasonBody = z
  .strictObject({
    reason: z
      .string()
      .overwrite(storable)
      .min(1)
      .max(500)
      .openapi({ description: "Why, for the record.", example: "Source cleared by the compliance desk." }),
  })
  .openapi("Reason");

export const problemCode = z
  .enum(PROBLEM_CODES)
  .openapi("ProblemCode", { description: "Stable, for machines; each has a page at `/problems/<code>`." });

const fieldErrorSchema = z
  .object({
    pointer: z.string().openapi({ description: "JSON pointer of the field.", example: "/sendAmount" }),
    code: z.enum([...FIELD_CODES, ...PROBLEM_CODES]).openapi({ example: "amount/min" }),
    message: z.string().openapi({
      description: "What is wrong with the field, in the caller's language.",
      example: "The minimum is 0.001 BTC.",
    }),
  })
  .openapi("FieldError");

const ofEveryFailure = {
  type: z
    .string()
    .openapi({ description: "A relative URI: the code's page.", example: "/problems/amount/min" }),
  instance: z.string().openapi({
    description: "Identifies this one response.",
    example: "urn:uuid:0f5a4c1e-6f6b-4b4b-9a43-3c1f0f8a9f11",
  }),
  code: problemCode,
  message: z.string().openapi({ description: "What the pages show.", example: "The minimum is 0.001 BTC." }),
  errors: z.array(fieldErrorSchema).openapi({ description: "The fields at fault; empty where no field is." }),
  params: z
    .record(z.string(), z.string())
    .optional()
    .openapi({
      description: "Figures of ours that the message names.",
      example: { limit: "0.001", currency: "BTC" },
    }),
};

export const problemSchema = z
  .object({
    title: z.string().openapi({ example: "Amount too small" }),
    status: z.int().openapi({ example: 422 }),
    detail: z.string().openapi({ example: "The minimum is 0.001 BTC." }),
    ...ofEveryFailure,
  })
  .openapi("Problem", {
    description: "RFC 9457 problem details. A conflict carries its fresh figures as further members.",
  });

/** A page of a list that goes back in time: hand `nextCursor` in again for the next one. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    nextCursor: z
      .string()
      .nullable()
      .openapi({ description: "For the page after this one; null at the end.", example: null }),
  });

export const cursorQuery = z
  .string()
  .max(100)
  .optional()
  .openapi({
    param: { name: "cursor", in: "query" },
    description: `The \`nextCursor\` of the page before; a page holds ${PAGE_ITEMS_MAX}.`,
  });

/** The envelope of the third-party base `/api/v1`. */
export const v1Success = <Data extends z.ZodType>(data: Data) => z.object({ success: z.literal(true), data });
export const v1ErrorSchema = z.object(ofEveryFailure).openapi("V1Error", {
  description:
    "What is wrong, by the codes of every problem. A conflict carries its fresh figures as further members.",
});
export const v1FailureSchema = z
  .object({ success: z.literal(false), error: v1ErrorSchema })
  .openapi("V1Failure");
