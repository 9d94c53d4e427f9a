import { type LoanFigures, loanFigures } from "@sotto/openapi/loan-figures";
import { LOAN_CURRENCIES, type LoanCurrency } from "@sotto/openapi/loan-file/check";
import { type FormEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { pointerParts, type Refusal } from "../../../lib/api";
import { settle } from "../../../lib/api-calls";
import { newIdempotencyKey } from "../../../lib/browser";
import { compareDecimals, formatDecimal, parseAmount } from "../../../lib/decimal";
import { usePage } from "../../../lib/page-context";
import { notify } from "../../../ui/notices";
import { Failure } from "../part";
import type { CreateLoanBody } from "../types";
import { endsSession, useConsole, useMay, useRefresh } from "../use-console";
import { Field } from "./loan-field";
import { useLiveRate, useLoanFee } from "./use-loan-terms";

/** A new loan; its value and fee stand there as it is typed, exactly as they will be sent. */
export function LoanForm() {
  const t = useTranslations("adminLoans");
  const may = useMay();
  const { language } = usePage();
  const { entered, enter, liveRate, terms, isBusy, failure, submit } = useLoanForm();
  const faulty = failure?.field ?? null;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) void submit();
  };
  return (
    <form noValidate onSubmit={onSubmit} className="panel p-4 sm:p-5" aria-labelledby="new-loan">
      <h2 id="new-loan" className="text-lg display">
        {t("formTitle")}
      </h2>
      <fieldset
        disabled={!may("operator")}
        className="mt-4 grid items-start gap-3.5 sm:max-lg:grid-cols-2 sm:max-lg:gap-x-6"
      >
        <div>
          <label htmlFor="loan-currency" className="text-sm font-medium">
            {t("currency")}
          </label>
          <select
            id="loan-currency"
            name="currency"
            value={entered.currency}
            onChange={(event) => enter({ currency: event.target.value as LoanCurrency, rate: null })}
            className="control mt-1"
          >
            {LOAN_CURRENCIES.map((currency) => (
              <option key={currency}>{currency}</option>
            ))}
          </select>
        </div>
        <Field
          name="amount"
          fault={faulty === "amount" ? failure : null}
          label={t("amount")}
          value={entered.amount}
          onValue={(amount) => enter({ amount })}
          isFigure
          isRequired
        />
        <Field
          name="exchangeRate"
          fault={faulty === "exchangeRate" ? failure : null}
          label={t("rate")}
          value={entered.rate ?? (liveRate === null ? "" : formatDecimal(liveRate, language))}
          onValue={(rate) => enter({ rate })}
          isFigure
          isRequired
        >
          {liveRate === null ? (
            t("noLiveRate")
          ) : (
            <LiveRate rate={liveRate} isUsed={entered.rate === null} onUse={() => enter({ rate: null })} />
          )}
        </Field>
        <FiguresShown figures={terms?.figures ?? null} />
        <Field
          name="receiveAddress"
          fault={faulty === "receiveAddress" ? failure : null}
          label={t("receiveAddress")}
          value={entered.receiveAddress}
          onValue={(receiveAddress) => enter({ receiveAddress })}
        >
          {t("receiveAddressHint")}
        </Field>
        <Field
          name="reference"
          fault={faulty === "reference" ? failure : null}
          label={t("reference")}
          value={entered.reference}
          onValue={(reference) => enter({ reference })}
        >
          {t("referenceHint")}
        </Field>
        {failure === null || faulty !== null ? null : (
          <Failure title={t(failure.title)} message={failure.text} takesFocus />
        )}
        <button
          type="submit"
          aria-disabled={isBusy}
          className="button button-primary mt-1 sm:max-lg:col-span-2"
        >
          {isBusy ? t("creating") : t("create")}
        </button>
      </fieldset>
    </form>
  );
}

interface Entered {
  currency: LoanCurrency;
  amount: string;
  /** Null while the live rate is taken. */
  rate: string | null;
  receiveAddress: string;
  reference: string;
}
const EMPTY: Entered = { currency: "BTC", amount: "", rate: null, receiveAddress: "", reference: "" };

/** Why no loan was created, and the field that has to change. */
interface LoanFailure {
  title: "inputError" | "createFailed";
  text: string;
  field: string | null;
}

const FIELDS = ["amount", "exchangeRate", "receiveAddress", "reference"];

/** The field that the service found wrong. */
function fieldOf({ errors, code }: Refusal): string | null {
  const names = errors.map(({ pointer }) => pointerParts(pointer)[0] ?? "");
  return FIELDS.find((name) => names.includes(name)) ?? (code === "loan/reference-used" ? "reference" : null);
}

