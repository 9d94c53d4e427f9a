import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { alignedDecimal } from "../lib/decimal";
import { usePage } from "../lib/page-context";
import { Disc } from "./disc";

/** A line of a receipt: an amount in the receipt's one currency. */
export interface ReceiptRow {
  name: ReactNode;
  /** Beside the name: a rate or a percentage. */
  note?: ReactNode;
  /** A wire decimal. */
  value: string;
  /** Whether the amount is taken off. */
  isTaken?: boolean;
}

interface ReceiptProps {
  /** The heading's id. */
  id: string;
  title: ReactNode;
  /** At the end of the heading's line: the currency, or an order's number. */
  aside: ReactNode;
  rows: readonly ReceiptRow[];
  total: { name: ReactNode; value: string; symbol?: string };
  /** How many decimals the currency has; every line shows them all. */
  decimals: number;
  /** The line below the sum: what it is that adds up; none where the page says it beside the slip. */
  proof?: ReactNode;
  level?: "h2" | "h3";
  className?: string;
  children?: ReactNode;
}

/** Digits behind these decimals are set softer, never left out. */
const PLAIN_DECIMALS = 2;
/** A currency with more is set smaller where there is little room, so that no line breaks. */
const LONG_DECIMALS = 10;

/**
 * A slip that adds up: one currency, one column of decimals, the sum below. It shows what it is given; that the rows
 * lead to the total is for the caller to have from exact figures.
 */
export function Receipt(props: ReceiptProps) {
  const { id, title, aside, rows, total, decimals, proof, level: Heading = "h2", className = "" } = props;
  return (
    <section className={`receipt-shade ${className}`} aria-labelledby={id}>
      <div className="receipt">
        <div className="flex items-baseline justify-between gap-4">
          <Heading id={id} className="display text-[1.625rem]/8">
            {title}
          </Heading>
          <span className="shrink-0 text-sm text-soft">{aside}</span>
        </div>
        <dl className="mt-2">
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a receipt have a fixed order
            <Row key={index} row={row} decimals={decimals} />
          ))}
          <Total {...total} decimals={decimals} />
        </dl>
        {proof === undefined ? null : (
          <p className="mt-3 flex items-center gap-2 text-[0.8125rem]/5 text-soft">
            <Disc level={1} tone="text-soft" className="size-3" />
            {proof}
          </p>
        )}
        {props.children}
      </div>
    </section>
  );
}

/** The slip as long as there are no figures for it: as high as a whole one, so that what is below does not move. */
export function EmptyReceipt({ id, children }: { id: string; children: ReactNode }) {
  const t = useTranslations("receipt");
  return (
    <section className="receipt-shade" aria-labelledby={id}>
      <div className="receipt min-h-[21.5rem]">
        <h2 id={id} className="display text-[1.625rem]/8">
          {t("title")}
        </h2>
        {children}
      </div>
    </section>
  );
}

/** The lines of a smaller receipt inside a choice; phrasing content, so that a label may hold it. */
export function ReceiptLines({ rows, decimals }: { rows: readonly ReceiptRow[]; decimals: number }) {
  return rows.map(({ name, value, isTaken }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a receipt have a fixed order
    <span key={index} className="flex flex-wrap items-baseline gap-x-2 py-0.5 text-sm/5">
      <span className="leader">
        <span>{name}</span>
      </span>
      <span className="ml-auto tabular-nums">
        <Figure value={value} isTaken={isTaken} decimals={decimals} />
      </span>
    </span>
  ));
}

/** A figure to its last decimal, those behind the second set softer. */
export function Figure({
  value,
  isTaken = false,
  decimals,
}: {
  value: string;
  isTaken?: boolean | undefined;
  decimals: number;
}) {
  const { language } = usePage();
  const text = alignedDecimal(value, decimals, language);
  const plain = text.length - Math.max(0, decimals - PLAIN_DECIMALS);
  return (
    <>
      {isTaken && /[1-9]/.test(value) ? "−" : ""}
      {text.slice(0, plain)}
      <span className="text-soft">{text.slice(plain)}</span>
    </>
  );
}

function Row({ row: { name, note, value, isTaken }, decimals }: { row: ReceiptRow; decimals: number }) {
  const isLong = decimals > LONG_DECIMALS;
  return (
    <div className="flex items-baseline gap-x-2 py-1 max-[15rem]:flex-wrap">
      <dt className={`leader text-[0.9375rem]/6 ${isLong ? "max-sm:text-sm/6 max-sm:after:hidden" : ""}`}>
        <span>
          {name}{" "}
          {note === undefined ? null : <span className="text-sm whitespace-nowrap text-soft">{note}</span>}
        </span>
      </dt>
      <dd className={`ml-auto shrink-0 text-[0.9375rem]/6 ${isLong ? "max-sm:text-[0.8125rem]/6" : ""}`}>
        <Figure value={value} isTaken={isTaken} decimals={decimals} />
      </dd>
    </div>
  );
}

function Total({ name, value, symbol, decimals }: ReceiptProps["total"] & { decimals: number }) {
  const isLong = decimals > LONG_DECIMALS;
  const size = isLong ? "text-base/10 sm:text-xl/10" : "text-2xl/10 sm:text-[1.875rem]/10";
  return (
    <div className="receipt-total mt-2 flex items-baseline justify-between gap-x-4 py-1.5 max-[15rem]:flex-wrap">
      <dt className={`font-semibold ${isLong ? "max-sm:text-sm" : ""}`}>
        {name}{" "}
        {symbol === undefined ? null : (
          <span className="text-sm font-normal whitespace-nowrap text-soft">{symbol}</span>
        )}
      </dt>
      <dd className={`display ml-auto shrink-0 ${size}`}>
        <Figure value={value} decimals={decimals} />
      </dd>
    </div>
  );
}
