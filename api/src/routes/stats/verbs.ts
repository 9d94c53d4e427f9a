import type { StatsWire } from "./schema";

/** The published figures; read from memory, once they are fresh. */
export type StatsVerbs = {
  /** Computes the figures anew when they are older than a minute; fails when the database does. */
  refresh(): Promise<void>;
  /** Another text whenever the figures were computed anew. */
  version(): string;
  read(): StatsWire;
};
