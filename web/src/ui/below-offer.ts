import { belowPart } from "./below";

/** The offer of another language: few visitors see it. */
export const languageOffer = belowPart("language-offer", () =>
  import("./language-offer").then((module) => module.LanguageOffer),
);
