import { z } from "@hono/zod-openapi";
import { currencyCode, decimal } from "../../http/wire";
import { AMOUNT_BASES, RECALCULATED_BY } from "../../orders/machine/amounts";

const figuresSchema = z
  .object({
    sendAmount: decimal("In the sent currency.", "0.05"),
    sendCurrency: currencyCode("BTC"),
    exchangeRate: decimal("What one whole sent coin brings before the fees.", "60000"),
    converted: decimal("`sendAmount` by the rate, rounded down: before the fees.", "3000"),
    fee: decimal("The service fee, here in the received currency.", "13.5"),
    feeRate: decimal("The service fee as a percentage.", "0.45"),
    networkFee: decimal("In the received currency.", "0.8"),
    receiveAmount: decimal("converted − fee − networkFee, exactly.", "2985.7"),
    receiveCurrency: currencyCode("USDT-TRC20"),
  })
  .openapi("Figures", { description: "One calculation as a receipt, which adds up to the last digit." });

const assetAmount = { amount: decimal("How much.", "0.05"), currency: currencyCode("BTC") };
const movedSchema = z.object(assetAmount);

export const amountsSchema = z
  .object({
    basis: z.enum(AMOUNT_BASES).openapi({
      description:
        "Which amounts hold now. `ordered`: nothing has arrived. `arrived`: money is there and no rate is settled. `exchanged`: the rate is settled. `refunded`: the money goes or went back. `none`: it ended without money.",
    }),
    ordered: figuresSchema.openapi({ description: "As it was ordered; never changes." }),
    current: z.union([figuresSchema, z.null()]).openapi({
      description:
        "What the exchange brings by what is known now: as ordered, for what arrived, on offer, or settled. Null where nothing is promised: after a refund, and for a payment that will be refunded or asked about because it came late or is not what was agreed.",
    }),
    firm: z.boolean().openapi({
      description:
        'Whether `current` is certain: it is settled, or the rate is fixed and nothing that arrived changes it. Otherwise it is an estimate: say "about".',
    }),
    arrived: movedSchema.nullable().openapi({
      description: "What was seen of the order's own deposits, final or not; null while there is none.",
      example: null,
    }),
    credited: movedSchema
      .nullable()
      .openapi({ description: "What of it is final and booked; null while nothing is.", example: null }),
    exchanged: z.union([figuresSchema, z.null()]).openapi({
      description: "What was exchanged; null until the rate is settled, and after a refund.",
      example: null,
    }),
    paid: z
      .object({ ...assetAmount, networkFee: decimal("In `currency`.", "0.8") })
      .nullable()
      .openapi({ description: "What of the payout has landed; null until any has.", example: null }),
    refunded: z
      .object({
        ...assetAmount,
        networkFee: decimal("In `currency`.", "0.00001"),
        sent: z.boolean().openapi({ description: "Whether its transaction was given to the network." }),
      })
      .nullable()
      .openapi({ description: "What goes or went back; null where nothing does.", example: null }),
    recalculated: z.enum(RECALCULATED_BY).nullable().openapi({
      description:
        "Why `current` is not what was ordered: `less` or `more` arrived, the `rate` moved, or the network's `fee` did; null where it is.",
      example: null,
    }),
  })
  .openapi("Amounts", {
    description: "What was ordered, what became of it, and what holds now: the figures to show of an order.",
  });
export type AmountsWire = z.infer<typeof amountsSchema>;
