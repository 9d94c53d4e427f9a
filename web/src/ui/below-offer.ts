import { belowPart } from "./below";

/** The offer of another language, which only a browser that has chosen none is sent. */
export const languageOffer = belowPart(
  "language-offer",
  () => import("./language-offer"),
  (module) => module.LanguageOffer,
);
