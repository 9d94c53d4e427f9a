/** The questions in the order of the page; each id is also the address of its answer, so that links keep working. */
export const QUESTION_IDS = [
  "what",
  "security",
  "currencies",
  "time",
  "fees",
  "privacy",
  "track",
  "minimum",
  "support",
  "refund",
] as const;
export type QuestionId = (typeof QUESTION_IDS)[number];
