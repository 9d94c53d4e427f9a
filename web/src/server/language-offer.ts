import { LANGUAGE_KEY, type Language } from "../lib/languages";
import { languageOfTimeZone, ZONE_CITIES } from "../lib/time-zones";

/**
 * A script for the head of a first visitor's page in a language. It runs before anything is painted: the offer of another
 * language is there from the start, or never, and moves nothing.
 */
export function offerScript(shown: Language): string {
  const { [shown]: _, ...others } = ZONE_CITIES;
  return `(${markOffer})(${languageOfTimeZone}, ${JSON.stringify(others)}, ${JSON.stringify(LANGUAGE_KEY)})`;
}

/** Names the likely language on the root, unless this browser has chosen one. Runs in the browser. */
function markOffer(
  languageOf: typeof languageOfTimeZone,
  cities: Partial<typeof ZONE_CITIES>,
  savedUnder: string,
): void {
  const likely = languageOf(Intl.DateTimeFormat().resolvedOptions().timeZone, cities);
  let isChosen = false;
  try {
    isChosen = localStorage.getItem(savedUnder) !== null;
  } catch {
    // A browser without storage has chosen none.
  }
  if (!isChosen && likely !== undefined) document.documentElement.dataset.offer = likely;
}
