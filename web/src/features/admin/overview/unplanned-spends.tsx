import { useState } from "react";
import { useTranslations } from "use-intl";
import { settle } from "../../../lib/api-calls";
import { notify } from "../../../ui/notices";
import { OnChain } from "../../../ui/on-chain";
import { Moment } from "../../../ui/time";
import { ActDialog, ReasonField } from "../act-dialog";
import { Part, Table } from "../part";
import { RoleNote } from "../role-note";
import type { Overview } from "../types";
import { useConsole, useMay } from "../use-console";

type Spend = Overview["unplannedSpends"][number];

/** Transactions that spend our coins and that we did not sign, until an approver has adopted them; nothing without any. */
export function UnplannedSpends({ spends }: { spends: readonly Spend[] }) {
  const t = useTranslations("adminOverview");
  const may = useMay();
  const [adopted, setAdopted] = useState<Spend | null>(null);
  if (spends.length === 0) return null;
  return (
    <Part id="unplanned" title={t("unplannedTitle")} lead={t("unplannedLead")}>
      <Table label={t("unplannedTitle")} heads={[t("chain"), t("transaction"), t("seen"), t("chainStatus")]}>
        {spends.map((spend) => (
          <tr key={spend.id}>
            <th scope="row" translate="no" className="font-medium">
              {spend.chain}
            </th>
            <td className="font-mono text-sm">
              {spend.txHash === null ? (
                t("nonceOnly", { nonce: String(spend.nonce ?? 0) })
              ) : (
                <OnChain kind="tx" value={spend.txHash} />
              )}
            </td>
            <td>
              <Moment at={spend.since} />
            </td>
            <td>
              {spend.state === "open" ? (
                <button
                  type="button"
                  disabled={!may("approver")}
                  onClick={() => setAdopted(spend)}
                  className="button whitespace-nowrap"
                >
                  {t("adopt")}
                </button>
              ) : (
                t("adoptionAsked")
              )}
            </td>
          </tr>
        ))}
      </Table>
      <RoleNote needed="approver" />
      {adopted === null ? null : <AdoptDialog spend={adopted} onClose={() => setAdopted(null)} />}
    </Part>
  );
}

function AdoptDialog({ spend, onClose }: { spend: Spend; onClose: () => void }) {
  const t = useTranslations("adminOverview");
  const { client } = useConsole();
  const { id, chain } = spend;
  return (
    <ActDialog
      title={t("adoptTitle", { chain })}
      confirm={t("adopt")}
      run={(field, _key, proof) =>
        settle(
          client.POST("/api/admin/spends/{id}/adopt", {
            params: { path: { id }, header: proof },
            body: { reason: field("reason") },
          }),
        )
      }
      onDone={() => notify({ title: t("spendAdopted", { chain }) })}
      onClose={onClose}
    >
      <p className="text-pretty text-soft">{t("adoptText")}</p>
      <ReasonField />
    </ActDialog>
  );
}
