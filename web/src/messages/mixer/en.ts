export const messages = {
  mixer: {
    metaTitle: "Privacy mixer · Sotto",
    metaDescription: "Privacy mixer: to be written by the page's author.",
    metaKeywords: "Privacy mixer",
    title: "Privacy mixer",
  },
} as const;
