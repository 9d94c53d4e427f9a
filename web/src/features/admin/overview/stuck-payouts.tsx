import { useState } from "react";
import { useTranslations } from "use-intl";
import { settle } from "../../../lib/api-calls";
import { notify } from "../../../ui/notices";
import { OnChain } from "../../../ui/on-chain";
import { Moment } from "../../../ui/time";
import { ActDialog, ReasonField } from "../act-dialog";
import { Figure } from "../figure";
import { Failure, Part, Table } from "../part";
import { RoleNote } from "../role-note";
import { Sums } from "../sums";
import type { StuckPayout } from "../types";
import { useAdminQuery, useConsole, useMay } from "../use-console";

/** The payouts that do not move, and what is known of each transaction; nothing without any. */
export function StuckPayouts() {
  const t = useTranslations("adminOverview");
  const may = useMay();
  const [overridden, setOverridden] = useState<StuckPayout | null>(null);
  const { result } = useAdminQuery(["stuck-payouts"], (client) =>
    settle(client.GET("/api/admin/payouts/stuck")),
  );
  if (result === null || (result.ok && result.value.length === 0)) return null;
  if (!result.ok)
    return (
      <Part id="stuck-payouts" title={t("stuckPayoutsTitle")}>
        <Failure message={result.error.message} />
      </Part>
    );
  return (
    <Part id="stuck-payouts" title={t("stuckPayoutsTitle")} lead={t("stuckPayoutsLead")}>
      <Table
        label={t("stuckPayoutsTitle")}
        heads={[t("payoutOf"), { name: t("amount"), isFigure: true }, t("transaction"), t("chainStatus")]}
      >
        {result.value.map((payout) => (
          <tr key={payout.leg}>
            <th scope="row" translate="no" className="font-medium">
              {payout.name}
            </th>
            <td className="figure">
              <Figure value={payout.amount} unit={payout.currency} />
            </td>
            <td>
              <Transactions payout={payout} />
            </td>
            <td>
              {payout.canOverride ? (
                <button
                  type="button"
                  disabled={!may("approver")}
                  onClick={() => setOverridden(payout)}
                  className="button whitespace-nowrap"
                >
                  {t("override")}
                </button>
              ) : (
                t(`overrideState.${payout.override?.state ?? "none"}`)
              )}
            </td>
          </tr>
        ))}
      </Table>
      <RoleNote needed="approver" />
      {overridden === null ? null : (
        <OverrideDialog payout={overridden} onClose={() => setOverridden(null)} />
      )}
    </Part>
  );
}

function Transactions({ payout }: { payout: StuckPayout }) {
  const t = useTranslations("adminOverview");
  return (
    <ul className="grid gap-2 text-sm">
      {payout.transactions.map(({ txHash, state, said, since, missing, nonce }) => (
        <li key={txHash}>
          <OnChain kind="tx" value={txHash} />
          <span className="block text-soft">
            <span translate="no">{[state, said].filter(Boolean).join(": ")}</span>
            {since === null ? null : (
              <>
                {" · "}
                <Moment at={since} />
              </>
            )}
          </span>
          {missing === null ? null : (
            <span className="block text-soft">
              {missing === "nonce" ? t("missingNonce", { nonce: String(nonce ?? 0) }) : t("missingInput")}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function OverrideDialog({ payout, onClose }: { payout: StuckPayout; onClose: () => void }) {
  const t = useTranslations("adminOverview");
  const { client } = useConsole();
  const { leg, name, amount, currency, transactions } = payout;
  const txHash = transactions[0]?.txHash ?? "";
  return (
    <ActDialog
      title={t("overrideTitle", { name })}
      confirm={t("override")}
      isGrave
      run={(field, key, proof) =>
        settle(
          client.POST("/api/admin/payouts/{leg}/override", {
            params: { path: { leg }, header: { "Idempotency-Key": key, ...proof } },
            body: { txHash, reason: field("reason") },
          }),
        )
      }
      onDone={() => notify({ title: t("overrideAsked", { name }) })}
      onClose={onClose}
    >
      <p className="text-pretty text-soft">{t("overrideText")}</p>
      <p translate="no" className="break-all font-mono text-sm">
        {txHash}
      </p>
      <Sums sums={[{ name: t("paysAgain"), amounts: [{ amount, currency }], isTotal: true }]} />
      <ReasonField />
    </ActDialog>
  );
}
