import type { Payment } from "@sotto/openapi";
import type { Order } from "../../lib/api";

/** What the payment page shows of how to pay; null where only the payment call knows it. */
export interface HowToPay {
  address: string;
  /** Where the network has several. */
  addressType: Payment["addressType"];
  memo: string | null;
  amount: string;
  currency: string;
  network: string | null;
  paymentUri: string | null;
  qrCode: string | null;
  /** The lines for the yellow box. */
  instructions: string[];
}

/** The service's first four lines say the amount, the network and the confirmations, which the page shows itself. */
const INSTRUCTIONS_FROM = 4;

/** The payment call's answer; without one, the order's own record of how to pay. */
export function howToPay(order: Order, payment: Payment | null): HowToPay {
  if (payment !== null) return { ...payment, instructions: payment.instructions.slice(INSTRUCTIONS_FROM) };
  return {
    address: order.depositAddress,
    addressType: order.depositAddressType,
    memo: order.memo,
    amount: order.sendAmount,
    currency: order.sendCurrency,
    network: null,
    paymentUri: null,
    qrCode: null,
    instructions: order.paymentInstructions.slice(INSTRUCTIONS_FROM),
  };
}
