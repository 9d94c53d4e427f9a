import { LOAN_IMPORT_COLUMNS } from "@sotto/openapi/loan-file/columns";
import { unreachable } from "@sotto/openapi/unreachable";
import { useTranslations } from "use-intl";
import { formatDecimal } from "../../../lib/decimal";
import { usePage } from "../../../lib/page-context";
import { Badge } from "../badge";
import { Failure, Part, Table } from "../part";
import { type Amount, Sums, totalsOf } from "../sums";
import type { CreateLoanBody } from "../types";
import type { ImportRow } from "./import-file";
import type { RowOutcome } from "./import-run";
import { type ChoiceProblem, fileText, rowText } from "./import-texts";
import { type ImportStep, useImport } from "./use-import";

/** Many loans from one file: all of it is checked and shown first; only then is anything sent. */
export function LoanImport({ onClose }: { onClose: () => void }) {
  const t = useTranslations("adminLoans");
  const { state, read, send, stop } = useImport();
  return (
    <Part
      id="import"
      title={t("importTitle")}
      lead={t("importLead")}
      side={
        <button type="button" disabled={state.step === "sending"} onClick={onClose} className="button">
          {t("importClose")}
        </button>
      }
    >
      {state.step === "checking" || state.step === "sending" ? null : (
        <Chooser problem={state.step === "choose" ? state.problem : null} onFile={read} />
      )}
      {state.step === "checking" ? (
        <p role="status" className="breathe py-2 text-soft">
          {state.total === 0
            ? t("reading")
            : t("checkingAddresses", { done: String(state.done), total: String(state.total) })}
        </p>
      ) : null}
      {state.step === "preview" ? <Preview rows={state.rows} onSend={() => void send(state.rows)} /> : null}
      {state.step === "sending" || state.step === "done" ? <Progress state={state} onStop={stop} /> : null}
    </Part>
  );
}

function Chooser({
  problem,
  onFile,
}: {
  problem: ChoiceProblem | null;
  onFile: (file: File) => Promise<void>;
}) {
  const t = useTranslations("adminLoans");
  return (
    <div className="mb-4 grid gap-3">
      <label htmlFor="import-file" className="text-sm font-medium">
        {t("file")}
      </label>
      <input
        id="import-file"
        type="file"
        accept=".csv,text/csv"
        onClick={({ currentTarget }) => {
          // A corrected file of the same name is a new choice.
          currentTarget.value = "";
        }}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) void onFile(file);
        }}
        className="control max-w-md text-sm"
      />
      <p className="font-mono text-[0.8125rem] wrap-anywhere text-soft" translate="no">
        {LOAN_IMPORT_COLUMNS.join(",")}
      </p>
      {problem === null ? null : <FileFault problem={problem} />}
    </div>
  );
}

function FileFault({ problem }: { problem: ChoiceProblem }) {
  const t = useTranslations("adminLoans");
  const { name, max = "", names = "" } = { max: undefined, names: undefined, ...fileText(problem) };
  return <Failure message={t(`fileFault.${name}`, { max, names })} />;
}

function Preview({ rows, onSend }: { rows: readonly ImportRow[]; onSend: () => void }) {
  const t = useTranslations("adminLoans");
  const faulty = rows.filter(({ checked }) => !checked.ok).length;
  return (
    <div className="grid gap-4">
      <p className={faulty === 0 ? "font-medium" : "font-medium text-bad"} role="status">
        {faulty === 0
          ? t("allGood", { count: rows.length })
          : t("someFaulty", { count: String(rows.length), faulty: String(faulty) })}
      </p>
      <RowTable rows={rows} outcomes={null} />
      {faulty > 0 ? null : <ImportSums rows={rows} />}
      <div>
        <button type="button" disabled={faulty > 0} onClick={onSend} className="button button-primary">
          {t("importSend", { count: rows.length })}
        </button>
      </div>
    </div>
  );
}

/** What the loans of the file come to, and who pays them. */
function ImportSums({ rows }: { rows: readonly ImportRow[] }) {
  const t = useTranslations("adminLoans");
  const bodies = rows.flatMap(({ checked }) => (checked.ok ? [checked.value.body] : []));
  const totals = (of: (body: CreateLoanBody) => Amount) => totalsOf(bodies.map(of));
  return (
    <div className="max-w-md">
      <Sums
        sums={[
          {
            name: t("usdtValue"),
            amounts: totals(({ usdtValue }) => ({ amount: usdtValue ?? "0", currency: "USDT" })),
          },
          {
            name: t("feeAmount"),
            amounts: totals(({ feeAmount }) => ({ amount: feeAmount ?? "0", currency: "USDT" })),
          },
          {
            name: t("toPay"),
            amounts: totals(({ amount, currency }) => ({ amount, currency })),
            isTotal: true,
          },
        ]}
      />
    </div>
  );
}

