import type { Language } from "./languages";

/** Cities of the time zones of each language's regions, separated by spaces. */
export const ZONE_CITIES: Readonly<Record<Language, string>> = {
  "zh-cn": "Shanghai Urumqi Chongqing Harbin Kashgar Singapore",
  "zh-tw": "Taipei Hong_Kong Macau",
  en: "New_York Detroit Indianapolis Louisville Chicago Denver Boise Phoenix Los_Angeles Anchorage Juneau Honolulu London Belfast Sydney Melbourne Brisbane Perth Adelaide Hobart Darwin Toronto Vancouver Edmonton Regina Winnipeg Halifax Moncton St_Johns Auckland Chatham Dublin Johannesburg",
  es: "Madrid Canary Ceuta Mexico_City Tijuana Monterrey Cancun Merida Chihuahua Ciudad_Juarez Hermosillo Mazatlan Buenos_Aires Cordoba Mendoza Salta Tucuman Ushuaia Bogota Lima Caracas Santiago Punta_Arenas Easter",
  fr: "Paris Montreal Brussels Zurich",
  ja: "Tokyo",
};

/**
 * The language that is likely in a time zone such as `Asia/Tokyo`; undefined where none of the six is. Refers to nothing
 * around it, because a page's head carries its text.
 */
export function languageOfTimeZone(
  zone: string,
  cities: Readonly<Record<string, string>>,
): string | undefined {
  const city = zone.split("/").at(-1) ?? "";
  return Object.keys(cities).find((language) => cities[language]?.split(" ").includes(city));
}
