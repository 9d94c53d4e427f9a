import { z } from "zod";

/** A setting that names one node, or after a comma a second one that has to agree with it. */
export const urlList = z
  .string()
  .transform((list) => list.split(",").map((one) => one.trim()))
  .pipe(z.array(z.url({ protocol: /^https?$/ })).max(2, "one node, or two"))
  .optional();
