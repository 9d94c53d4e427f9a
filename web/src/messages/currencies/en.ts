export const messages = {
  currencies: {
    metaTitle: "Currencies · Sotto",
    metaDescription: "Currencies: to be written by the page's author.",
    metaKeywords: "Currencies",
    title: "Currencies",
  },
} as const;
