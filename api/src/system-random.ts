import { randomBytes } from "node:crypto";
import type { Random } from "./core/ports";

/** Random bytes of the operating system. */
export const systemRandom: Random = { bytes: (count) => randomBytes(count) };
