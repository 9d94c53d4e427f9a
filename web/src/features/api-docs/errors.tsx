import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { Icon } from "../../ui/icon";
import { CodeBlock } from "./code-block";
import type { ApiDocs, ProblemCode } from "./contract";

/** What a status means here; the contract's codes say the rest. */
const MEANINGS = {
  400: "status400",
  401: "status401",
  403: "status403",
  404: "status404",
  409: "status409",
  413: "status413",
  415: "status415",
  422: "status422",
  429: "status429",
  500: "status500",
  503: "status503",
} as const;

function meaningOf(status: number) {
  return status in MEANINGS ? MEANINGS[status as keyof typeof MEANINGS] : "statusOther";
}

/** What the third-party base answers: its statuses, and a refusal in its envelope. */
export function V1Errors({ docs: { v1, examples } }: { docs: ApiDocs }) {
  const t = useTranslations("apiDocs");
  return (
    <>
      <CodeBlock label={t("failureExample")} code={JSON.stringify(examples[v1.failureExample], null, 2)} />
      <dl className="border-b text-sm">
        {[200, ...v1.statuses].map((status) => (
          <div key={status} className="grid grid-cols-[3rem_1fr] border-t py-2">
            <dt className="font-mono font-semibold text-accent">{status}</dt>
            <dd>{t(status === 200 ? "status200" : status === 422 ? "v1Status422" : meaningOf(status))}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Every code that an operation of this page can answer, by status, in the contract's own words. */
export function Errors({ docs }: { docs: ApiDocs }) {
  const t = useTranslations("apiDocs");
  const statuses = [...new Set(docs.problems.map(({ status }) => status))];
  return (
    <>
      <CodeBlock
        label={t("problemExample")}
        code={JSON.stringify(docs.examples[docs.problemExample], null, 2)}
      />
      <div className="mt-2 border-t">
        {statuses.map((status) => (
          <Status
            key={status}
            status={status}
            problems={docs.problems.filter((problem) => problem.status === status)}
          />
        ))}
      </div>
    </>
  );
}

function Status({ status, problems }: { status: number; problems: readonly ProblemCode[] }) {
  const t = useTranslations("apiDocs");
  return (
    <details className="group border-b">
      <summary className="grid min-h-11 grid-cols-[2.5rem_1fr_auto_auto] items-center gap-x-3 py-1.5 hover:bg-well sm:px-2">
        <span className="font-mono text-sm font-semibold text-accent">{status}</span>
        <h3 className="text-sm">{t(meaningOf(status))}</h3>
        <span className="text-sm text-soft">{t("codeCount", { count: problems.length })}</span>
        <Icon name="chevron" className="size-4 text-soft group-open:rotate-180" />
      </summary>
      <div id={`status-${status}`} className="scroll-mt-16 pb-6 sm:px-2">
        <table className="field-table">
          <caption className="sr-only">{t("codesOf", { status: String(status) })}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{t("code")}</th>
              <th scope="col">{t("meaning")}</th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ code, detail }) => (
              <tr key={code}>
                <th scope="row">
                  <Link
                    to="/problems/$"
                    params={{ _splat: code }}
                    preload={false}
                    className="hover:text-accent"
                  >
                    <b translate="no">{code}</b>
                  </Link>
                </th>
                <td lang="en">{detail}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
