export const messages = {
  faq: {
    metaTitle: "FAQ · Sotto",
    metaDescription: "FAQ: to be written by the page's author.",
    metaKeywords: "FAQ",
    title: "FAQ",
  },
} as const;
