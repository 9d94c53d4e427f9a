import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { settle } from "../../../lib/api-calls";
import { notify } from "../../../ui/notices";
import { Moment } from "../../../ui/time";
import { ActDialog, ReasonField } from "../act-dialog";
import { Mark, Part } from "../part";
import { RoleNote } from "../role-note";
import { type Amount, Sums, totalsOf } from "../sums";
import type { Overview, Role, Switch } from "../types";
import { useConsole, useMay } from "../use-console";

/** A switch to turn: which, and to where. */
interface Turn {
  name: string;
  pauses: boolean;
}

const roleFor = ({ name, pauses }: Turn): Role => (name === "signer" && !pauses ? "approver" : "operator");
const ASSET_PREFIX = "asset:";

/** What can be stopped: payouts, the signer, one asset; each time with a reason. */
export function Switches({
  switches,
  currencies,
}: {
  switches: readonly Switch[];
  currencies: Overview["reserves"];
}) {
  const t = useTranslations("adminOverview");
  const may = useMay();
  const [turn, setTurn] = useState<Turn | null>(null);
  const known = (name: string): Switch =>
    switches.find((one) => one.name === name) ?? { name, paused: false, reason: null, since: null };
  const assets = switches.filter(({ name, paused }) => paused && name.startsWith(ASSET_PREFIX));
  const label = ({ name, paused }: Switch) =>
    paused ? t("resume") : t(name === "signer" ? "stop" : "pause");
  const row = (one: Switch, title: string, text: string) => (
    <SwitchRow
      key={one.name}
      state={one}
      title={title}
      text={text}
      button={
        <button
          type="button"
          disabled={!may(roleFor({ name: one.name, pauses: !one.paused }))}
          onClick={() => setTurn({ name: one.name, pauses: !one.paused })}
          aria-label={`${label(one)}: ${title}`}
          className="button min-w-28"
        >
          {label(one)}
        </button>
      }
    />
  );
  const asset = (name: string) => t("assetOf", { currency: name.slice(ASSET_PREFIX.length) });
  return (
    <Part id="switches" title={t("switchesTitle")} lead={t("switchesLead")}>
      <ul className="border-b">
        {row(known("payouts"), t("payouts"), t("payoutsText"))}
        {row(known("signer"), t("signer"), t("signerText"))}
        {assets.map((one) => row(one, asset(one.name), t("assetText")))}
      </ul>
      <AssetChoice
        currencies={currencies.filter(({ currency }) => !known(ASSET_PREFIX + currency).paused)}
        onChoose={(currency) => setTurn({ name: ASSET_PREFIX + currency, pauses: true })}
      />
      <div className="mt-3 grid gap-1">
        <RoleNote needed="operator" />
        {known("signer").paused && may("operator") ? <RoleNote needed="approver" /> : null}
      </div>
      {turn === null ? null : (
        <TurnDialog
          turn={turn}
          asset={asset}
          owed={totalsOf(currencies.map(({ owed, currency }) => ({ amount: owed, currency })))}
          onClose={() => setTurn(null)}
        />
      )}
    </Part>
  );
}

function SwitchRow({
  state: { paused, reason, since },
  title,
  text,
  button,
}: {
  state: Switch;
  title: string;
  text: string;
  button: ReactNode;
}) {
  const t = useTranslations("adminOverview");
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t py-3">
      <div className="min-w-0 grow basis-60">
        <p className="flex flex-wrap items-baseline gap-x-4">
          <span className="font-medium">{title}</span>
          <span className="text-sm">
            <Mark isGood={!paused}>{paused ? t("isOff") : t("isOn")}</Mark>
          </span>
        </p>
        <p className="mt-0.5 text-sm text-pretty text-soft">
          {paused && since !== null ? (
            <>
              <Moment at={since} />
              {reason === null ? null : <span className="wrap-anywhere"> · {reason}</span>}
            </>
          ) : (
            text
          )}
        </p>
      </div>
      {button}
    </li>
  );
}

function AssetChoice({
  currencies,
  onChoose,
}: {
  currencies: Overview["reserves"];
  onChoose: (currency: string) => void;
}) {
  const t = useTranslations("adminOverview");
  const may = useMay();
  const [chosen, setChosen] = useState("");
  const currency = currencies.find((one) => one.currency === chosen)?.currency ?? currencies[0]?.currency;
  if (currency === undefined) return null;
  return (
    <div className="mt-4 flex flex-wrap items-end gap-3">
      <div className="w-44">
        <label htmlFor="pause-asset" className="text-sm font-medium">
          {t("pauseAsset")}
        </label>
        <select
          id="pause-asset"
          value={currency}
          disabled={!may("operator")}
          onChange={(event) => setChosen(event.target.value)}
          className="control mt-1"
        >
          {currencies.map((one) => (
            <option key={one.currency}>{one.currency}</option>
          ))}
        </select>
      </div>
      <button
        type="button"
        disabled={!may("operator")}
        onClick={() => onChoose(currency)}
        aria-label={`${t("pause")}: ${currency}`}
        className="button min-w-28"
      >
        {t("pause")}
      </button>
    </div>
  );
}

function TurnDialog({
  turn,
  asset,
  owed,
  onClose,
}: {
  turn: Turn;
  asset: (name: string) => string;
  /** What is promised of each currency: it is paid once nothing is paused. */
  owed: readonly Amount[];
  onClose: () => void;
}) {
  const t = useTranslations("adminOverview");
  const { client } = useConsole();
  const { name, pauses } = turn;
  const isFixed = name === "payouts" || name === "signer";
  const title = isFixed ? t(name) : asset(name);
  const text = isFixed ? t(`${name}Text`) : t("assetText");
  return (
    <ActDialog
      title={pauses ? t("pauseTitle", { title }) : t("resumeTitle", { title })}
      confirm={pauses ? t(name === "signer" ? "stop" : "pause") : t("resume")}
      isGrave={pauses}
      run={(field) => settle(post(field("reason")))}
      onDone={() => notify({ title: pauses ? t("turnedOff", { title }) : t("turnedOn", { title }) })}
      onClose={onClose}
    >
      <p className="text-pretty text-soft">{pauses ? text : t("resumeText")}</p>
      {isFixed && owed.length > 0 ? (
        <Sums sums={[{ name: t(pauses ? "owedWaits" : "owedIsPaid"), amounts: owed, isTotal: true }]} />
      ) : null}
      <ReasonField />
    </ActDialog>
  );

  function post(reason: string) {
    const body = { reason };
    if (name === "payouts")
      return pauses
        ? client.POST("/api/admin/payouts/pause", { body })
        : client.POST("/api/admin/payouts/resume", { body });
    if (name === "signer")
      return pauses
        ? client.POST("/api/admin/signer/pause", { body })
        : client.POST("/api/admin/signer/resume", { body });
    const call = { params: { path: { currency: name.slice(ASSET_PREFIX.length) } }, body };
    return pauses
      ? client.POST("/api/admin/assets/{currency}/pause", call)
      : client.POST("/api/admin/assets/{currency}/resume", call);
  }
}
