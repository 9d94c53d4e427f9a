export const messages = {
  contact: {
    metaTitle: "Contact · Sotto",
    metaDescription: "Contact: to be written by the page's author.",
    metaKeywords: "Contact",
    title: "Contact",
  },
} as const;
