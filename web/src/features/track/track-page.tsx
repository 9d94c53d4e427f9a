import type { Track } from "@sotto/openapi";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { FieldMessage, messageId } from "../../ui/field";
import { Icon } from "../../ui/icon";
import { Moment } from "../../ui/time";
import type { TrackData } from "./load";
import { RecentOrders } from "./recent-orders";

const route = getRouteApi("/track");

/** Tracking: one field, the state of the order, and the orders this browser knows. */
export function TrackPage() {
  const t = useTranslations("track");
  const data = route.useLoaderData();
  return (
    <div className="mx-auto max-w-2xl px-4 pt-5 sm:px-6 sm:pt-12">
      <h1 className="text-2xl font-semibold tracking-tight sm:text-4xl">{t("title")}</h1>
      <p className="mt-1 text-soft sm:mt-3">{t("text")}</p>
      <SearchForm data={data} />
      {data.kind === "answer" && data.result.ok ? <Result order={data.result.data} /> : null}
      <RecentOrders />
    </div>
  );
}

function useTrackError(data: TrackData): string | undefined {
  const t = useTranslations();
  if (data.kind === "idle") return undefined;
  if (data.kind === "invalid") return t(`track.${data.error}`);
  if (data.result.ok) return undefined;
  const { status, message } = data.result.problem;
  if (status === 404) return t("track.notFound");
  return message === "" ? t("error.network") : message;
}

function SearchForm({ data }: { data: TrackData }) {
  const t = useTranslations("track");
  const { language } = usePage();
  const navigate = route.useNavigate();
  const error = useTrackError(data);
  return (
    <form
      method="get"
      action={`/${language}/track`}
      className="mt-6"
      onSubmit={(event) => {
        event.preventDefault();
        const code = String(new FormData(event.currentTarget).get("code") ?? "");
        void navigate({ to: "/track", search: { code } });
      }}
    >
      <label htmlFor="code" className="eyebrow">
        {t("code")}
      </label>
      <div className="mt-1 flex gap-3">
        <input
          id="code"
          name="code"
          key={data.kind === "idle" ? "" : data.code}
          defaultValue={data.kind === "idle" ? "" : data.code}
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          aria-invalid={error !== undefined}
          aria-describedby={messageId("code")}
          className="control min-h-12 text-xl font-semibold tracking-widest"
        />
        <button type="submit" className="button button-primary">
          {t("search")}
        </button>
      </div>
      <FieldMessage name="code" error={error} />
    </form>
  );
}

function Result({ order }: { order: Track }) {
  const t = useTranslations();
  const { language } = usePage();
  const isProcessing = order.status === "processing" || order.status === "completed";
  const steps = [
    [t("track.requestCreated"), true],
    [t("steps.waiting"), order.status !== "expired"],
    [t("steps.processing"), isProcessing],
    [t("steps.completed"), order.status === "completed"],
  ] as const;
  const notice =
    order.status === "pending"
      ? t("track.waitingNotice")
      : order.status === "completed"
        ? t("track.completedNotice")
        : null;
  return (
    <section className="panel fade-in mt-4 p-4 sm:p-6" aria-live="polite">
      <p className="text-sm text-soft">#{order.id}</p>
      <h2 className="text-xl font-semibold tracking-tight">{t(`state.${order.state}`)}</h2>
      {notice === null ? null : <p className="mt-2 rounded-md bg-tint p-3 text-sm">{notice}</p>}
      <ol className="mt-4 grid gap-2">
        {steps.map(([label, isLit]) => (
          <li key={label} className={`flex items-center gap-3 ${isLit ? "" : "text-soft"}`}>
            <span
              className={`grid size-6 place-items-center rounded-full border ${isLit ? "border-accent bg-accent text-on-accent" : "border-edge"}`}
            >
              {isLit ? <Icon name="check" className="size-4" /> : null}
            </span>
            {label}
          </li>
        ))}
      </ol>
      <dl className="mt-5 grid grid-cols-2 gap-4 border-t pt-4 text-sm">
        <Fact name={t("track.sent")}>{amountText(order.sendAmount, order.sendCurrency)}</Fact>
        <Fact name={t("track.received")}>{amountText(order.receiveAmount, order.receiveCurrency)}</Fact>
        <Fact name={t("track.created")}>
          <Moment at={order.createdAt} />
        </Fact>
        <Fact name={t("track.address")}>{order.receiveAddress}</Fact>
        {order.completedAt === null ? null : (
          <Fact name={t("track.completed")}>
            <Moment at={order.completedAt} />
          </Fact>
        )}
      </dl>
    </section>
  );

  function amountText(amount: string | null, currency: string | null): string | null {
    return amount === null ? null : `${formatDecimal(amount, language)} ${currency ?? ""}`;
  }
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  if (children === null) return null;
  return (
    <div>
      <dt className="text-xs text-soft">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
