import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { settle } from "../../../lib/api-calls";
import { formatDecimal } from "../../../lib/decimal";
import { usePage } from "../../../lib/page-context";
import { CoinIcon } from "../../../ui/coin-icon";
import { OnChain } from "../../../ui/on-chain";
import { Moment } from "../../../ui/time";
import { LoanBadge } from "../badge";
import { Pager, useCursorPages } from "../pager";
import { Answer, Empty } from "../part";
import type { Loan, LoanStatus } from "../types";
import { useAdminQuery } from "../use-console";
import { LoanActions } from "./loan-actions";

const STATUSES = [
  "pending",
  "processing",
  "completed",
  "failed",
  "paid",
] as const satisfies readonly LoanStatus[];

interface Filter {
  status?: LoanStatus;
  reference?: string;
}

/** The loans that a filter leaves, newest first, a page at a time. */
export function LoanList() {
  const t = useTranslations("adminLoans");
  const [filter, setFilter] = useState<Filter>({});
  const pages = useCursorPages(JSON.stringify(filter));
  const query = { ...filter, ...(pages.cursor === undefined ? {} : { cursor: pages.cursor }) };
  const { result, isPrevious } = useAdminQuery(
    ["loans", query],
    (client) => settle(client.GET("/api/admin/loan-orders", { params: { query } })),
    { keeps: true },
  );
  const list = useRef<HTMLDivElement>(null);
  const acted = useRef<string | null>(null);
  useEffect(() => {
    const id = acted.current;
    if (result === null || id === null) return;
    acted.current = null;
    // With what was done, its button may have gone, and the focus with it.
    if (document.activeElement !== document.body) return;
    (document.getElementById(itemId(id)) ?? list.current)?.focus();
  }, [result]);
  const onActed = (id: string) => {
    acted.current = id;
  };
  return (
    <>
      <LoanFilter onFilter={setFilter} />
      <div ref={list} tabIndex={-1} className="mt-4">
        <Answer result={result}>
          {({ items, nextCursor }) =>
            items.length === 0 ? (
              <Empty>{t("empty")}</Empty>
            ) : (
              <>
                <ol className={`border-b ${isPrevious ? "opacity-60" : ""}`}>
                  {items.map((loan) => (
                    <LoanItem key={loan.id} loan={loan} onActed={onActed} />
                  ))}
                </ol>
                <Pager pages={pages} next={nextCursor} isBusy={isPrevious} />
              </>
            )
          }
        </Answer>
      </div>
    </>
  );
}

function LoanFilter({ onFilter }: { onFilter: (filter: Filter) => void }) {
  const t = useTranslations();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const status = STATUSES.find((one) => one === fields.get("status"));
    const reference = String(fields.get("reference") ?? "").trim();
    onFilter({ ...(status === undefined ? {} : { status }), ...(reference === "" ? {} : { reference }) });
  };
  return (
    <form onSubmit={onSubmit} className="flex flex-wrap items-end gap-3">
      <div className="grow basis-36">
        <label htmlFor="loan-status" className="text-sm font-medium">
          {t("adminLoans.status")}
        </label>
        <select id="loan-status" name="status" className="control mt-1">
          <option value="">{t("adminLoans.any")}</option>
          {STATUSES.map((status) => (
            <option key={status} value={status}>
              {t(`admin.status.${status}`)}
            </option>
          ))}
        </select>
      </div>
      <div className="grow-2 basis-48">
        <label htmlFor="loan-find" className="text-sm font-medium">
          {t("adminLoans.findReference")}
        </label>
        <input
          id="loan-find"
          name="reference"
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="control mt-1"
        />
      </div>
      <button type="submit" className="button max-sm:grow">
        {t("adminLoans.apply")}
      </button>
    </form>
  );
}

const itemId = (id: string) => `loan-item-${id}`;

function LoanItem({ loan, onActed }: { loan: Loan; onActed: (id: string) => void }) {
  const t = useTranslations("adminLoans");
  const { language } = usePage();
  const amount = (value: string) => formatDecimal(value, language);
  return (
    <li
      id={itemId(loan.id)}
      tabIndex={-1}
      className="grid gap-x-6 gap-y-2 border-t py-4 sm:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="text-sm text-soft">{t("number", { id: loan.id })}</span>
          <LoanBadge status={loan.status} />
          <span className="flex items-center gap-1.5 font-semibold">
            <CoinIcon code={loan.currency} className="size-5" />
            {amount(loan.amount)} {loan.currency}
          </span>
        </p>
        <p className="mt-1 text-sm text-soft">
          {t("worth", {
            value: amount(loan.usdtValue),
            rate: amount(loan.exchangeRate),
            fee: amount(loan.feeAmount),
          })}
        </p>
        <LoanDetails loan={loan} />
      </div>
      <LoanActions loan={loan} onActed={() => onActed(loan.id)} />
    </li>
  );
}

function LoanDetails({ loan }: { loan: Loan }) {
  const t = useTranslations("adminLoans");
  const { reference, receiveAddress, txHash } = loan;
  const codes = [
    { name: t("reference"), value: reference },
    { name: t("receiveAddress"), value: receiveAddress, kind: "address" },
    { name: t("transaction"), value: txHash, kind: "tx" },
  ] as const;
  return (
    <>
      <dl className="mt-1 text-sm empty:hidden">
        {codes.map(({ name, value, ...shown }) =>
          value === null ? null : (
            <div key={name} className="flex flex-wrap gap-x-2">
              <dt className="text-soft">{name}</dt>
              <dd translate="no" className="break-address min-w-0 text-[0.8125rem]/5">
                {"kind" in shown ? <OnChain kind={shown.kind} value={value} className="" /> : value}
              </dd>
            </div>
          ),
        )}
      </dl>
      <p className="mt-1 text-sm text-soft">
        {t("createdBy", { name: loan.createdBy })} · <Moment at={loan.createdAt} />
        {loan.approvedBy === null ? null : ` · ${t("approvedBy", { name: loan.approvedBy })}`}
        {loan.paidBy === null ? null : ` · ${t("paidBy", { name: loan.paidBy })}`}
        {loan.completedAt === null ? null : (
          <>
            {" · "}
            <Moment at={loan.completedAt} />
          </>
        )}
      </p>
    </>
  );
}