function useLoanForm() {
  const t = useTranslations("adminLoans");
  const { client, expire } = useConsole();
  const { language } = usePage();
  const refresh = useRefresh();
  const feePercent = useLoanFee();
  const [entered, setEntered] = useState(EMPTY);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<LoanFailure | null>(null);
  const key = useRef<string | null>(null);
  const fail = (title: LoanFailure["title"], text: string, field: string | null) =>
    setFailure({ title, text, field });
  const liveRate = useLiveRate(entered.currency);
  const amount = parseAmount(entered.amount, language);
  const exchangeRate = entered.rate === null ? liveRate : parseAmount(entered.rate, language);
  const terms =
    amount === null || exchangeRate === null || feePercent === null
      ? null
      : { amount, exchangeRate, figures: loanFigures({ amount, exchangeRate, feePercent }) };
  const enter = (change: Partial<Entered>) => {
    key.current = null;
    setEntered((now) => ({ ...now, ...change }));
  };
  const create = async (body: CreateLoanBody) => {
    setBusy(true);
    key.current ??= newIdempotencyKey();
    const result = await settle(
      client.POST("/api/admin/loan-orders", { body, params: { header: { "Idempotency-Key": key.current } } }),
    );
    // Unknown is not failed: without an answer, the same call under the same key is safe to repeat.
    if (result.ok || result.error.status !== 0) key.current = null;
    setBusy(false);
    if (result.ok) {
      const { id, amount: lent, currency } = result.value;
      setEntered({ ...EMPTY, currency: entered.currency });
      notify({
        title: t("created"),
        text: t("createdText", { id, amount: formatDecimal(lent, language), currency }),
      });
    } else if (endsSession(result.error)) return expire();
    else fail("createFailed", result.error.message || t("checkInput"), fieldOf(result.error));
    await refresh();
  };
  const submit = async () => {
    const rate = entered.rate ?? liveRate ?? "";
    const empty = entered.amount.trim() === "" ? "amount" : rate.trim() === "" ? "exchangeRate" : null;
    if (empty !== null) return fail("inputError", t("incomplete"), empty);
    if (feePercent === null) return fail("inputError", t("noFee"), null);
    const isPositive = (value: string | null) => value !== null && compareDecimals(value, "0") > 0;
    if (terms === null || !isPositive(terms.amount) || !isPositive(terms.exchangeRate))
      return fail("inputError", t("notAmounts"), isPositive(amount) ? "exchangeRate" : "amount");
    setFailure(null);
    const receiveAddress = entered.receiveAddress.trim();
    const reference = entered.reference.trim();
    await create({
      currency: entered.currency,
      amount: terms.amount,
      exchangeRate: terms.exchangeRate,
      ...terms.figures,
      status: "pending",
      ...(receiveAddress === "" ? {} : { receiveAddress }),
      ...(reference === "" ? {} : { reference }),
    });
  };
  return { entered, enter, liveRate, terms, isBusy, failure, submit };
}

function LiveRate({ rate, isUsed, onUse }: { rate: string; isUsed: boolean; onUse: () => void }) {
  const t = useTranslations("adminLoans");
  const { language } = usePage();
  if (isUsed) return t("rateIsLive");
  return (
    <>
      {t("liveRate", { rate: formatDecimal(rate, language) })}{" "}
      <button type="button" onClick={onUse} className="link">
        {t("useLiveRate")}
      </button>
    </>
  );
}

/** Shown with all of their decimals: this is what the server has to agree with. */
function FiguresShown({ figures }: { figures: LoanFigures | null }) {
  const t = useTranslations("adminLoans");
  const { language } = usePage();
  const shown = (value: string | undefined) => {
    if (value === undefined) return "–";
    const [whole = "0", fraction = ""] = value.split(".");
    const mark = formatDecimal("0.1", language).slice(1, 2);
    return `${formatDecimal(whole, language)}${mark}${fraction} USDT`;
  };
  return (
    <dl aria-live="polite" className="rounded-md bg-well px-3 py-2.5 text-sm">
      <div className="flex flex-wrap justify-between gap-x-4">
        <dt className="text-soft">{t("usdtValue")}</dt>
        <dd className="font-semibold">{shown(figures?.usdtValue)}</dd>
      </div>
      <div className="mt-1 flex flex-wrap justify-between gap-x-4">
        <dt className="text-soft">{t("feeAmount")}</dt>
        <dd className="font-semibold">{shown(figures?.feeAmount)}</dd>
      </div>
    </dl>
  );
}
