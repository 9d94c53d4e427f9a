import { OPERATIONS } from "./contract";

const PATTERNS = OPERATIONS.map((operation) => ({
  method: operation.method.toUpperCase(),
  pattern: new RegExp(`^${operation.path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
}));

/** The methods that the contract knows at a path. */
export function allowedMethods(path: string): string[] {
  const methods = new Set(PATTERNS.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
  if (methods.has("GET")) methods.add("HEAD");
  return [...methods];
}
