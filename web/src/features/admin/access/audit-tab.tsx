import { useState } from "react";
import { useTranslations } from "use-intl";
import type { ApiResult } from "../../../lib/api";
import { settle } from "../../../lib/api-calls";
import { CopyButton } from "../../../ui/copy-button";
import { Moment } from "../../../ui/time";
import { Badge } from "../badge";
import { Pager, useCursorPages } from "../pager";
import { Answer, Empty, Mark, Part } from "../part";
import type { AuditCheck, AuditEntry } from "../types";
import { endsSession, useAdminQuery, useConsole } from "../use-console";

/** What administrators did and were refused, newest first, and whether the log is whole. */
export function AuditTab() {
  const t = useTranslations("adminAccess");
  const pages = useCursorPages("audit");
  const query = pages.cursor === undefined ? {} : { cursor: pages.cursor };
  const { result, isPrevious } = useAdminQuery(
    ["audit", query],
    (client) => settle(client.GET("/api/admin/audit", { params: { query } })),
    { keeps: true },
  );
  return (
    <Part id="audit" title={t("auditTitle")} lead={t("auditLead")}>
      <Verification />
      <div className="mt-6">
        <Answer result={result}>
          {({ items, nextCursor }) =>
            items.length === 0 ? (
              <Empty>{t("noAudit")}</Empty>
            ) : (
              <>
                <ol className={`border-b ${isPrevious ? "opacity-60" : ""}`}>
                  {items.map((entry) => (
                    <Entry key={entry.seq} entry={entry} />
                  ))}
                </ol>
                <Pager pages={pages} next={nextCursor} isBusy={isPrevious} />
              </>
            )
          }
        </Answer>
      </div>
    </Part>
  );
}

function Verification() {
  const t = useTranslations("adminAccess");
  const { client, expire } = useConsole();
  const [isBusy, setBusy] = useState(false);
  const [check, setCheck] = useState<ApiResult<AuditCheck> | null>(null);
  const verify = async () => {
    setBusy(true);
    const result = await settle(client.GET("/api/admin/audit/verify"));
    setBusy(false);
    if (!result.ok && endsSession(result.error)) return expire();
    setCheck(result);
  };
  return (
    <div className="grid justify-items-start gap-3">
      <button type="button" disabled={isBusy} onClick={() => void verify()} className="button button-primary">
        {isBusy ? t("verifying") : t("verify")}
      </button>
      <div aria-live="polite" className="min-w-0 max-w-full empty:hidden">
        {check === null ? null : <Answer result={check}>{(found) => <CheckResult check={found} />}</Answer>}
      </div>
    </div>
  );
}

function CheckResult({ check: { valid, entries, brokenAt, head, signerGap } }: { check: AuditCheck }) {
  const t = useTranslations("adminAccess");
  const differs =
    brokenAt === null && signerGap !== null ? t("signerDiffers", { entry: String(signerGap.entry) }) : null;
  return (
    <div className={`panel px-4 py-3 ${valid ? "" : "border-bad"}`}>
      <Mark isGood={valid}>
        {valid ? t("whole", { count: entries }) : (differs ?? t("broken", { seq: String(brokenAt ?? 0) }))}
      </Mark>
      <div className="mt-1 flex items-center justify-between gap-2 text-sm text-soft">
        <span className="min-w-0">
          {t("head")}{" "}
          <code translate="no" className="break-address text-[0.8125rem]">
            {head}
          </code>
        </span>
        <CopyButton value={head} label={t("copyHead")} what={t("head")} />
      </div>
    </div>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const t = useTranslations("adminAccess");
  const { seq, at, admin, action, outcome, subject, reason, hash } = entry;
  return (
    <li className="grid gap-x-5 gap-y-1 border-t py-2.5 text-sm sm:grid-cols-[3.5rem_minmax(0,1fr)_auto] sm:items-baseline">
      <span className="text-soft max-sm:hidden">{seq}</span>
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="text-soft sm:hidden">{seq}</span>
          <code translate="no" className="font-mono font-semibold wrap-anywhere">
            {action}
          </code>
          {subject === null ? null : (
            <span translate="no" className="font-mono text-[0.8125rem] wrap-anywhere">
              {subject}
            </span>
          )}
          {outcome === "refused" ? <Badge tone="warn">{t("refused")}</Badge> : null}
        </p>
        {reason === null ? null : <p className="text-pretty wrap-anywhere">{reason}</p>}
      </div>
      <p className="text-soft sm:text-right">
        <span translate="no" className="font-medium wrap-anywhere text-ink">
          {admin ?? t("server")}
        </span>
        {" · "}
        <Moment at={at} />
        {" · "}
        <code translate="no" title={hash} className="font-mono text-xs">
          {hash.slice(0, 8)}
        </code>
      </p>
    </li>
  );
}
