export const messages = {
  exchangePage: {
    text: "Enter one of the two amounts and the address that shall receive. Every cost stands beside the form before you pay.",
    goodToKnow: "Before you start",
    rateTitle: "Floating or fixed",
    rateText:
      "A floating rate is set when your deposit is credited and follows the market until then. A fixed rate holds for a few minutes, costs a little more, and asks for exactly the amount shown.",
    limitsTitle: "Amounts and limits",
    limitsText:
      "Type what you send, or what shall arrive. The least and the most of the moment stand under the amount; they depend on the coin and on what we hold of the other one.",
    differsTitle: "If something differs",
    differsText:
      "A deposit of another amount is recalculated or asks for your decision. With a refund address, a payment that comes too late goes back by itself.",
  },
} as const;
