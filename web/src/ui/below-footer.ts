import { loadModule } from "../lib/load-module";
import { belowPart } from "./below";

/** The footer, which no first screen reaches. */
export const pageEnd = belowPart("page-end", () =>
  loadModule(() => import("./footer")).then((module) => module.Footer),
);
