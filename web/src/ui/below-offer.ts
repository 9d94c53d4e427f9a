import { loadModule } from "../lib/load-module";
import { belowPart } from "./below";

/** The offer of another language, which only a browser that has chosen none is sent. */
export const languageOffer = belowPart("language-offer", () =>
  loadModule(() => import("./language-offer")).then((module) => module.LanguageOffer),
);
