import { getRouteApi, Link, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { usePage } from "../../lib/page-context";
import { RefreshNote } from "../../ui/refresh-note";
import { AddressView } from "./address-view";
import { BlockView } from "./block-view";
import { BlocksView } from "./blocks-view";
import { ChainsView } from "./chains-view";
import type { Explored } from "./load";
import { Head } from "./parts";
import { TransactionView } from "./transaction-view";

const route = getRouteApi("/simnet/$");
const REFRESH_MS = 5_000;

/** A page of simnet's explorer: what is looked at, and the field to look for something else. */
export function ExplorerPage() {
  const t = useTranslations("explorer");
  const explored = route.useLoaderData();
  const { _splat: path = "" } = route.useParams();
  const { cursor, refresh } = route.useSearch();
  useRefresh(explored.refreshes === true);
  return (
    <div className="mx-auto max-w-[73rem] px-4 pt-5 sm:px-6 sm:pt-12">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 border-b pb-6">
        <SearchForm />
        {explored.kind === "chains" ? null : (
          <Link to="/simnet/$" params={{ _splat: "" }} activeOptions={{ exact: true }} className="link py-3">
            {t("home")}
          </Link>
        )}
      </div>
      <div className="mt-8">
        <View explored={explored} />
        {explored.refreshes === true ? (
          <div className="mt-8">
            <RefreshNote
              path={`/simnet/${path}`}
              search={cursor === undefined ? {} : { cursor }}
              isOff={refresh === "off"}
            />
          </div>
        ) : null}
      </div>
    </div>
  );
}

function View({ explored }: { explored: Explored }) {
  const t = useTranslations();
  switch (explored.kind) {
    case "chains":
      return <ChainsView chains={explored.chains} />;
    case "blocks":
      return <BlocksView blocks={explored.blocks} />;
    case "block":
      return <BlockView block={explored.block} />;
    case "transaction":
      return <TransactionView transaction={explored.transaction} />;
    case "address":
      return <AddressView address={explored.address} />;
    case "refused":
      return explored.isUnknown ? (
        <Head eyebrow="404" title={t("explorer.unknownTitle")} text={t("explorer.unknownText")} />
      ) : (
        <Head eyebrow="503" title={t("error.page")} text={explored.message || t("error.network")} />
      );
  }
}

/** A plain search form; the server leads to what was found. */
function SearchForm() {
  const t = useTranslations("explorer");
  const { language } = usePage();
  return (
    <form method="get" action={`/${language}/simnet`} className="min-w-0 max-w-2xl grow">
      <label htmlFor="q" className="eyebrow">
        {t("search")}
      </label>
      <div className="mt-1 flex gap-3">
        <input
          id="q"
          name="q"
          type="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={120}
          required
          className="control min-w-0 font-mono"
        />
        <button type="submit" className="button shrink-0">
          {t("searchSubmit")}
        </button>
      </div>
    </form>
  );
}

/** Reads the page again while something on it is unconfirmed, as long as it is looked at. */
function useRefresh(isWanted: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!isWanted) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void router.invalidate();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [isWanted, router]);
}
