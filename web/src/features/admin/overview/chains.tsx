import { useState } from "react";
import { useTranslations } from "use-intl";
import { settle } from "../../../lib/api-calls";
import { notify } from "../../../ui/notices";
import { useDuration } from "../../../ui/time";
import { ActDialog, ReasonField } from "../act-dialog";
import { Mark, Part, Table } from "../part";
import { RoleNote } from "../role-note";
import { Sums, totalsOf } from "../sums";
import type { Overview } from "../types";
import { useConsole, useMay } from "../use-console";

type Chain = Overview["chains"][number];

/** The chains as the watchers last saw them; a halted one waits for an administrator's reason. */
export function Chains({ chains, reserves }: Pick<Overview, "chains" | "reserves">) {
  const t = useTranslations("adminOverview");
  const duration = useDuration();
  const may = useMay();
  const [resumed, setResumed] = useState<Chain["chain"] | null>(null);
  const halted = chains.filter(({ status }) => status === "halted");
  return (
    <Part id="chains" title={t("chainsTitle")} lead={t("chainsLead")}>
      <Table
        label={t("chainsTitle")}
        heads={[
          t("chain"),
          t("chainStatus"),
          { name: t("height"), isFigure: true },
          { name: t("lag"), isFigure: true },
        ]}
      >
        {chains.map(({ chain, status, height, lagSeconds }) => (
          <tr key={chain}>
            <th scope="row" translate="no" className="font-medium">
              {chain}
            </th>
            <td>
              <Mark isGood={status === "ok"}>{t(`chainState.${status}`)}</Mark>
            </td>
            <td className="figure">{height}</td>
            <td className="figure">{duration(lagSeconds)}</td>
          </tr>
        ))}
      </Table>
      {halted.length === 0 ? null : (
        <div className="mt-4 grid gap-2">
          <div className="flex flex-wrap gap-3">
            {halted.map(({ chain }) => (
              <button
                key={chain}
                type="button"
                disabled={!may("operator")}
                onClick={() => setResumed(chain)}
                className="button"
              >
                {t("resumeChain", { chain })}
              </button>
            ))}
          </div>
          <RoleNote needed="operator" />
        </div>
      )}
      {resumed === null ? null : (
        <ResumeDialog chain={resumed} reserves={reserves} onClose={() => setResumed(null)} />
      )}
    </Part>
  );
}

function ResumeDialog({
  chain,
  reserves,
  onClose,
}: {
  chain: Chain["chain"];
  reserves: Overview["reserves"];
  onClose: () => void;
}) {
  const t = useTranslations("adminOverview");
  const { client } = useConsole();
  const owed = totalsOf(reserves.map((one) => ({ amount: one.owed, currency: one.currency })));
  return (
    <ActDialog
      title={t("resumeChain", { chain })}
      confirm={t("resume")}
      run={(field) =>
        settle(
          client.POST("/api/admin/chains/{chain}/resume", {
            params: { path: { chain } },
            body: { reason: field("reason") },
          }),
        )
      }
      onDone={() => notify({ title: t("chainResumed", { chain }) })}
      onClose={onClose}
    >
      <p className="text-pretty text-soft">{t("resumeChainText")}</p>
      {owed.length === 0 ? null : <Sums sums={[{ name: t("owedAnywhere"), amounts: owed, isTotal: true }]} />}
      <ReasonField />
    </ActDialog>
  );
}
