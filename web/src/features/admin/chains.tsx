import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { useList } from "../../ui/list";
import { notify } from "../../ui/notices";
import { Moment } from "../../ui/time";
import type { Chain } from "./calls";
import { Mark, Part, Table } from "./part";
import { useAdminQuery, useConsole, useRefresh } from "./use-admin-query";

/** The chains as the service sees them; a halted one waits for an administrator's reason. */
export function Chains() {
  const t = useTranslations("admin");
  const list = useList();
  const { result } = useAdminQuery("health", (calls) => calls.health());
  return (
    <Part id="chains" title={t("chainsTitle")} lead={t("chainsLead")} result={result}>
      {({ chains }) => (
        <>
          <Table
            label={t("chainsTitle")}
            heads={[t("chain"), t("chainStatus"), t("height"), t("lastAnswer"), t("assets")]}
          >
            {chains.map((chain) => (
              <tr key={chain.chain}>
                <th scope="row" translate="no" className="font-medium">
                  {chain.chain}
                </th>
                <td>
                  <Mark isGood={chain.status === "ok"}>{t(`chainState.${chain.status}`)}</Mark>
                </td>
                <td>{chain.height ?? t("never")}</td>
                <td className="whitespace-nowrap">
                  {chain.updatedAt === null ? t("never") : <Moment at={chain.updatedAt} />}
                </td>
                <td className="min-w-48 text-soft">{list(chain.assets)}</td>
              </tr>
            ))}
          </Table>
          {chains
            .filter(({ status }) => status === "halted")
            .map(({ chain }) => (
              <ResumeForm key={chain} chain={chain} />
            ))}
        </>
      )}
    </Part>
  );
}

function ResumeForm({ chain }: { chain: Chain["chain"] }) {
  const t = useTranslations("admin");
  const { calls, expire } = useConsole();
  const refresh = useRefresh();
  const [isBusy, setBusy] = useState(false);
  const submit = async (reason: string) => {
    setBusy(true);
    const result = await calls.resumeChain(chain, reason);
    if (result.ok) notify({ title: t("resumed", { chain }) });
    else if (result.problem.status === 401) return expire();
    else notify({ title: t("failed"), text: result.problem.message || t("noAnswer"), tone: "bad" });
    await refresh();
    setBusy(false);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) void submit(String(new FormData(event.currentTarget).get("reason") ?? ""));
  };
  return (
    <form onSubmit={onSubmit} className="panel mt-4 border-bad p-4">
      <label htmlFor={`resume-${chain}`} className="font-medium">
        {t("resumeReason", { chain })}
      </label>
      <div className="mt-2 flex flex-wrap gap-3">
        <input
          id={`resume-${chain}`}
          name="reason"
          required
          maxLength={500}
          autoComplete="off"
          className="control max-w-xl grow basis-60"
        />
        <button type="submit" disabled={isBusy} className="button">
          {t("resume")}
        </button>
      </div>
    </form>
  );
}
