export const messages = {
  privacy: {
    metaTitle: "Privacy policy · Sotto",
    metaDescription: "Privacy policy: to be written by the page's author.",
    metaKeywords: "Privacy policy",
    title: "Privacy policy",
  },
} as const;
