import { Link } from "@tanstack/react-router";
import { type FormEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { settle } from "../../../lib/api-calls";
import { CopyButton } from "../../../ui/copy-button";
import { Dialog } from "../../../ui/dialog";
import { notify } from "../../../ui/notices";
import { Remark } from "../../../ui/prose";
import { Moment } from "../../../ui/time";
import { ActDialog } from "../act-dialog";
import { Badge } from "../badge";
import { Answer, Empty, Failure, Part } from "../part";
import { RoleNote } from "../role-note";
import type { ApiKey, NewApiKey } from "../types";
import { endsSession, useAdminQuery, useConsole, useMay, useRefresh } from "../use-console";

/** The keys of third parties for /api/v1: a new one, and all there are. */
export function KeysTab() {
  const t = useTranslations("adminAccess");
  const { result } = useAdminQuery(["api-keys"], (client) => settle(client.GET("/api/admin/api-keys")));
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  return (
    <Part id="keys" title={t("keysTitle")} lead={t("keysLead")} side={<ApiDocsLink />}>
      <NewKey />
      <div className="mt-8">
        <Answer result={result}>
          {(keys) =>
            keys.length === 0 ? (
              <Empty>{t("noKeys")}</Empty>
            ) : (
              <ul className="border-b">
                {keys.map((key) => (
                  <KeyItem key={key.id} apiKey={key} onRevoke={() => setRevoked(key)} />
                ))}
              </ul>
            )
          }
        </Answer>
      </div>
      {revoked === null ? null : <RevokeDialog apiKey={revoked} onClose={() => setRevoked(null)} />}
    </Part>
  );
}

function ApiDocsLink() {
  const t = useTranslations("adminAccess");
  return (
    <Link to="/api-docs" className="link text-sm">
      {t("apiDocs")}
    </Link>
  );
}

function NewKey() {
  const t = useTranslations();
  const { client, expire } = useConsole();
  const may = useMay();
  const refresh = useRefresh();
  const [isBusy, setBusy] = useState(false);
  const [made, setMade] = useState<NewApiKey | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const create = async (name: string) => {
    setBusy(true);
    setFailure(null);
    const result = await settle(client.POST("/api/admin/api-keys", { body: { name } }));
    setBusy(false);
    if (result.ok) {
      form.current?.reset();
      setMade(result.value);
    } else if (endsSession(result.error)) return expire();
    else setFailure(result.error.message);
    await refresh();
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name") ?? "").trim();
    if (!isBusy && name !== "") void create(name);
  };
  return (
    <form ref={form} onSubmit={onSubmit} className="mt-2">
      <label htmlFor="key-name" className="text-sm font-medium">
        {t("adminAccess.keyName")}
      </label>
      <div className="mt-1 flex max-w-xl flex-wrap gap-3">
        <input
          id="key-name"
          name="name"
          required
          maxLength={100}
          autoComplete="off"
          disabled={!may("operator")}
          className="control grow basis-52"
        />
        <button type="submit" disabled={isBusy || !may("operator")} className="button button-primary">
          {t("adminAccess.createKey")}
        </button>
      </div>
      <div className="mt-2 grid gap-1">
        {failure === null ? null : <Failure title={t("admin.failed")} message={failure} takesFocus />}
        <RoleNote needed="operator" />
      </div>
      {made === null ? null : <SecretDialog made={made} onClose={() => setMade(null)} />}
    </form>
  );
}

/** The one time that a key's secret is shown. */
function SecretDialog({ made, onClose }: { made: NewApiKey; onClose: () => void }) {
  const t = useTranslations("adminAccess");
  return (
    <Dialog title={t("secretTitle", { name: made.name })} onClose={onClose}>
      {(close) => (
        <div className="grid gap-4 overflow-y-auto px-4 pb-4">
          <Remark>{t("secretText")}</Remark>
          <div className="flex items-center justify-between gap-2 rounded-md bg-well pl-3">
            <code translate="no" className="break-address min-w-0 py-2 text-sm">
              {made.secret}
            </code>
            <CopyButton value={made.secret} label={t("copySecret")} what={t("secret")} />
          </div>
          <button type="button" onClick={close} className="button button-primary justify-self-end">
            {t("secretKept")}
          </button>
        </div>
      )}
    </Dialog>
  );
}

function KeyItem({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const t = useTranslations("adminAccess");
  const may = useMay();
  const { id, name, createdBy, createdAt, revokedAt } = apiKey;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className={`font-medium wrap-anywhere ${revokedAt === null ? "" : "text-soft"}`}>{name}</span>
          <Badge tone={revokedAt === null ? "good" : "quiet"}>
            {revokedAt === null ? t("works") : t("revoked")}
          </Badge>
        </p>
        <p className="mt-0.5 text-sm text-soft">
          <code translate="no" className="font-mono text-[0.8125rem]">
            {id}
          </code>
          {" · "}
          {t("madeBy", { name: createdBy })} · <Moment at={createdAt} />
          {revokedAt === null ? null : (
            <>
              {" · "}
              {t("revoked")} <Moment at={revokedAt} />
            </>
          )}
        </p>
      </div>
      {revokedAt === null ? (
        <button
          type="button"
          disabled={!may("operator")}
          onClick={onRevoke}
          aria-label={`${t("revoke")}: ${name}`}
          className="button"
        >
          {t("revoke")}
        </button>
      ) : null}
    </li>
  );
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useTranslations("adminAccess");
  const { client } = useConsole();
  return (
    <ActDialog
      title={t("revokeTitle", { name: apiKey.name })}
      confirm={t("revoke")}
      isGrave
      run={() => settle(client.DELETE("/api/admin/api-keys/{id}", { params: { path: { id: apiKey.id } } }))}
      onDone={() => notify({ title: t("revokedNotice", { name: apiKey.name }) })}
      onClose={onClose}
    >
      <p className="text-pretty text-soft">{t("revokeText")}</p>
    </ActDialog>
  );
}
