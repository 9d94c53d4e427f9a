import { getRouteApi } from "@tanstack/react-router";
import { type ClipboardEvent, type FormEvent, useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { usePage } from "../../lib/page-context";
import { FieldMessage, messageId } from "../../ui/field";
import { ClaimForm } from "./claim-form";
import { readTrackingCode, stateKey, type TrackData } from "./load";
import { RecentOrders } from "./recent-orders";
import { TrackedOrder } from "./tracked-order";

const route = getRouteApi("/track");

/** Tracking: one field, the state of the order, and the orders this browser knows. */
export function TrackPage() {
  const t = useTranslations();
  const data = route.useLoaderData();
  const order = data.kind === "answer" && data.result.ok ? data.result.value : null;
  return (
    <div className="mx-auto max-w-2xl px-4 pt-5 sm:px-6 sm:pt-12">
      <h1 className="text-2xl font-semibold tracking-tight sm:text-4xl">{t("track.title")}</h1>
      <p className="mt-1 text-soft sm:mt-3">{t("track.text")}</p>
      <SearchForm data={data} />
      {/* There before an answer is, or its coming would not be announced. */}
      <p className="sr-only" role="status">
        {order === null ? null : `#${order.id}: ${t(stateKey(order))}`}
      </p>
      {order === null ? null : <TrackedOrder order={order} />}
      <RecentOrders />
      <ClaimForm />
    </div>
  );
}

function useTrackError(data: TrackData): string | undefined {
  const t = useTranslations();
  if (data.kind === "idle") return undefined;
  if (data.kind === "invalid") return t(`track.${data.error}`);
  if (data.result.ok) return undefined;
  const { status, message } = data.result.error;
  if (status === 404) return t("track.notFound");
  return message === "" ? t("error.network") : message;
}

function SearchForm({ data }: { data: TrackData }) {
  const t = useTranslations("track");
  const { language } = usePage();
  const navigate = route.useNavigate();
  const error = useTrackError(data);
  const code = data.kind === "idle" ? "" : data.code;
  const field = useRef<HTMLInputElement>(null);
  const shown = useRef(code);
  useEffect(() => {
    // What is typed before the page is alive is not to be taken back.
    if (field.current !== null && shown.current !== code) field.current.value = code;
    shown.current = code;
  }, [code]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get("code") ?? "");
    void navigate({ to: "/track", search: { code: typed || " " } });
  };
  return (
    <form method="get" action={`/${language}/track`} className="mt-6" onSubmit={onSubmit}>
      <label htmlFor="code" className="eyebrow">
        {t("code")}
      </label>
      <div className="mt-1 flex gap-3">
        <input
          id="code"
          name="code"
          ref={field}
          defaultValue={code}
          onPaste={pasteCode}
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          aria-invalid={error !== undefined}
          aria-describedby={messageId("code")}
          className="control min-h-12 text-xl font-semibold tracking-widest"
        />
        <button type="submit" className="button button-primary shrink-0">
          {t("search")}
        </button>
      </div>
      <FieldMessage name="code" error={error}>
        {t("hint")}
      </FieldMessage>
    </form>
  );
}

/** The field's nine characters would cut `#123456789` or `123 456 789`: a whole code is taken out of the paste. */
function pasteCode(event: ClipboardEvent<HTMLInputElement>): void {
  const code = readTrackingCode(event.clipboardData.getData("text"));
  if (code === null) return;
  event.preventDefault();
  event.currentTarget.value = code;
}
