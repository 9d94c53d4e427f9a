export const messages = {
  apiDocs: {
    metaTitle: "API · Sotto",
    metaDescription: "API: to be written by the page's author.",
    metaKeywords: "API",
    title: "API",
  },
} as const;
