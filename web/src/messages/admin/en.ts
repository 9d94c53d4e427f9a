export const messages = {
  admin: {
    metaTitle: "Admin · Sotto",
    metaDescription: "Admin: to be written by the page's author.",
    metaKeywords: "Admin",
    title: "Admin",
  },
} as const;
