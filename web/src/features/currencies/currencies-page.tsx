import type { Currency } from "@sotto/openapi";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { usePage } from "../../lib/page-context";
import { PageHead, Remark } from "../../ui/prose";
import { CurrencyCard } from "./currency-card";
import { findCurrencies } from "./load";

const route = getRouteApi("/currencies");

/** Every currency of the registry: a card each, found by name, symbol or network. */
export function CurrenciesPage() {
  const t = useTranslations("currencies");
  const currencies = route.useLoaderData();
  return (
    <div className="mx-auto max-w-[73rem] px-4 pt-5 sm:px-6 sm:pt-12">
      <PageHead title={t("title")} lead={t("lead")} />
      {currencies.ok ? (
        <Cards currencies={currencies.value} />
      ) : (
        <div className="mt-8">
          <Remark>{currencies.error.message === "" ? t("unavailable") : currencies.error.message}</Remark>
        </div>
      )}
      <Reminders />
    </div>
  );
}

function Cards({ currencies }: { currencies: readonly Currency[] }) {
  const t = useTranslations("currencies");
  const asked = route.useSearch().q ?? "";
  const [search, setSearch] = useState(asked);
  const shown = findCurrencies(currencies, search);
  return (
    <>
      <SearchForm search={search} onSearch={setSearch} />
      <p className="mt-3 text-sm text-soft" aria-live="polite">
        {t("count", { shown: shown.length, active: shown.filter(({ isActive }) => isActive).length })}
      </p>
      {shown.length === 0 ? (
        <p className="panel mt-4 px-5 py-10 text-center text-soft">{t("nothing")}</p>
      ) : (
        <ul className="mt-4 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {shown.map((currency) => (
            <CurrencyCard key={currency.id} currency={currency} />
          ))}
        </ul>
      )}
    </>
  );
}

/** A plain search form; with scripts it filters while one types. */
function SearchForm({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const t = useTranslations("currencies");
  const { language } = usePage();
  return (
    <form
      method="get"
      action={`/${language}/currencies`}
      className="mt-6 max-w-xl sm:mt-8"
      onSubmit={(event) => event.preventDefault()}
    >
      <label htmlFor="q" className="eyebrow">
        {t("search")}
      </label>
      <div className="mt-1 flex gap-3">
        <input
          id="q"
          name="q"
          type="search"
          autoComplete="off"
          maxLength={60}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
          placeholder={t("searchPlaceholder")}
          className="control"
        />
        <button type="submit" className="button shrink-0">
          {t("searchSubmit")}
        </button>
        {search === "" ? null : (
          <Link to="/currencies" search={{}} className="button shrink-0" onClick={() => onSearch("")}>
            {t("clear")}
          </Link>
        )}
      </div>
    </form>
  );
}

function Reminders() {
  const t = useTranslations("currencies");
  const reminders = [
    ["reminder1Title", "reminder1Text"],
    ["reminder2Title", "reminder2Text"],
    ["reminder3Title", "reminder3Text"],
  ] as const;
  return (
    <section className="mt-12 sm:mt-16" aria-labelledby="reminders">
      <h2 id="reminders" className="text-xl display">
        {t("remindersTitle")}
      </h2>
      <div className="mt-4 grid border-y md:grid-cols-3">
        {reminders.map(([title, text]) => (
          <div
            key={title}
            className="border-t py-5 first:border-t-0 md:border-t-0 md:not-first:border-l md:not-first:pl-6 md:not-last:pr-6"
          >
            <h3 className="font-semibold">{t(title)}</h3>
            <p className="mt-1 leading-relaxed text-pretty text-soft">{t(text)}</p>
          </div>
        ))}
      </div>
    </section>
  );
}
