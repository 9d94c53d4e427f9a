/** The languages of the product. A new one is added here, and the types then ask for its texts. */
export const LANGUAGES = ["zh-cn", "zh-tw", "en", "es", "fr", "ja"] as const;
export type Language = (typeof LANGUAGES)[number];
