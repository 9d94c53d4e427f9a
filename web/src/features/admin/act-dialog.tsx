import { Link } from "@tanstack/react-router";
import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useId, useRef } from "react";
import { useTranslations } from "use-intl";
import { pointerParts, type Refusal } from "../../lib/api";
import { Dialog } from "../../ui/dialog";
import { notify } from "../../ui/notices";
import { Remark } from "../../ui/prose";
import { Failure } from "./part";
import { CODE_FIELD, type Run, useAct } from "./use-act";
import { useConsole } from "./use-console";

interface ActDialogProps<T> {
  title: string;
  /** What the button says that does it. */
  confirm: string;
  isGrave?: boolean;
  /** Does it with the fields that were filled in. */
  run: Run<T>;
  onDone: (data: T) => void;
  onClose: () => void;
  children: ReactNode;
}

/** Says what will happen, asks for what it needs, and acts only after that. Shows a refusal inside the dialog. */
export function ActDialog<T>(props: ActDialogProps<T>) {
  const { title, onClose } = props;
  // A refusal that could not be read, because what the dialog was about is gone from the page.
  const unread = useRef<string | null>(null);
  const t = useTranslations("admin");
  const failed = t("failed");
  useEffect(
    () => () => {
      if (unread.current !== null) notify({ title: failed, text: unread.current, tone: "bad" });
    },
    [failed],
  );
  const closed = () => {
    unread.current = null;
    onClose();
  };
  return (
    <Dialog title={title} onClose={closed}>
      {(close) => (
        <ActForm
          {...props}
          close={close}
          onRefusal={(text) => {
            unread.current = text;
          }}
        />
      )}
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
  onRefusal,
}: ActDialogProps<T> & { close: () => void; onRefusal: (text: string | null) => void }) {
  const t = useTranslations("admin");
  const { totp } = useConsole().account;
  const { isBusy, refusal, needsCode, submit } = useAct(run, (data) => {
    close();
    onDone(data);
  });
  const text = refusal === null ? null : refusal.message || t("noAnswer");
  useEffect(() => onRefusal(text), [text, onRefusal]);
  const isOfCode = needsCode && refusal?.code.startsWith("totp/") === true;
  const lacksCodes = needsCode && !totp;
  const form = useRef<HTMLFormElement>(null);
  const faulty = refusal === null || text === null ? null : faultyField(refusal, form.current);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void submit(event.currentTarget);
  };
  return (
    <form ref={form} onSubmit={onSubmit} className="grid gap-4 overflow-y-auto px-4 pt-1 pb-4">
      <Fault value={faulty === null ? null : { name: faulty, text: text ?? "" }}>{children}</Fault>
      {needsCode && totp ? <CodeField refusal={refusal} error={isOfCode ? text : null} /> : null}
      {lacksCodes ? <CodesFirst close={close} /> : null}
      {text === null || isOfCode || faulty !== null ? null : (
        <Failure title={t("failed")} message={text} takesFocus />
      )}
      <div className="flex flex-wrap-reverse justify-end gap-3 border-t pt-4">
        <button type="button" onClick={close} className="button">
          {t("cancel")}
        </button>
        <button
          type="submit"
          disabled={lacksCodes}
          aria-disabled={isBusy}
          className={isGrave ? "button border-bad font-semibold text-bad" : "button button-primary"}
        >
          {isBusy ? t("busy") : confirm}
        </button>
      </div>
    </form>
  );
}

/** The field of the form that a refusal is about; null where it is about none of them. */
function faultyField({ errors }: Refusal, form: HTMLFormElement | null): string | null {
  const names = errors.map(({ pointer }) => pointerParts(pointer)[0] ?? "");
  return names.find((name) => form?.elements.namedItem(name) instanceof HTMLInputElement) ?? null;
}

const Fault = createContext<{ name: string; text: string } | null>(null);

/** What is wrong with the field above it, which takes the focus. */
export function InputFault({ name }: { name: string }) {
  const fault = useContext(Fault);
  const text = useRef<HTMLParagraphElement>(null);
  const isFaulty = fault?.name === name;
  useEffect(() => {
    const input = text.current?.parentElement?.querySelector("input");
    if (isFaulty) input?.setAttribute("aria-invalid", "true");
    else input?.removeAttribute("aria-invalid");
    if (isFaulty) input?.focus();
  }, [isFaulty]);
  return (
    <p ref={text} role="alert" className="font-medium text-pretty text-bad not-empty:mt-1">
      {isFaulty ? fault.text : null}
    </p>
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
      <InputFault name="reason" />
    </div>
  );
}

/** The one-time code that the service asks for before it moves money; each refusal asks for another. */
function CodeField({ refusal, error }: { refusal: Refusal | null; error: string | null }) {
  const t = useTranslations("admin");
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins again with each refusal
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, [refusal]);
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium">
        {t("totp")}
      </label>
      <input
        ref={input}
        id={id}
        name={CODE_FIELD}
        required
        maxLength={10}
        inputMode="numeric"
        autoComplete="one-time-code"
        aria-invalid={error !== null}
        aria-describedby={`${id}-hint`}
        className="control mt-1 text-lg font-semibold tracking-widest"
      />
      <p
        id={`${id}-hint`}
        aria-live="polite"
        className={`mt-1 text-sm text-pretty ${error === null ? "text-soft" : "font-medium text-bad"}`}
      >
        {error ?? t("codeAsked")}
      </p>
    </div>
  );
}

/** Where money needs a code and the account has no codes yet. */
function CodesFirst({ close }: { close: () => void }) {
  const t = useTranslations("admin");
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return (
    <div role="alert">
      <Remark>
        {t("codesFirst")}{" "}
        <Link ref={link} to="/admin" search={{ tab: "account" }} onClick={close} className="link">
          {t("setUpCodes")}
        </Link>
      </Remark>
    </div>
  );
}
