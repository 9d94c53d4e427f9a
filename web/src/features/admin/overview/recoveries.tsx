import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import { useTranslations } from "use-intl";
import { settle } from "../../../lib/api-calls";
import { formatDecimal } from "../../../lib/decimal";
import { usePage } from "../../../lib/page-context";
import { notify } from "../../../ui/notices";
import { OnChain } from "../../../ui/on-chain";
import { Moment } from "../../../ui/time";
import { ActDialog, InputFault, ReasonField } from "../act-dialog";
import { Part, Table } from "../part";
import { RoleNote } from "../role-note";
import type { Overview } from "../types";
import { useConsole, useMay } from "../use-console";

type Recovery = Overview["recoveries"][number];

/** Coins that came on one network to an address of another one, until an approver sends them back; nothing without any. */
export function Recoveries({ recoveries }: { recoveries: readonly Recovery[] }) {
  const t = useTranslations("adminOverview");
  const [chosen, setChosen] = useState<Recovery | null>(null);
  if (recoveries.length === 0) return null;
  return (
    <Part id="recoveries" title={t("recoveriesTitle")} lead={t("recoveriesLead")}>
      <Table
        label={t("recoveriesTitle")}
        heads={[t("amount"), t("transaction"), t("recoveryOrder"), t("seen"), t("chainStatus")]}
      >
        {recoveries.map((recovery) => (
          <Row key={recovery.id} recovery={recovery} onChoose={() => setChosen(recovery)} />
        ))}
      </Table>
      <RoleNote needed="approver" />
      {chosen === null ? null : <SendBackDialog recovery={chosen} onClose={() => setChosen(null)} />}
    </Part>
  );
}

function Row({ recovery, onChoose }: { recovery: Recovery; onChoose: () => void }) {
  const t = useTranslations("adminOverview");
  const { language } = usePage();
  const { amount, currency, chain, txHash, order, since } = recovery;
  return (
    <tr>
      <th scope="row" translate="no" className="font-medium whitespace-nowrap">
        {formatDecimal(amount, language)} {currency}
      </th>
      <td className="font-mono text-sm">{txHash === null ? chain : <OnChain kind="tx" value={txHash} />}</td>
      <td>{order ?? t("recoveryGone")}</td>
      <td>
        <Moment at={since} />
      </td>
      <td>
        <Status recovery={recovery} onChoose={onChoose} />
      </td>
    </tr>
  );
}

function Status({ recovery: { state, sentBy }, onChoose }: { recovery: Recovery; onChoose: () => void }) {
  const t = useTranslations("adminOverview");
  const may = useMay();
  if (state === "final")
    return (
      <button
        type="button"
        disabled={!may("approver")}
        onClick={onChoose}
        className="button whitespace-nowrap"
      >
        {t("sendBack")}
      </button>
    );
  if (state !== "stopped") return t(`recoveryState.${state}`);
  const code = sentBy ?? "";
  return (
    <Link to="/admin" search={{ tab: "orders", order: code }} className="link">
      {t("recoveryStopped", { code })}
    </Link>
  );
}

function SendBackDialog({ recovery, onClose }: { recovery: Recovery; onClose: () => void }) {
  const t = useTranslations("adminOverview");
  const { client } = useConsole();
  const { language } = usePage();
  const id = useId();
  const { chain, home, currency, refundAddress } = recovery;
  return (
    <ActDialog
      title={t("sendBackTitle", { amount: formatDecimal(recovery.amount, language), currency })}
      confirm={t("sendBack")}
      run={(field, _key, proof) =>
        settle(
          client.POST("/api/admin/recoveries/{id}/refund", {
            params: { path: { id: recovery.id }, header: proof },
            body: { refundAddress: field("refundAddress"), reason: field("reason") },
          }),
        )
      }
      onDone={({ trackingCode }) => notify({ title: t("sendsBack", { code: trackingCode }) })}
      onClose={onClose}
    >
      <p className="text-pretty text-soft">
        {refundAddress === null ? t("sendBackAsk", { chain }) : t("sendBackText", { chain, home })}
      </p>
      {refundAddress === null ? null : (
        <p className="font-mono text-sm">
          <OnChain kind="address" value={refundAddress} />
        </p>
      )}
      <div>
        <label htmlFor={id} className="text-sm font-medium">
          {t("refundAddress")}
        </label>
        <input
          id={id}
          name="refundAddress"
          required
          maxLength={300}
          autoComplete="off"
          spellCheck={false}
          className="control mt-1 font-mono text-sm"
        />
        <InputFault name="refundAddress" />
      </div>
      <ReasonField />
    </ActDialog>
  );
}
