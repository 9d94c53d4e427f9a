import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Icon } from "../../ui/icon";
import { CodeBlock, ContractText } from "./code-block";
import type { Answer, ApiDocs, Operation, OperationGroup } from "./contract";
import { curlOf, exampleText } from "./curl";
import { FieldTable } from "./field-table";
import { PathText } from "./path-text";

interface Parts {
  docs: ApiDocs;
  /** Base URL of the calls. */
  base: string;
}

/** Operations by their group; each opens to its parameters, examples and refusals. */
export function Endpoints({ groups, docs, base }: Parts & { groups: readonly OperationGroup[] }) {
  return groups.map((group) => (
    <section key={group.name} aria-labelledby={`group-${group.name}`} className="mt-5 first:mt-0">
      <h3 id={`group-${group.name}`} className="font-semibold" lang="en">
        {group.title}
      </h3>
      <div className="mt-2 border-t">
        {group.operations.map((operation) => (
          <Endpoint key={operation.id} operation={operation} docs={docs} base={base} />
        ))}
      </div>
    </section>
  ));
}

function Endpoint({ operation, docs, base }: Parts & { operation: Operation }) {
  const t = useTranslations("apiDocs");
  const { id, method, path, summary, description, parameters, keys } = operation;
  return (
    <details className="group/op border-b">
      <summary className="grid grid-cols-[4.25rem_1fr_auto] items-center gap-x-3 py-2.5 hover:bg-well sm:px-2">
        <Method method={method} />
        <span className="grid min-w-0 gap-x-4 sm:grid-cols-[1fr_auto] sm:items-baseline">
          <span translate="no" className="font-mono text-sm wrap-anywhere">
            <PathText path={path} />
          </span>
          <span lang="en" className="text-sm text-soft">
            {summary}
          </span>
        </span>
        <Icon name="chevron" className="size-4 text-soft group-open/op:rotate-180" />
      </summary>
      {/* The address lies on what opens, so that a browser without scripts opens it by itself. */}
      <div id={id} className="grid min-w-0 scroll-mt-16 gap-5 pt-2 pb-7 sm:px-2">
        {description === "" && keys.length === 0 ? null : (
          <div className="max-w-[64ch] text-soft">
            <ContractText text={description} />
            {keys.length === 0 ? null : <p className="font-medium text-warn">{t("needsKey")}</p>}
          </div>
        )}
        {parameters.length === 0 ? null : (
          <Part title={t("parameters")}>
            <FieldTable caption={t("parametersOf", { path })} fields={parameters} given />
          </Part>
        )}
        <Body operation={operation} docs={docs} />
        <AnswerPart operation={operation} docs={docs} />
        <Refusals operation={operation} />
        <CodeBlock label="cURL" name={t("curlOf", { path })} code={curlOf(operation, docs, base)} />
      </div>
    </details>
  );
}

/** The method in its own shape: what only reads is quiet, what changes something is not. */
function Method({ method }: { method: string }) {
  const look =
    method === "GET"
      ? "border-transparent bg-tint text-accent"
      : method === "DELETE"
        ? "border-bad text-bad"
        : "border-edge text-ink";
  return (
    <span
      translate="no"
      className={`rounded-sm border py-0.5 text-center font-mono text-xs font-semibold ${look}`}
    >
      {method}
    </span>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-2">
      <h4 className="text-sm font-semibold">{title}</h4>
      {children}
    </div>
  );
}

function Body({ operation, docs }: { operation: Operation; docs: ApiDocs }) {
  const t = useTranslations("apiDocs");
  const { body, path } = operation;
  if (body === null) return null;
  return (
    <Part title={body.required ? t("body") : t("bodyOptional")}>
      <FieldTable caption={t("bodyOf", { path })} fields={body.fields} given />
      <CodeBlock
        label={t("requestExample")}
        name={t("requestExampleOf", { path })}
        code={exampleText(body.type, docs.examples[body.example])}
      />
    </Part>
  );
}

function AnswerPart({ operation, docs }: { operation: Operation; docs: ApiDocs }) {
  const t = useTranslations("apiDocs");
  const { answer, path } = operation;
  return (
    <Part title={t("answer")}>
      <p className="text-sm text-soft">
        <span translate="no" className="font-mono font-semibold text-good">
          {answer.status}
        </span>
        {answer.type === null ? " " : ` · ${answer.type} · `}
        <ContractText text={answer.description} /> <ObjectLink answer={answer} />
      </p>
      {answer.example === null ? null : (
        <CodeBlock
          label={t("answerExample")}
          name={t("answerExampleOf", { path })}
          code={exampleText(answer.type, docs.examples[answer.example])}
        />
      )}
    </Part>
  );
}

function ObjectLink({ answer: { object, isList } }: { answer: Answer }) {
  const t = useTranslations("apiDocs");
  if (object === null) return null;
  return (
    <a href={`#object-${object}`} className="link">
      {isList ? t("listOf", { object }) : t("fieldsOf", { object })}
    </a>
  );
}

function Refusals({ operation }: { operation: Operation }) {
  const t = useTranslations("apiDocs");
  return (
    <Part title={t("refusals")}>
      <dl className="text-sm">
        {operation.refusals.map(({ status, codes }) => (
          <div key={status} className="grid grid-cols-[3rem_1fr] border-t py-1.5 last:border-b">
            <dt className="font-mono font-semibold">
              <a href={`#status-${status}`} className="hover:text-accent">
                {status}
              </a>
            </dt>
            <dd
              translate="no"
              className="flex flex-wrap gap-x-4 font-mono text-[0.8125rem] wrap-anywhere text-soft"
            >
              {codes.map((code) => (
                <span key={code}>{code}</span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}
