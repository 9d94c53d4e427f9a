import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { type ApiResult, type Approval, isUnknown } from "../../lib/api";
import { newIdempotencyKey } from "../../lib/browser";
import { Dialog } from "../../ui/dialog";
import { approveBy, type Proof } from "./calls";
import { Failure } from "./part";
import { endsSession, useConsole, useRefresh } from "./use-console";

interface ActDialogProps<T> {
  title: string;
  /** What the button says that does it. */
  confirm: string;
  isGrave?: boolean;
  /**
   * Does it with the fields that were filled in; the same key goes with a call that is repeated, and the header of the
   * one-time code where the service has asked for one.
   */
  run: (field: (name: string) => string, idempotencyKey: string, proof: Proof) => Promise<ApiResult<T>>;
  onDone: (data: T) => void;
  onClose: () => void;
  children: ReactNode;
}

/** Says what will happen, asks for what it needs, and acts only after that. Shows a refusal inside the dialog. */
export function ActDialog<T>(props: ActDialogProps<T>) {
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      {(close) => <ActForm {...props} close={close} />}
    </Dialog>
  );
}

function ActForm<T>({
  confirm,
  isGrave = false,
  run,
  onDone,
  children,
  close,
}: ActDialogProps<T> & { close: () => void }) {
  const t = useTranslations("admin");
  const { client, expire } = useConsole();
  const refresh = useRefresh();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [approval, setApproval] = useState<Approval | null>(null);
  const key = useRef<string | null>(null);
  const act = async (field: (name: string) => string, idempotencyKey: string) => {
    if (approval === null) return run(field, idempotencyKey, {});
    const approved = await approveBy(client, field(CODE_FIELD), approval);
    return approved.ok ? run(field, idempotencyKey, approved.value) : approved;
  };
  const submit = async (form: HTMLFormElement) => {
    const fields = new FormData(form);
    setBusy(true);
    key.current ??= newIdempotencyKey();
    const result = await act((name) => String(fields.get(name) ?? "").trim(), key.current);
    // Unknown is not failed: without an answer, the same call under the same key is safe to repeat.
    if (result.ok || !isUnknown(result.error)) key.current = null;
    setBusy(false);
    if (result.ok) {
      close();
      onDone(result.value);
    } else if (endsSession(result.error)) return expire();
    else {
      setFailure(result.error.message);
      if (result.error.approval !== undefined) setApproval(result.error.approval);
    }
    await refresh();
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) void submit(event.currentTarget);
  };
  return (
    <form onSubmit={onSubmit} className="grid gap-4 overflow-y-auto px-4 pt-1 pb-4">
      {children}
      {approval === null ? null : <CodeField />}
      {failure === null ? null : <Failure title={t("failed")} message={failure} />}
      <div className="flex flex-wrap-reverse justify-end gap-3 border-t pt-4">
        <button type="button" onClick={close} className="button">
          {t("cancel")}
        </button>
        <button
          type="submit"
          disabled={isBusy}
          className={isGrave ? "button border-bad font-semibold text-bad" : "button button-primary"}
        >
          {isBusy ? t("busy") : confirm}
        </button>
      </div>
    </form>
  );
}

/** Why something is done; it is kept in the audit log. */
export function ReasonField() {
  const t = useTranslations("admin");
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium">
        {t("reason")}
      </label>
      <input id={id} name="reason" required maxLength={500} autoComplete="off" className="control mt-1" />
    </div>
  );
}

const CODE_FIELD = "oneTimeCode";

/** The one-time code that the service asks for before it moves money. */
function CodeField() {
  const t = useTranslations("admin");
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium">
        {t("totp")}
      </label>
      <input
        id={id}
        name={CODE_FIELD}
        required
        maxLength={10}
        inputMode="numeric"
        autoComplete="one-time-code"
        className="control mt-1"
      />
    </div>
  );
}
