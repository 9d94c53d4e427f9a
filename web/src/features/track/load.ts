import type { Track } from "@sotto/openapi";
import type { ApiResult } from "../../lib/api";
import type { AppContext } from "../../lib/app-context";

export type TrackData =
  | { kind: "idle" }
  | { kind: "invalid"; error: "empty" | "format"; code: string }
  | { kind: "answer"; code: string; result: ApiResult<Track> };

/** A mixed order shows its status and nothing else, not even when it was created. */
export const isMixed = (order: Track): boolean => order.createdAt === null;

/** The key of the text that says where a tracked order is; the status of a mixed one covers several states. */
export const stateKey = (order: Track) =>
  isMixed(order) ? (`trackMixed.${order.status}` as const) : (`state.${order.state}` as const);

/** Reads a tracking code as people paste it (spaces, a leading #); null unless it is exactly nine digits. */
export function readTrackingCode(text: string): string | null {
  const code = text.normalize("NFKC").replace(/[\s#-]/g, "");
  return /^[0-9]{9}$/.test(code) ? code : null;
}

/** Looks a code up. Only nine digits are ever sent: a typing error never costs one of the visitor's few look-ups. */
export async function loadTrack(context: AppContext, text: string | undefined): Promise<TrackData> {
  if (text === undefined) return { kind: "idle" };
  if (text.trim() === "") {
    context.answer.status = 422;
    return { kind: "invalid", error: "empty", code: "" };
  }
  const code = readTrackingCode(text);
  if (code === null) {
    context.answer.status = 422;
    return { kind: "invalid", error: "format", code: text };
  }
  const result = await context.api.track(code);
  if (!result.ok) context.answer.status = result.error.status || 503;
  return { kind: "answer", code, result };
}
