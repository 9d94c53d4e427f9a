import type { ObserverReport } from "@sotto/openapi";

/** Whether an observer's best guess is sure to be right. */
export const isLinkable = ({ candidateSet }: Pick<ObserverReport, "candidateSet">): boolean =>
  candidateSet <= 1;
