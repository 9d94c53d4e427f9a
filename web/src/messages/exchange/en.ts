export const messages = {
  exchangePage: {
    text: "Enter one of the two amounts and your receiving address. You see every cost beside the form before you pay.",
    goodToKnow: "Before you start",
    rateTitle: "Floating or fixed",
    rateText:
      "A floating rate is set when your deposit is credited and follows the market until then. A fixed rate holds for a few minutes, costs a little more, and asks for exactly the amount shown.",
    limitsTitle: "Amounts and limits",
    limitsText:
      "Enter the amount you send or the amount you want to receive. The current minimum and maximum are shown below it; they depend on the coin and on how much of the other coin we hold.",
    differsTitle: "If something differs",
    differsText:
      "A deposit of another amount is recalculated or asks for your decision. With a refund address, a payment that comes too late goes back by itself.",
  },
} as const;
