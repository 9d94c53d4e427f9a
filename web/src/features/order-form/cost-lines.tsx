import type { ReactNode } from "react";
import { formatDecimal, formatRate } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";

interface LineProps {
  name: string;
  isSum?: boolean;
  /** A part of the line above it. */
  isPart?: boolean;
  children: ReactNode;
}

/** One line of a list of costs or figures. */
export function Line({ name, isSum = false, isPart = false, children }: LineProps) {
  return (
    <div
      className={`flex flex-wrap items-baseline justify-between gap-x-4 ${isSum ? "border-t" : ""} ${isPart ? "py-0.5 pl-3" : "py-1.5"}`}
    >
      <dt className="text-soft">{name}</dt>
      <dd className={`ml-auto text-right ${isPart ? "text-soft" : ""}`}>{children}</dd>
    </div>
  );
}

interface AmountProps {
  value: string;
  symbol: string;
  isRate?: boolean;
  decimalsMax?: number;
}

/** An amount, or a rate, with its currency. */
export function Amount({ value, symbol, isRate = false, decimalsMax }: AmountProps) {
  const { language } = usePage();
  return (
    <>
      {isRate ? formatRate(value, language) : formatDecimal(value, language, decimalsMax)}{" "}
      <span className="text-soft">{symbol}</span>
    </>
  );
}
