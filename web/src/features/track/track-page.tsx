import { useTranslations } from "use-intl";
import { RecentOrders } from "../recent/recent-orders";
import { ClaimForm } from "./claim-form";
import { SearchForm } from "./search-form";
import { stateKey } from "./state-key";
import { TrackedOrder } from "./tracked-order";
import { useSearch } from "./use-search";

/** Tracking: a search by code, the state of the order, and the orders this browser knows. */
export function TrackPage() {
  const t = useTranslations();
  const { data, search } = useSearch();
  const order = data.kind === "answer" && data.result.ok ? data.result.value : null;
  return (
    <>
      <div className="field border-b border-line">
        <div className="mx-auto max-w-2xl px-4 pt-6 pb-20 sm:px-6 sm:pt-10 sm:pb-24">
          <h1 className="display display-large text-[2.75rem]/13 sm:text-[3.75rem]/16">{t("track.title")}</h1>
          <p className="mt-3 text-soft">{t("track.text")}</p>
        </div>
      </div>
      <div className="mx-auto max-w-2xl px-4 sm:px-6">
        <div className="panel raised relative -mt-14 p-5 sm:p-8">
          <SearchForm data={data} onSearch={search} />
        </div>
        {/* There before an answer is, or its coming would not be announced. */}
        <p className="sr-only" role="status">
          {order === null ? null : `#${order.id}: ${t(stateKey(order))}`}
        </p>
        {order === null ? null : <TrackedOrder order={order} />}
        <RecentOrders />
        <ClaimForm />
      </div>
    </>
  );
}
