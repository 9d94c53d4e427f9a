import type { Language } from "./languages";

/** Cities of the time zones of each language's regions (specification, section 9). */
const cities: Record<Language, string> = {
  "zh-cn": "Shanghai Urumqi Chongqing Harbin Kashgar Singapore",
  "zh-tw": "Taipei Hong_Kong Macau",
  en: "New_York Chicago Denver Phoenix Los_Angeles Anchorage Honolulu London Sydney Melbourne Brisbane Perth Adelaide Hobart Darwin Vancouver Edmonton Winnipeg Halifax Auckland Dublin Johannesburg",
  es: "Madrid Canary Mexico_City Tijuana Monterrey Buenos_Aires Cordoba Bogota Lima Caracas Santiago",
  fr: "Paris Montreal Brussels Zurich",
  ja: "Tokyo",
};

/** The language that is likely in a time zone such as `Asia/Tokyo`; undefined where none of the six is. */
export function languageOfTimeZone(zone: string): Language | undefined {
  const city = zone.split("/").at(-1) ?? "";
  const found = Object.entries(cities).find(([, names]) => names.split(" ").includes(city));
  return found?.[0] as Language | undefined;
}
