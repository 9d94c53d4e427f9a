import { type Problem, problem } from "../core/errors";
import { err, ok, type Result } from "../core/result";

export const BODY_BYTES_MAX = 16 * 1024;
const DEPTH_MAX = 8;

/**
 * Reads a JSON body of at most 16 KiB and 8 levels; undefined when it is empty. Errors: `request/media-type`,
 * `request/too-large`, `request/malformed`.
 */
export async function readJsonBody(request: Request): Promise<Result<unknown, Problem>> {
  const mediaType = request.headers.get("content-type");
  // Checked even for an empty body: a cross-site form can send text/plain without asking, but never JSON.
  if (mediaType !== null && !/^application\/json\s*(;|$)/i.test(mediaType))
    return err(problem("request/media-type"));
  const text = await readText(request);
  if (!text.ok) return text;
  if (text.value === "") return ok(undefined);
  if (mediaType === null) return err(problem("request/media-type"));
  try {
    const value: unknown = JSON.parse(text.value);
    return isDeeper(value, DEPTH_MAX) ? err(problem("request/malformed")) : ok(value);
  } catch {
    return err(problem("request/malformed"));
  }
}

async function readText(request: Request): Promise<Result<string, Problem>> {
  const declared = request.headers.get("content-length");
  if (Number(declared ?? 0) > BODY_BYTES_MAX) return err(problem("request/too-large"));
  if (declared !== null) return readDeclared(request);
  if (!request.body) return ok("");
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let bytes = 0;
  // Counted as it arrives: a chunked body declares no length.
  const reader = request.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return ok(text + decoder.decode());
      bytes += value.byteLength;
      if (bytes > BODY_BYTES_MAX) {
        await reader.cancel();
        return err(problem("request/too-large"));
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // Not UTF-8, or the sender went away in the middle.
    return err(problem("request/malformed"));
  }
}

/** A body in one piece: the server takes no more of it than its declared length, and reads it without a stream. */
async function readDeclared(request: Request): Promise<Result<string, Problem>> {
  try {
    const bytes = await request.arrayBuffer();
    if (bytes.byteLength > BODY_BYTES_MAX) return err(problem("request/too-large"));
    return ok(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    // Not UTF-8, or the sender went away in the middle.
    return err(problem("request/malformed"));
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== "object") return false;
  if (levels === 0) return true;
  return Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
