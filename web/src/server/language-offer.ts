import { LANGUAGE_KEY } from "../lib/languages";
import { languageOfTimeZone, ZONE_CITIES } from "../lib/time-zones";

/**
 * A script for the head of a first visitor's page. It runs before anything is painted: the offer of another language is
 * there from the start, or never, and moves nothing.
 */
export const OFFER_SCRIPT = `(${markOffer})(${languageOfTimeZone}, ${JSON.stringify(ZONE_CITIES)}, ${JSON.stringify(LANGUAGE_KEY)})`;

/** Names the likely language on the root, unless it is the page's or this browser has chosen one. Runs in the browser. */
function markOffer(
  languageOf: typeof languageOfTimeZone,
  cities: typeof ZONE_CITIES,
  savedUnder: string,
): void {
  const { dataset } = document.documentElement;
  const likely = languageOf(Intl.DateTimeFormat().resolvedOptions().timeZone, cities);
  let isChosen = false;
  try {
    isChosen = localStorage.getItem(savedUnder) !== null;
  } catch {
    // A browser without storage has chosen none.
  }
  if (!isChosen && likely !== undefined && likely !== dataset.language) dataset.offer = likely;
}
