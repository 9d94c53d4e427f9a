export const messages = {
  currencies: {
    metaTitle: "Supported currencies · Sotto",
    metaDescription:
      "Every currency with its network, its limits, the confirmations it needs, and whether it is available now.",
    metaKeywords: "supported coins, USDT networks, minimum amount, maximum amount, confirmations",
    title: "Currencies",
    lead: "What can be exchanged here, on which network, and within which limits. Live from the service.",
    search: "Find a currency",
    searchPlaceholder: "Name, symbol or network",
    searchSubmit: "Find",
    clear: "Show all",
    count: "{shown, plural, one {# currency} other {# currencies}}, {active, number} available",
    nothing: "No currency matches this. Check the spelling, or show all of them.",
    unavailable: "The currencies can’t be shown at the moment.",
    network: "Network",
    min: "Minimum",
    max: "Maximum",
    maxUnknown: "not available",
    confirmations: "Confirmations",
    memo: "Needs a memo",
    supported: "Supported",
    paused: "Paused",
    pausedText: "Not exchanged at the moment",
    exchange: "Exchange {symbol}",
    remindersTitle: "Please note",
    reminder1Title: "Mind the network",
    reminder1Text:
      "The same token on another network is another coin. Choose the network that your wallet shows. Coins sent on a wrong network are lost.",
    reminder2Title: "Limits move",
    reminder2Text:
      "The maximum follows the market and our reserve of the receiving coin. The exchange form shows the limits of your pair at that moment.",
    reminder3Title: "New currencies",
    reminder3Text:
      "A currency is added when its network passes our tests, and paused when something is wrong with it. A pause keeps new orders out; paid ones are still carried out or refunded.",
  },
} as const;
