import type { HealthWire } from "./schema";

/** How the service is; from memory, and never throws. */
export type HealthPort = { read(): HealthWire | Promise<HealthWire> };
