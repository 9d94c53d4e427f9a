/** Letters whose English names begin with a vowel. */
const VOWEL_NAMES = "AEFHILMNORSX";
/** Symbols that are spoken as words beginning with a consonant. */
const SPOKEN = new Set(["SOL"]);

/** A coin's symbol with its English article, by its sound: `an ETH`, `a USDT TRC20`, `a SOL`. */
export function withArticle(coin: string): string {
  const [symbol = ""] = coin.split(" ");
  const isVowel = VOWEL_NAMES.includes(symbol.slice(0, 1)) && symbol !== "" && !SPOKEN.has(symbol);
  return `${isVowel ? "an" : "a"} ${coin}`;
}
