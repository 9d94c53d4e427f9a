import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { ApiResult } from "../../../lib/api";
import { settle } from "../../../lib/api-calls";
import { notify } from "../../../ui/notices";
import { Moment } from "../../../ui/time";
import { Badge } from "../badge";
import { Answer, Failure, Part } from "../part";
import type { OwnSession } from "../types";
import { endsSession, useAdminQuery, useConsole, useRefresh } from "../use-console";

/** The account's open sessions, of which each can be ended. */
export function Sessions() {
  const t = useTranslations("adminAccess");
  const { client } = useConsole();
  const { result } = useAdminQuery(["sessions"], (caller) => settle(caller.GET("/api/admin/sessions")));
  const { end, isBusy, failure, list } = useEnding();
  return (
    <Part id="sessions" title={t("sessionsTitle")} lead={t("sessionsLead")}>
      <Answer result={result}>
        {(sessions) => (
          <>
            <ul ref={list} tabIndex={-1} className="border-b outline-none">
              {sessions.map((session) => (
                <SessionItem
                  key={session.id}
                  session={session}
                  isBusy={isBusy}
                  onEnd={() =>
                    end(() =>
                      settle(
                        client.DELETE("/api/admin/sessions/{id}", { params: { path: { id: session.id } } }),
                      ),
                    )
                  }
                />
              ))}
            </ul>
            {failure === null ? null : <Failure title={t("notEnded")} message={failure} takesFocus />}
            {sessions.some(({ current }) => !current) ? (
              <button
                type="button"
                aria-disabled={isBusy}
                onClick={() => end(() => settle(client.POST("/api/admin/sessions/end-others")))}
                className="button mt-4"
              >
                {t("endOthers")}
              </button>
            ) : null}
          </>
        )}
      </Answer>
    </Part>
  );
}

/** Ends sessions, says how many, and shows which are left. */
function useEnding() {
  const t = useTranslations();
  const { expire } = useConsole();
  const refresh = useRefresh();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const end = async (run: () => Promise<ApiResult<{ ended: number }>>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    const result = await run();
    if (result.ok) notify({ title: t("adminAccess.sessionsEnded", { count: result.value.ended }) });
    else if (endsSession(result.error)) return expire();
    else setFailure(result.error.message);
    await refresh();
    setBusy(false);
    // The button went with its session.
    if (result.ok) list.current?.focus();
  };
  return { end, isBusy, failure, list };
}

function SessionItem({
  session,
  isBusy,
  onEnd,
}: {
  session: OwnSession;
  isBusy: boolean;
  onEnd: () => Promise<void>;
}) {
  const t = useTranslations("adminAccess");
  const { createdAt, lastUsedAt, current } = session;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t py-3 text-sm">
      <div className="min-w-0">
        <p>
          {t("sessionOpened")} <Moment at={createdAt} />
        </p>
        <p className="text-soft">
          {t("sessionUsed")} <Moment at={lastUsedAt} />
        </p>
      </div>
      {current ? (
        <Badge tone="good">{t("thisSession")}</Badge>
      ) : (
        <button type="button" aria-disabled={isBusy} onClick={() => void onEnd()} className="button">
          {t("endSession")}
        </button>
      )}
    </li>
  );
}
