export const messages = {
  about: {
    metaTitle: "About · Sotto",
    metaDescription: "About: to be written by the page's author.",
    metaKeywords: "About",
    title: "About",
  },
} as const;
