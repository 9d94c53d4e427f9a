import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { usePage } from "../../lib/page-context";
import { ExampleMark } from "../../ui/example-mark";
import { Points, Remark } from "../../ui/prose";
import { CodeBlock, InlineCode } from "./code-block";
import type { ApiDocs } from "./contract";
import { curlOf } from "./curl";
import { Text } from "./doc-section";

/** Where the build puts the contract, unchanged. */
const CONTRACT_PATH = "/openapi.json";

const code = (chunks: ReactNode) => <InlineCode>{chunks}</InlineCode>;

/** The way to the whole contract, and what of it this page leaves out. */
export function RawContract({ leftOut }: { leftOut: number }) {
  const t = useTranslations("apiDocs");
  return (
    <>
      <p>
        <a href={CONTRACT_PATH} className="button" type="application/json">
          {t("rawLink")}
        </a>
      </p>
      <p className="max-w-[64ch] text-sm text-soft">{t("rawText", { count: leftOut })}</p>
    </>
  );
}

/** What holds for every call. */
export function JsonFormat() {
  const t = useTranslations("apiDocs");
  const points = ["format1", "format2", "format3", "format4", "format5"] as const;
  return (
    <ul className="grid max-w-[64ch] gap-2">
      {points.map((point) => (
        <li key={point} className="flex gap-3">
          <span aria-hidden="true" className="mt-[0.8em] h-px w-3 shrink-0 bg-accent" />
          <span className="min-w-0">{t.rich(point, { code })}</span>
        </li>
      ))}
    </ul>
  );
}

/** Where the calls go: with a key, or without one. */
export function Bases({ v1Base, base }: { v1Base: string; base: string }) {
  const t = useTranslations("apiDocs");
  return (
    <>
      <CodeBlock label={t("baseV1")} code={v1Base} />
      <CodeBlock label={t("baseOpen")} code={base} />
      <Text>{t("baseText")}</Text>
    </>
  );
}

/** The key that the third-party base asks for, how one is had, and what is secret. */
export function Authentication({ docs, v1Base }: { docs: ApiDocs; v1Base: string }) {
  const t = useTranslations("apiDocs");
  const [first] = docs.v1.operations;
  return (
    <>
      {docs.keys.map(({ id, name, place }) => (
        <Text key={id}>{t.rich("authKey", { code, name, place, prefix: docs.v1.prefix })}</Text>
      ))}
      <Text>{t("authGet")}</Text>
      {first === undefined ? null : (
        <CodeBlock label="cURL" name={t("curlOf", { path: first.path })} code={curlOf(first, docs, v1Base)} />
      )}
      <Text>{t.rich("authOpen", { code, prefix: docs.prefix })}</Text>
      <div className="max-w-[64ch]">
        <Remark>
          <strong className="block">{t("warningTitle")}</strong>
          {t("warningText")}
        </Remark>
      </div>
    </>
  );
}

/** The operator's own channels; where there are none, none is named. */
export function Help() {
  const t = useTranslations("apiDocs");
  const { supportEmail, supportHandle } = usePage().site;
  return (
    <div className="panel grid max-w-[64ch] gap-3 p-5">
      <p>{t("helpText")}</p>
      <Points items={[t("help1"), t("help2"), t("help3")]} />
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {supportEmail === null ? (
          <Link to="/contact" className="button">
            {t("helpContact")}
          </Link>
        ) : (
          <a href={`mailto:${supportEmail}`} className="button wrap-anywhere">
            {supportEmail}
          </a>
        )}
        <ExampleMark of="supportEmail" />
        {supportHandle === null ? null : (
          <span className="font-medium wrap-anywhere">
            {supportHandle}
            <ExampleMark of="supportHandle" />
          </span>
        )}
      </p>
    </div>
  );
}
