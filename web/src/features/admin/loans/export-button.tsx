import { useState } from "react";
import { useTranslations } from "use-intl";
import { settle } from "../../../lib/api-calls";
import { notify } from "../../../ui/notices";
import { saveFile } from "../save-file";
import type { Loan } from "../types";
import { endsSession, useConsole } from "../use-console";
import { writeLoanFile } from "./export-file";
import { patiently } from "./patience";

/** A hundred loans a page: beyond, the command line is the better place. */
const PAGES_MAX = 500;

/** Saves all loans as a CSV file. */
export function ExportButton() {
  const t = useTranslations("adminLoans");
  const { client, expire } = useConsole();
  const [count, setCount] = useState<number | null>(null);
  const run = async () => {
    const loans: Loan[] = [];
    let cursor: string | null = null;
    for (let pages = 0; pages === 0 || (cursor !== null && pages < PAGES_MAX); pages += 1) {
      setCount(loans.length);
      const query: { cursor?: string } = cursor === null ? {} : { cursor };
      const result = await patiently(() =>
        settle(client.GET("/api/admin/loan-orders", { params: { query } })),
      );
      if (!result.ok) {
        setCount(null);
        if (endsSession(result.error)) return expire();
        return notify({ title: t("exportFailed"), text: result.error.message, tone: "bad" });
      }
      loans.push(...result.value.items);
      cursor = result.value.nextCursor;
    }
    saveFile({
      name: `sotto-loans-${new Date().toISOString().slice(0, 10)}.csv`,
      type: "text/csv",
      text: await writeLoanFile(loans),
    });
    setCount(null);
    if (cursor !== null) notify({ title: t("exportCut", { count: String(loans.length) }), tone: "bad" });
  };
  return (
    <button type="button" disabled={count !== null} onClick={() => void run()} className="button">
      {count === null ? t("export") : t("exporting", { count })}
    </button>
  );
}
