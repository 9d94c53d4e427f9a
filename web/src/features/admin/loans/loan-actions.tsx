import { useId, useState } from "react";
import { useTranslations } from "use-intl";
import { settle } from "../../../lib/api-calls";
import { formatDecimal } from "../../../lib/decimal";
import { usePage } from "../../../lib/page-context";
import { notify } from "../../../ui/notices";
import { ActDialog, InputFault } from "../act-dialog";
import { type Sum, Sums, useAfter } from "../sums";
import type { Loan } from "../types";
import { useConsole, useMay } from "../use-console";

type Act = "pay" | "mark" | "approve";

/** What can be done with a pending loan; what cannot be done yet says why. */
export function LoanActions({ loan, onActed }: { loan: Loan; onActed: () => void }) {
  const t = useTranslations("adminLoans");
  const [act, setAct] = useState<Act | null>(null);
  const may = useMay();
  const { username } = useConsole().account;
  if (loan.status !== "pending") return null;
  const awaitsApproval = loan.approvalRequired && loan.approvedBy === null;
  const isOwn = loan.createdBy === username;
  const fromReserve = loan.receiveAddress !== null;
  return (
    <div className="flex flex-col gap-2 sm:w-56">
      {awaitsApproval ? (
        <>
          <button
            type="button"
            disabled={isOwn || !may("approver")}
            onClick={() => setAct("approve")}
            className="button button-primary"
          >
            {t("approve")}
          </button>
          <p className="text-sm text-pretty text-soft">
            {isOwn ? t("approveOther") : may("approver") ? t("approveFirst") : t("approveRole")}
          </p>
        </>
      ) : null}
      {fromReserve ? (
        <button
          type="button"
          disabled={awaitsApproval || !may("operator")}
          onClick={() => setAct("pay")}
          className={`button ${awaitsApproval ? "" : "button-primary"}`}
        >
          {t("pay")}
        </button>
      ) : null}
      <button
        type="button"
        disabled={!may("operator")}
        onClick={() => setAct("mark")}
        className={`button ${fromReserve ? "" : "button-primary"}`}
      >
        {t("mark")}
      </button>
      {act === null ? null : (
        <LoanDialog loan={loan} act={act} onActed={onActed} onClose={() => setAct(null)} />
      )}
    </div>
  );
}

function LoanDialog({
  loan,
  act,
  onActed,
  onClose,
}: {
  loan: Loan;
  act: Act;
  onActed: () => void;
  onClose: () => void;
}) {
  const t = useTranslations("adminLoans");
  const { client } = useConsole();
  const { language } = usePage();
  const path = { id: loan.id };
  const values = {
    id: loan.id,
    amount: formatDecimal(loan.amount, language),
    currency: loan.currency,
    value: formatDecimal(loan.usdtValue, language),
  };
  return (
    <ActDialog
      title={t(`${act}Title`, values)}
      confirm={t(`${act}Confirm`)}
      run={(field, key, proof) => {
        if (act === "approve")
          return settle(
            client.POST("/api/admin/loan-orders/{id}/approve", { params: { path, header: proof } }),
          );
        const txHash = act === "mark" ? field("txHash") : "";
        return settle(
          client.POST("/api/admin/loan-orders/{id}/pay", {
            params: { path, header: { "Idempotency-Key": key, ...proof } },
            body: txHash === "" ? {} : { txHash },
          }),
        );
      }}
      onDone={() => {
        onActed();
        notify({ title: t(`${act}Done`) });
      }}
      onClose={onClose}
    >
      <p className="text-pretty">{t(`${act}Text`, values)}</p>
      <LoanPayment loan={loan} act={act} />
      {act === "mark" || loan.receiveAddress === null ? null : (
        <p translate="no" className="break-address -mt-2 rounded-md bg-well px-3 py-2 text-sm">
          {loan.receiveAddress}
        </p>
      )}
      {act === "mark" ? <HashField isRequired={loan.receiveAddress !== null} /> : null}
    </ActDialog>
  );
}

/** What the loan comes to, and what of the reserve is left where it pays. */
function LoanPayment({ loan, act }: { loan: Loan; act: Act }) {
  const t = useTranslations("adminLoans");
  const after = useAfter();
  const { amount, currency, usdtValue, feeAmount } = loan;
  const paid: Sum = {
    name: t(act === "mark" ? "paidElsewhere" : "paysOut"),
    amounts: [{ amount, currency }],
    isTotal: true,
  };
  const worth = [
    { name: t("usdtValue"), amounts: [{ amount: usdtValue, currency: "USDT" }] },
    { name: t("feeAmount"), amounts: [{ amount: feeAmount, currency: "USDT" }] },
  ];
  return <Sums sums={[...worth, ...(act === "mark" ? [] : after({ amount, currency })), paid]} />;
}

/** The transaction that paid it elsewhere; a loan that the reserve could pay can be marked as paid only with one. */
function HashField({ isRequired }: { isRequired: boolean }) {
  const t = useTranslations("adminLoans");
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium">
        {isRequired ? t("transaction") : t("transactionOptional")}
      </label>
      <input
        id={id}
        name="txHash"
        required={isRequired}
        maxLength={128}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="control mt-1 font-mono text-sm"
      />
      <InputFault name="txHash" />
      {isRequired ? <p className="mt-1 text-sm text-pretty text-soft">{t("transactionHint")}</p> : null}
    </div>
  );
}
