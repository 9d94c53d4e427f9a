/** The ten questions of the specification's section 2; each id is also the address of its answer. */
export const questionIds = [
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
export type QuestionId = (typeof questionIds)[number];
