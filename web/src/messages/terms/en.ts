export const messages = {
  terms: {
    metaTitle: "Terms of service · Sotto",
    metaDescription: "Terms of service: to be written by the page's author.",
    metaKeywords: "Terms of service",
    title: "Terms of service",
  },
} as const;
