import { useState } from "react";
import { useTranslations } from "use-intl";
import { Part } from "../part";
import { RoleNote } from "../role-note";
import { useMay } from "../use-console";
import { ExportButton } from "./export-button";
import { LoanForm } from "./loan-form";
import { LoanImport } from "./loan-import";
import { LoanList } from "./loan-list";
import { LoanSums } from "./loan-sums";

/** Payout (loan) orders: a new one, many from a file, and all there are. */
export function LoansTab() {
  const t = useTranslations("adminLoans");
  const may = useMay();
  const [isImporting, setImporting] = useState(false);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-14">
      <div className="grid content-start gap-3">
        <LoanForm />
        <RoleNote needed="operator" />
      </div>
      <div className="grid min-w-0 content-start gap-10">
        {isImporting ? <LoanImport onClose={() => setImporting(false)} /> : null}
        <Part
          id="loans"
          title={t("listTitle")}
          side={
            <div className="flex flex-wrap gap-3">
              <button
                type="button"
                disabled={!may("operator") || isImporting}
                onClick={() => setImporting(true)}
                className="button"
              >
                {t("import")}
              </button>
              <ExportButton />
            </div>
          }
        >
          <LoanList />
        </Part>
        <LoanSums />
      </div>
    </div>
  );
}
