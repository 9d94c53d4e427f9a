import type { ApiResult } from "../../../lib/api";

const PAUSE_MS = 5000;
/** Longer than any limit's window. */
const TRIES_MAX = 30;

/**
 * Repeats a call that was refused for coming too fast, until it is accepted or `isStopped` says that the result is no
 * longer needed.
 */
export async function patiently<T>(
  call: () => Promise<ApiResult<T>>,
  isStopped: () => boolean = () => false,
): Promise<ApiResult<T>> {
  for (let tries = 1; ; tries += 1) {
    const result = await call();
    if (result.ok || result.error.status !== 429 || tries >= TRIES_MAX || isStopped()) return result;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
