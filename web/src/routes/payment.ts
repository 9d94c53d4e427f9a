import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import type { PaymentData } from "../features/payment/load";
import { PaymentPending } from "../features/payment/pending";
import type { AppContext } from "../lib/app-context";
import { addPageMessages } from "../lib/catalogues";
import { headTranslator, seoHead } from "../lib/seo";
import { rootRoute } from "./root";

interface PaymentSearch {
  id?: string;
  /** `off` stops the automatic refresh of the page without JavaScript. */
  refresh?: string;
  /** The fold that is shown unfolded; the page without JavaScript then stands still. */
  open?: string;
  /** What a plain form just did; shown once as a notice. */
  notice?: string;
  /** When the payment was made, as the service answered a plain form. */
  at?: string;
  /** When the service looked at the chain for a plain form, and up to which block. */
  looked?: string;
  block?: string;
}

const NAMES = [
  "id",
  "refresh",
  "open",
  "notice",
  "at",
  "looked",
  "block",
] as const satisfies (keyof PaymentSearch)[];

function validateSearch(search: Record<string, unknown>): PaymentSearch {
  const isText = (value: unknown) => typeof value === "string" || typeof value === "number";
  const given = NAMES.filter((name) => isText(search[name]));
  return Object.fromEntries(given.map((name) => [name, String(search[name]).slice(0, 80)]));
}

/** Only an order that the service does not know is said to be missing. */
function titleWithout(data: PaymentData | undefined) {
  if (data?.note != null) return "deletion.metaTitle";
  const status = data?.order.ok === false ? data.order.error.status : undefined;
  return status === 404 || status === 400 ? "meta.paymentMissingTitle" : "meta.homeTitle";
}

function paymentHead(context: AppContext, data: PaymentData | undefined) {
  const t = headTranslator(context);
  const order = data?.order.ok === true ? data.order.value : null;
  const title =
    order === null
      ? t(titleWithout(data))
      : t("meta.paymentTitle", {
          state: t(`state.${order.state}`),
          send: order.sendCurrency,
          receive: order.receiveCurrency,
        });
  return seoHead(context, {
    path: "/payment",
    title,
    description: t("meta.paymentDescription"),
    keywords: t("meta.paymentKeywords"),
    index: false,
  });
}

/** Comes with the page: no other page needs to carry it. */
async function loadPayment(context: AppContext, id: string): Promise<PaymentData> {
  const payment = await import("../features/payment/load");
  return payment.loadPayment(context, id);
}

const PaymentPage = lazyRouteComponent(() => import("../features/payment/payment-page"), "PaymentPage");
const PaymentQueryPage = lazyRouteComponent(
  () => import("../features/payment/payment-page"),
  "PaymentQueryPage",
);

export const paymentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/payment/$id",
  validateSearch,
  beforeLoad: ({ context }) => addPageMessages(context, "order"),
  loader: ({ context, params }) => loadPayment(context, params.id),
  head: ({ match, loaderData }) => paymentHead(match.context, loaderData),
  component: PaymentPage,
  pendingComponent: PaymentPending,
});

export const paymentQueryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/payment",
  validateSearch,
  beforeLoad: ({ context }) => addPageMessages(context, "order"),
  loaderDeps: ({ search }) => ({ id: search.id ?? "" }),
  loader: ({ context, deps }) => loadPayment(context, deps.id),
  head: ({ match, loaderData }) => paymentHead(match.context, loaderData),
  component: PaymentQueryPage,
  pendingComponent: PaymentPending,
});
