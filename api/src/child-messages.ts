import { z } from "zod";

/** What the supervisor says to a process: the secrets of its peers, that it is to end, and whether it is awake. */
export const toChildSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("begin"), secrets: z.record(z.string(), z.string()) }),
  z.object({ kind: z.literal("stop") }),
  z.object({ kind: z.literal("ping") }),
]);
/** What a process says to its supervisor. */
export const fromChildSchema = z.object({ kind: z.enum(["ready", "pong"]) });
export type ToChild = z.infer<typeof toChildSchema>;
export type FromChild = z.infer<typeof fromChildSchema>;

/** A process ended before it worked; it has printed why. */
export class ChildFailed extends Error {
  override readonly name = "ChildFailed";
}
