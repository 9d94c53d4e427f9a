import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { OnChain } from "../../ui/on-chain";
import { Moment } from "../../ui/time";

/** What a page of the explorer is about. */
export function Head({
  eyebrow,
  title,
  text,
  children,
}: {
  eyebrow?: string;
  title: string;
  text?: string;
  children?: ReactNode;
}) {
  return (
    <header className="max-w-3xl">
      {eyebrow === undefined ? null : <p className="eyebrow">{eyebrow}</p>}
      <h1 className="display text-2xl sm:text-4xl">{title}</h1>
      {text === undefined ? null : <p className="mt-2 text-pretty text-soft">{text}</p>}
      {children}
    </header>
  );
}

/** A titled part of a page. */
export function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="mt-9 min-w-0" aria-labelledby={id}>
      <h2 id={id} className="display text-xl">
        {title}
      </h2>
      <div className="mt-3">{children}</div>
    </section>
  );
}

interface Amount {
  currency: string;
  amount: string;
}

const SIGNS = { received: "+", sent: "−" };

/** Amounts, one a line, with a sign where they come or go. */
export function Amounts({ amounts, side }: { amounts: readonly Amount[]; side?: "received" | "sent" }) {
  const t = useTranslations("explorer");
  const { language } = usePage();
  return amounts.map(({ currency, amount }) => (
    <span key={currency} className="block whitespace-nowrap tabular-nums">
      {side === undefined ? null : (
        <>
          <span className="sr-only">{t(side)} </span>
          {SIGNS[side]}
        </>
      )}
      {formatDecimal(amount, language)} <span className="text-soft">{currency}</span>
    </span>
  ));
}

interface Placed {
  hash: string;
  network: string;
  height: number | null;
  at: string | null;
  confirmations: number;
  succeeded: boolean;
}

/** How far a transaction is. */
export function useStatus(): (placed: Pick<Placed, "confirmations" | "succeeded">) => string {
  const t = useTranslations("explorer");
  return ({ confirmations, succeeded }) =>
    confirmations === 0
      ? t("unconfirmed")
      : succeeded
        ? t("confirmed", { count: confirmations })
        : t("failed");
}

/** A list of transactions, each with its amounts at the right. */
export function TransactionList<Item extends Placed>({
  items,
  amountsOf,
  showsNetwork = false,
}: {
  items: readonly Item[];
  amountsOf: (item: Item) => ReactNode;
  showsNetwork?: boolean;
}) {
  const t = useTranslations("explorer");
  const status = useStatus();
  if (items.length === 0) return <p className="text-soft">{t("none")}</p>;
  return (
    <ul className="border-b">
      {items.map((item) => (
        <li
          key={item.hash}
          className="grid gap-x-6 gap-y-1 border-t py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-baseline"
        >
          <div className="min-w-0">
            <OnChain kind="tx" value={item.hash} className="break-address text-[0.8125rem]" />
            <p className="text-sm text-soft">
              {showsNetwork ? `${item.network} · ` : ""}
              {status(item)}
              {item.at === null ? null : (
                <>
                  {" · "}
                  <Moment at={item.at} />
                </>
              )}
            </p>
          </div>
          <div className="sm:text-right">{amountsOf(item)}</div>
        </li>
      ))}
    </ul>
  );
}

/** The way to the next page of a list. */
export function More({ path, cursor }: { path: string; cursor: string | null }) {
  const t = useTranslations("explorer");
  if (cursor === null) return null;
  return (
    <p className="mt-4">
      <Link to="/simnet/$" params={{ _splat: path }} search={{ cursor }} className="button">
        {t("more")}
      </Link>
    </p>
  );
}
