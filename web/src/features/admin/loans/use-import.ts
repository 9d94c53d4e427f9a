import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Refusal } from "../../../lib/api";
import { useAppContext } from "../../../lib/page-context";
import { endsSession, useConsole, useRefresh } from "../use-console";
import { type ImportRow, readImport } from "./import-file";
import { checkAddresses, type RowOutcome, sendRow } from "./import-run";
import type { ChoiceProblem } from "./import-texts";
import { useLoanFee } from "./use-loan-terms";

/** How far an import has come: every row is checked before the first one is sent. */
export type ImportStep =
  | { step: "choose"; problem: ChoiceProblem | null }
  | { step: "checking"; done: number; total: number }
  | { step: "preview"; rows: readonly ImportRow[] }
  | { step: "sending"; rows: readonly ImportRow[]; outcomes: ReadonlyMap<number, RowOutcome> }
  | { step: "done"; rows: readonly ImportRow[]; outcomes: ReadonlyMap<number, RowOutcome> };

/** Imports loans from a file: reads and checks it, shows it, sends it row by row, and says what became of each. */
export function useImport() {
  const { client, expire } = useConsole();
  const refresh = useRefresh();
  const terms = useImportTerms();
  const [state, setState] = useState<ImportStep>({ step: "choose", problem: null });
  const isStopped = useRef(false);
  useEffect(() => {
    isStopped.current = false;
    return () => {
      isStopped.current = true;
    };
  }, []);
  const read = async (file: File) => {
    if (terms === null) return setState({ step: "choose", problem: { code: "unread" } });
    setState({ step: "checking", done: 0, total: 0 });
    const text = await file.text().catch(() => null);
    if (text === null) return setState({ step: "choose", problem: { code: "unread" } });
    const found = await readImport(text, terms);
    if (!found.ok) return setState({ step: "choose", problem: found.error });
    const checked = await checkAddresses(client, found.value, (done, total) =>
      setState({ step: "checking", done, total }),
    );
    if (checked.ok) setState({ step: "preview", rows: checked.value });
    else setState({ step: "choose", problem: { code: "unread" } });
  };
  const send = async (rows: readonly ImportRow[]) => {
    isStopped.current = false;
    const outcomes = new Map<number, RowOutcome>();
    setState({ step: "sending", rows, outcomes });
    for (const { row, checked } of rows) {
      if (isStopped.current) break;
      if (!checked.ok) continue;
      const result = await sendRow(client, checked.value, () => isStopped.current);
      if (!result.ok && endsSession(result.error)) return expire();
      outcomes.set(row.line, result.ok ? result.value : refusedBy(result.error));
      setState({ step: "sending", rows, outcomes: new Map(outcomes) });
    }
    setState({ step: "done", rows, outcomes });
    await refresh();
  };
  const stop = () => {
    isStopped.current = true;
  };
  return { state, read, send, stop };
}

/** An empty message stands for no answer. */
function refusedBy({ message }: Refusal): RowOutcome {
  return { kind: "refused", message };
}

/** What rows are measured by; null until the service said it. */
function useImportTerms() {
  const { api } = useAppContext();
  const feePercent = useLoanFee();
  const { data } = useQuery({ queryKey: ["currencies"], queryFn: () => api.currencies() });
  if (data?.ok !== true || feePercent === null) return null;
  return { feePercent, decimals: new Map(data.value.map(({ id, decimals }) => [id, decimals])) };
}
