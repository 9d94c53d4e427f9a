import { useRef, useState } from "react";
import { type ApiResult, type Approval, isUnknown, type Refusal } from "../../lib/api";
import { newIdempotencyKey } from "../../lib/browser";
import { approveBy, type Proof } from "./calls";
import { endsSession, useConsole, useRefresh } from "./use-console";

/** The field of the one-time code. */
export const CODE_FIELD = "oneTimeCode";

/** The values of a form's fields, by name. */
export type ReadField = (name: string) => string;

/** What is done; the same key goes with a call that is repeated, and the proof that a one-time code has approved it. */
export type Run<T> = (field: ReadField, idempotencyKey: string, proof: Proof) => Promise<ApiResult<T>>;

/** Does one thing, after a one-time code where the service asks for one, and keeps what came of it. */
export function useAct<T>(run: Run<T>, onSuccess: (value: T) => void) {
  const { client, expire } = useConsole();
  const refresh = useRefresh();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [approval, setApproval] = useState<Approval | null>(null);
  // Unknown is not failed: without an answer, the same call is safe to repeat under the same key and by the same proof.
  const [unknown, setUnknown] = useState<{ key: string; proof: Proof } | null>(null);
  const isUnderWay = useRef(false);
  const act = async (field: ReadField): Promise<ApiResult<T>> => {
    const key = unknown?.key ?? newIdempotencyKey();
    let proof = unknown?.proof ?? {};
    if (approval !== null && !isProved(proof)) {
      const approved = await approveBy(client, field(CODE_FIELD), approval);
      if (!approved.ok) return approved;
      proof = approved.value;
    }
    const result = await run(field, key, proof);
    setUnknown(result.ok || !isUnknown(result.error) ? null : { key, proof });
    return result;
  };
  const submit = async (form: HTMLFormElement): Promise<void> => {
    if (isUnderWay.current) return;
    const fields = new FormData(form);
    isUnderWay.current = true;
    setBusy(true);
    setRefusal(null);
    const result = await act((name) => String(fields.get(name) ?? "").trim());
    isUnderWay.current = false;
    setBusy(false);
    if (result.ok) onSuccess(result.value);
    else if (endsSession(result.error)) return expire({ isUndone: unknown === null });
    else if (result.error.approval !== undefined) setApproval(result.error.approval);
    else setRefusal(result.error);
    await refresh();
  };
  const needsCode = approval !== null && !isProved(unknown?.proof ?? {});
  return { isBusy, refusal, needsCode, submit };
}

const isProved = (proof: Proof): boolean => proof["Sotto-Authorization"] !== undefined;
