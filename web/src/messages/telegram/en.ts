export const messages = {
  telegram: {
    metaTitle: "Telegram bot · Sotto",
    metaDescription: "Telegram bot: to be written by the page's author.",
    metaKeywords: "Telegram bot",
    title: "Telegram bot",
  },
} as const;
