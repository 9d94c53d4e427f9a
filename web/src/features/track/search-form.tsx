import { readTail } from "@sotto/openapi/tail";
import {
  type ClipboardEvent,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { useTranslations } from "use-intl";
import { usePage } from "../../lib/page-context";
import { FieldMessage, messageId } from "../../ui/field";
import { isTailAsked, isTailMissing, readTrackingCode, type TrackData } from "./load";

/** Room for the nine digits as people write them: with a #, with spaces or hyphens. */
const CODE_LENGTH_MAX = 30;

/** The search: one field for the code, and one for the end of the address while the service asks for it. */
export function SearchForm({
  data,
  onSearch,
}: {
  data: TrackData;
  onSearch: (typed: { code: string; tail: string | null }) => Promise<void>;
}) {
  const t = useTranslations("track");
  const { language } = usePage();
  const errors = useErrors(data);
  const code = data.kind === "idle" ? "" : data.code;
  const field = useShown(code);
  const isAsked = isTailAsked(data);
  const [isBusy, setBusy] = useState(false);
  const submit = async (form: HTMLFormElement) => {
    const fields = new FormData(form);
    const typed = (name: string) => String(fields.get(name) ?? "");
    setBusy(true);
    await onSearch({ code: typed("code"), tail: isAsked ? typed("tail") : null });
    setBusy(false);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) void submit(event.currentTarget);
  };
  const button = (
    <button type="submit" className="button button-primary shrink-0">
      {t("search")}
    </button>
  );
  return (
    // The end of an address goes into the body of a post: a page's address is kept by browsers and proxies.
    <form method={isAsked ? "post" : "get"} action={`/${language}/track`} onSubmit={onSubmit}>
      <label htmlFor="code" className="eyebrow">
        {t("code")}
      </label>
      <div className="mt-1 flex gap-3">
        <input
          id="code"
          name="code"
          ref={field}
          defaultValue={code}
          onPaste={(event) => paste(event, readTrackingCode)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={CODE_LENGTH_MAX}
          aria-invalid={errors.code !== undefined || isUnknown(data)}
          aria-describedby={messageId("code")}
          className="control min-h-12 text-xl font-semibold tracking-widest"
        />
        {isAsked ? null : button}
      </div>
      <FieldMessage name="code" error={errors.code}>
        {t("hint")}
      </FieldMessage>
      {isAsked ? (
        <TailField data={data} error={errors.tail}>
          {button}
        </TailField>
      ) : null}
    </form>
  );
}

function TailField({
  data,
  error,
  children,
}: {
  data: TrackData;
  error: string | undefined;
  children: ReactNode;
}) {
  const t = useTranslations("tail");
  const tail = (data.kind === "idle" ? null : data.tail) ?? "";
  const field = useShown(tail);
  const isNew = isTailMissing(data);
  useEffect(() => {
    if (isNew) field.current?.focus();
  }, [isNew, field]);
  return (
    <>
      <input type="hidden" name="intent" value="search" />
      <p id="tail-why" className="mt-2 rounded-md bg-tint p-3 text-sm">
        {t("why")}
      </p>
      <label htmlFor="tail" className="eyebrow mt-3 block">
        {t("label")}
      </label>
      <div className="mt-1 flex gap-3">
        <input
          id="tail"
          name="tail"
          ref={field}
          defaultValue={tail}
          onPaste={(event) => paste(event, (text) => readTail(text) ?? null)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          aria-invalid={error !== undefined}
          aria-describedby={`tail-why ${messageId("tail")}`}
          className="control min-h-12 font-mono text-xl"
        />
        {children}
      </div>
      <FieldMessage name="tail" error={error}>
        {t("hint")}
      </FieldMessage>
    </>
  );
}

function useErrors(data: TrackData): { code?: string | undefined; tail?: string | undefined } {
  const t = useTranslations();
  if (data.kind === "idle" || isTailMissing(data)) return {};
  if (data.kind === "invalid") {
    const { code, tail } = data.errors;
    return { code: code && t(`track.${code}`), tail: tail && t(`tail.${tail}`) };
  }
  if (data.result.ok) return {};
  const { status, message } = data.result.error;
  if (status !== 404) return { code: message === "" ? t("error.network") : message };
  return data.tail === null ? { code: t("track.notFound") } : { tail: t("tail.notFound") };
}

/** Whether no order was found: then the code may be wrong as well as the end of the address. */
const isUnknown = (data: TrackData): boolean =>
  data.kind === "answer" && !data.result.ok && data.result.error.status === 404;

/** Shows a value that comes with an answer; what is typed before the page is alive is not to be taken back. */
function useShown(value: string): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  const shown = useRef(value);
  useEffect(() => {
    if (field.current !== null && shown.current !== value) field.current.value = value;
    shown.current = value;
  }, [value]);
  return field;
}

/** A field's few characters would cut `#123456789`, `123 456 789` or an address: what is meant is taken out of the paste. */
function paste(event: ClipboardEvent<HTMLInputElement>, read: (text: string) => string | null): void {
  const meant = read(event.clipboardData.getData("text"));
  if (meant === null) return;
  event.preventDefault();
  event.currentTarget.value = meant;
}
