import { belowPart } from "./below";

/** The footer, which no first screen reaches. */
export const pageEnd = belowPart(
  "page-end",
  () => import("./footer"),
  (module) => module.Footer,
);