function Progress({
  state: { step, rows, outcomes },
  onStop,
}: {
  state: ImportStep & { step: "sending" | "done" };
  onStop: () => void;
}) {
  const t = useTranslations("adminLoans");
  const count = (kind: RowOutcome["kind"]) =>
    [...outcomes.values()].filter((outcome) => outcome.kind === kind).length;
  const [created, there, failed] = [count("created"), count("there"), count("refused") + count("differs")];
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-4">
        <progress
          aria-label={t("importTitle")}
          value={outcomes.size}
          max={rows.length}
          className="confirmations grow"
        />
        <span className="text-sm text-soft">
          {t("sent", { done: String(outcomes.size), total: String(rows.length) })}
        </span>
        {step === "sending" ? (
          <button type="button" onClick={onStop} className="button">
            {t("importStop")}
          </button>
        ) : null}
      </div>
      <p role="status" className="font-medium">
        {step === "done"
          ? t("summary", {
              created: String(created),
              there: String(there),
              failed: String(failed),
              unsent: String(rows.length - outcomes.size),
            })
          : null}
      </p>
      <RowTable rows={rows} outcomes={outcomes} />
    </div>
  );
}

function RowTable({
  rows,
  outcomes,
}: {
  rows: readonly ImportRow[];
  /** By line; null before anything is sent. */
  outcomes: ReadonlyMap<number, RowOutcome> | null;
}) {
  const t = useTranslations("adminLoans");
  return (
    <div className="max-h-96 overflow-y-auto border-b">
      <Table
        label={t("importTitle")}
        heads={[
          { name: t("line"), isFigure: true },
          outcomes === null ? t("check") : t("result"),
          t("reference"),
          t("currency"),
          { name: t("amount"), isFigure: true },
          { name: t("rate"), isFigure: true },
          { name: t("usdtValue"), isFigure: true },
          t("receiveAddress"),
        ]}
      >
        {rows.map(({ row, checked }) => (
          <tr key={row.line}>
            <td className="figure text-soft">{row.line}</td>
            <td className="min-w-36">
              {outcomes === null ? (
                <RowCheck checked={checked} />
              ) : (
                <RowResult outcome={outcomes.get(row.line) ?? null} />
              )}
            </td>
            <td className="max-w-48 font-mono text-[0.8125rem] wrap-anywhere">{row.reference}</td>
            <LoanCells row={row} checked={checked} />
            <td className="break-address min-w-40 text-[0.8125rem] text-soft">{row.receiveAddress}</td>
          </tr>
        ))}
      </Table>
    </div>
  );
}

/** The currency and figures as they will be sent, or as the file has them where they cannot be. */
function LoanCells({ row, checked }: ImportRow) {
  const { language } = usePage();
  const body = checked.ok ? checked.value.body : null;
  return (
    <>
      <td className="whitespace-nowrap">{body?.currency ?? row.currency}</td>
      <td className="figure">{body === null ? row.amount : formatDecimal(body.amount, language)}</td>
      <td className="figure">
        {checked.ok ? formatDecimal(checked.value.loan.exchangeRate, language) : row.exchangeRate}
      </td>
      <td className="figure">
        {body?.usdtValue === undefined ? "–" : formatDecimal(body.usdtValue, language)}
      </td>
    </>
  );
}

function RowCheck({ checked }: Pick<ImportRow, "checked">) {
  const t = useTranslations("adminLoans");
  if (checked.ok) return <Badge tone="good">{t("good")}</Badge>;
  return (
    <ul className="text-bad">
      {checked.error.map((problem) => (
        <li key={rowText(problem)}>{t(`rowFault.${rowText(problem)}`)}</li>
      ))}
    </ul>
  );
}

function RowResult({ outcome }: { outcome: RowOutcome | null }) {
  const t = useTranslations("adminLoans");
  if (outcome === null) return <span className="text-soft">{t("unsent")}</span>;
  switch (outcome.kind) {
    case "created":
      return <Badge tone="good">{t("rowCreated", { id: outcome.id })}</Badge>;
    case "there":
      return <Badge tone="quiet">{t("rowThere", { id: outcome.id })}</Badge>;
    case "differs":
      return <span className="text-bad">{t("rowDiffers", { id: outcome.id })}</span>;
    case "refused":
      return <span className="text-bad">{outcome.message || t("rowUnanswered")}</span>;
    default:
      return unreachable(outcome);
  }
}
