import type { Track } from "@sotto/openapi";
import { readTail } from "@sotto/openapi/tail";
import type { ApiResult, SottoApi } from "../../lib/api";
import type { AppContext } from "../../lib/app-context";

export type TrackData = { kind: "idle" } | InvalidSearch | TrackAnswer;

/** `tail` is null where it was not asked for. */
type Typed = { code: string; tail: string | null };
type InvalidSearch = Typed & {
  kind: "invalid";
  errors: { code?: "empty" | "format"; tail?: "empty" | "format" };
};
type TrackAnswer = Typed & { kind: "answer"; result: ApiResult<Track> };

/** Whether the form also asks for the last characters of the address. */
export const isTailAsked = (data: TrackData): boolean =>
  data.kind !== "idle" && (data.tail !== null || isTailMissing(data));

/** Whether the service asks for them now, and they were not entered before. */
export const isTailMissing = (data: TrackData): boolean =>
  data.kind === "answer" && !data.result.ok && data.result.error.code === "track/tail-required";

/** Reads a tracking code as people paste it (spaces, a leading #); null unless it is exactly nine digits. */
export function readTrackingCode(text: string): string | null {
  const code = text.normalize("NFKC").replace(/[\s#-]/g, "");
  return /^[0-9]{9}$/.test(code) ? code : null;
}

/** Looks up the code of a page's address. */
export async function loadTrack(context: AppContext, text: string | undefined): Promise<TrackData> {
  if (text === undefined) return { kind: "idle" };
  const data = await lookUp(context.api, { code: text, tail: null });
  const status = statusOf(data);
  if (status !== 200) context.answer.status = status;
  return data;
}

/** Looks a code up. Only nine digits are ever sent: a typing error never costs one of the visitor's few look-ups. */
export async function lookUp(api: SottoApi, typed: Typed): Promise<InvalidSearch | TrackAnswer> {
  const code = readTrackingCode(typed.code);
  const tail = typed.tail === null ? null : readTail(typed.tail);
  if (code !== null && tail !== undefined)
    return { kind: "answer", code, tail, result: await api.track(code, tail) };
  const errors: InvalidSearch["errors"] = {};
  const isEmpty = typed.code.trim() === "";
  if (code === null) errors.code = isEmpty ? "empty" : "format";
  if (tail === undefined) errors.tail = typed.tail?.trim() === "" ? "empty" : "format";
  return { kind: "invalid", code: isEmpty ? "" : typed.code, tail: typed.tail, errors };
}

/** The status of a page that shows this. */
export function statusOf(data: InvalidSearch | TrackAnswer): number {
  if (data.kind === "invalid") return 422;
  return data.result.ok ? 200 : data.result.error.status || 503;
}

/** A look-up as a plain post brings it back. */
export const lookUpText = (data: TrackData): string => JSON.stringify(data);
export const readLookUp = (text: string): TrackData => JSON.parse(text) as TrackData;
