/** A computation that may fail in an expected way: the failure is a value, never an exception. */
export type Result<Value, Failure> = { ok: true; value: Value } | { ok: false; error: Failure };

export const ok = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value });
export const err = <Failure>(error: Failure): { ok: false; error: Failure } => ({ ok: false, error });

/** Turns the value of a success into another; a failure stays as it is. */
export const mapOk = <Value, Failure, Mapped>(
  result: Result<Value, Failure>,
  map: (value: Value) => Mapped,
): Result<Mapped, Failure> => (result.ok ? ok(map(result.value)) : result);
