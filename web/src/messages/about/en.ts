export const messages = {
  about: {
    metaTitle: "About Sotto",
    metaDescription:
      "What Sotto is, what it values, how it handles coins, and who runs this instance. Claims that you can check.",
    metaKeywords: "about Sotto, anonymous exchange, open source exchange, double-entry ledger, reserves",
    title: "An exchange with its voice kept low",
    lead: "Sotto exchanges coins for people who want no account. It asks for little, says what it does, and is built so that you can check it.",
    readouts: "Figures of this instance",
    feeLabel: "Service fee",
    feeNote: "of the amount sent",
    currenciesLabel: "Currencies",
    currenciesNote: "available now",
    windowLabel: "Time to pay",
    windowNote: "at a floating rate",
    daysLabel: "Ended orders are deleted after",
    daysNote: "or at once by yourself, once they have ended",
    days: "{days, plural, one {# day} other {# days}}",
    unknown: "not available",
    introTitle: "What Sotto is",
    intro1:
      "You pay one coin to an address made for your order, and receive another at an address of yours. We stand between the two as your counterparty, with a reserve of our own. No name is asked, no balance is kept.",
    intro2:
      "Sotto is free software under the AGPL. Anyone may run it: this site is one instance of it, and its operator is responsible for it.",
    testNetwork: "This instance runs on test networks. Its coins have no value.",
    valuesTitle: "What we hold to",
    value1Title: "Privacy first",
    value1Text:
      "No account, no e-mail address. Your IP address is never stored. An order is deleted when it has served its purpose.",
    value2Title: "Secure and reliable",
    value2Text:
      "A payment counts only after its confirmations. Unexpected money is booked and never ignored. When something is unclear, payouts wait rather than guess.",
    value3Title: "How coins are held",
    value3Text:
      "Between your payment and your payout your coins are with us. That is custody, short as it is, and we do not call it anything else.",
    value4Title: "Transparent",
    value4Text:
      "Every cost is shown before you start and adds up. Every figure on these pages comes from the running service, and every deadline says what happens after it.",
    craftTitle: "How it is built",
    craftLead: "Six properties that matter when money is on its way.",
    craft1Title: "A double-entry ledger",
    craft1Text:
      "Each movement has two sides that sum to zero, in every coin. An order’s account cannot go below zero, so nothing can be paid out twice.",
    craft2Title: "Written down before it is sent",
    craft2Text:
      "A signed payout is stored before the network sees it. If a response is lost, the same transaction is looked up and sent again.",
    craft3Title: "Rules checked while it runs",
    craft3Text:
      "What must always hold is written as queries against the live database. Ledger and blockchain are compared continuously; if coins are missing, payouts in that currency stop by themselves.",
    craft4Title: "Tried against bad luck",
    craft4Text:
      "The same code is run through simulated crashes, lost replies, reorganised chains and odd payments, while an independent check recalculates what each customer should have received.",
    craft5Title: "Works without JavaScript",
    craft5Text:
      "The whole path, from the quote to the refund, is plain pages and forms. Scripts only make it more comfortable.",
    craft6Title: "Open to inspection",
    craft6Text:
      "The source code is free, and one published interface serves this site, the command line and other programs alike.",
    lookTitle: "See for yourself",
    lookText: "What this service reports to anyone who asks:",
    lookFees: "Fee schedule",
    lookReserves: "Reserves",
    lookCurrencies: "Currencies and limits",
    lookHealth: "State of the networks",
    operatorTitle: "Who runs this instance",
    operatorIntro: "The operator says of itself:",
    operatorNone:
      "This instance names no operator. Consider whether you want to entrust coins to it, even for a short time.",
    start: "Start an exchange",
    questions: "Questions and answers",
  },
} as const;
