/**
 * Words that mostly mark a sentence built in another language, each with what to write instead. A word that is often
 * right ("gives", "tells", "some", "alone") is matched in its wrong meaning only, as far as a pattern can see it.
 * A space in a pattern matches any white space, so that a phrase is found across a line break.
 */
const rules = [
  [/\bshall\b/, "write what happens, or \u201cmust\u201d"],
  [/\bnobody\b/, "say what does not happen: \u201cno one\u201d at least, better an active sentence"],
  [/\bwhoever\b/, "name the person: the customer, the caller, the reader"],
  [/\bstands\b(?! (?:for|in for|still)\b|-)/, "is shown, is, applies"],
  [/\bjust now\b/, "now, right now, at the moment"],
  [/(?<!\b(?:let|leave|leaves|left|leaving)(?: [\w']+){0,4} |-)\balone\b/, "only, by itself, on its own"],
  [
    /\bgives\b(?! (?:up|way|rise|(?:the|a|an|its|each|every) (?:customer|visitor|reader|user|caller|client|operator|observer|attacker)|you|us|them|him|her)\b)/,
    "returns, shows, has",
  ],
  [/\bgiv(?:e|es|en|ing) back\b/, "return"],
  [
    /\btells\b(?! (?:you|us|them|him|her|people|apart|(?:the|a|an|its|each|every|another) (?:[\w-]+ )?(?:customer|visitor|reader|user|caller|client|operator|observer|attacker|administrator|browser|worker|server|compiler)s?)\b)/,
    "shows, says, reports",
  ],
  [/\b(?:is|are|was|were|be|been) told of\b/, "is notified of, is shown"],
  [/\banew\b/, "again"],
  [/\bmend(?:s|ed|ing)?\b/, "fix"],
  [/\bthe other way (?:a)?round\b/, "the reverse, conversely"],
  [/\bto be seen\b/, "is visible; we have not seen"],
  [/\bof the moment\b/, "current"],
  [
    /\b(?:go|goes|going|went|gone) on\b(?= *(?:$|[.,;:!?)"|]|\n\n|(?:with|until|as|after|without|while|where|from|and|when|once|if|even|before|but|like|working|to)\b))/,
    "continues",
  ],
  [/\bat most(?=$|[.,;:)|]|\n\n)/, "put \u201cat most\u201d before the number"],
  [/\bfor ever\b/, "forever, permanently"],
  [
    /\bsome\b(?=$|[.,;:)]| (?:are|is|were|was|have|has|had|do|does|may|can|could|will|would|come|need|arrive)\b)/,
    "name what it is: \u201csome orders\u201d",
  ],
].map(([pattern, instead]) => ({
  pattern: new RegExp(pattern.source.replaceAll(" ", "\\s+").replaceAll("\\s+*", "\\s*"), "gi"),
  instead,
}));

/** Returns the suspicious words of a text, each as it is listed (lower case, single spaces), with its offset. */
export function suspiciousWords(text) {
  return rules.flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)].map((match) => ({
      word: match[0].toLowerCase().replace(/\s+/g, " "),
      offset: match.index,
      instead,
    })),
  );
}
