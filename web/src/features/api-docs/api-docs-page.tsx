import { apiDocs as docs } from "@sotto/openapi/openapi.json?distilled";
import { useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { useTranslations } from "use-intl";
import { useHydrated, usePage, useSentenceGap } from "../../lib/page-context";
import { Contents, PageHead, Readouts } from "../../ui/prose";
import { InlineCode } from "./code-block";
import { DocSection, Text } from "./doc-section";
import { Endpoints } from "./endpoints";
import { Errors, V1Errors } from "./errors";
import { Authentication, Bases, Help, JsonFormat, RawContract } from "./guide";
import { Limits } from "./limits";
import { Objects } from "./objects";
import { Samples } from "./samples";
import { TryIt } from "./try-it";

/** The API for people who write a client. All of it comes from the contract when the pages are built. */
export function ApiDocsPage() {
  const t = useTranslations("apiDocs");
  const origin = useOrigin();
  useOpenedByAddress();
  const sections = useSections(origin);
  const openCount = docs.groups.reduce((sum, { operations }) => sum + operations.length, 0);
  const count = openCount + docs.v1.operations.length;
  const [key] = docs.keys;
  return (
    <article className="mx-auto max-w-[73rem] px-4 pt-5 sm:px-6 sm:pt-12">
      <PageHead title={t("title")} lead={t("lead")} />
      <Readouts
        label={t("inShort")}
        items={[
          { label: t("endpoints"), value: count, note: t("contractVersion", { version: docs.version }) },
          { label: t("format"), value: "JSON", note: t("formatNote") },
          { label: t("errors"), value: "RFC 9457", note: t("errorsNote", { count: docs.problems.length }) },
          {
            label: t("key"),
            value: <span translate="no">{key?.name}</span>,
            note: t("keyNote", { prefix: docs.v1.prefix }),
          },
        ]}
      />
      <div className="mt-8 grid gap-8 sm:mt-12 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-14">
        <Contents label={t("contents")} items={sections} />
        <div className="min-w-0">
          {sections.map(({ id, title, body }, index) => (
            <DocSection key={id} id={id} number={index + 1} title={title}>
              {body}
            </DocSection>
          ))}
        </div>
      </div>
    </article>
  );
}

/** Where the calls go: the operator's public address, or else the one that this page was asked at. */
function useOrigin(): string {
  const { publicUrl, origin } = usePage();
  const hydrated = useHydrated();
  const seen = hydrated ? location.origin : origin;
  return publicUrl === "" ? seen : publicUrl;
}

/** Opens the operation or the object that the address names: on arrival, and when a link of the page leads to it. */
function useOpenedByAddress(): void {
  const hash = useRouterState({ select: (state) => state.location.hash });
  useEffect(() => {
    if (hash === "") return;
    const details = document.getElementById(hash)?.closest("details");
    if (details === null || details === undefined) return;
    details.open = true;
    details.scrollIntoView({ block: "start" });
  }, [hash]);
}

interface PageSection {
  id: string;
  title: string;
  body: ReactNode;
}

const inlineCode = (chunks: ReactNode) => <InlineCode>{chunks}</InlineCode>;

function useSections(origin: string): PageSection[] {
  const guide = useGuide(origin);
  const trial = useTrial(origin);
  return [...guide, ...trial, ...useReference(origin)];
}

/** What one reads before the first call. */
function useGuide(origin: string): PageSection[] {
  const t = useTranslations("apiDocs");
  const code = inlineCode;
  const gap = useSentenceGap();
  const v1Base = origin + docs.v1.prefix;
  const samples = docs.samples.map((sample) => ({
    ...sample,
    code: sample.code.replaceAll(docs.baseMark, v1Base),
  }));
  return [
    {
      id: "overview",
      title: t("overviewTitle"),
      body: (
        <>
          <Text>{t("overviewText")}</Text>
          <Text>{t.rich("overviewBases", { code, v1: docs.v1.prefix, open: docs.prefix })}</Text>
          <RawContract leftOut={docs.leftOut} />
        </>
      ),
    },
    {
      id: "base-url",
      title: t("baseTitle"),
      body: <Bases v1Base={v1Base} base={origin + docs.prefix} />,
    },
    { id: "format", title: t("formatTitle"), body: <JsonFormat /> },
    { id: "authentication", title: t("authTitle"), body: <Authentication docs={docs} v1Base={v1Base} /> },
    {
      id: "samples",
      title: t("samplesTitle"),
      body: (
        <>
          <Text>{t("samplesText")}</Text>
          <Samples samples={samples} />
          <p className="max-w-[64ch] text-sm text-soft">
            {t.rich("samplesKey", { code })}
            {gap}
            {t.rich("samplesNeeds", { code })}
          </p>
        </>
      ),
    },
  ];
}

/** Where coins are worth nothing: how to swap them. */
function useTrial(origin: string): PageSection[] {
  const t = useTranslations("apiDocs");
  if (usePage().network !== "simnet") return [];
  return [
    {
      id: "try-it",
      title: t("tryIt.title"),
      body: (
        <>
          <Text>{t.rich("tryIt.text", { code: inlineCode })}</Text>
          <TryIt docs={docs} origin={origin} />
        </>
      ),
    },
  ];
}

/** What one looks up. */
function useReference(origin: string): PageSection[] {
  const t = useTranslations("apiDocs");
  const code = inlineCode;
  const { v1, prefix } = docs;
  return [
    {
      id: "third-party",
      title: t("v1Title"),
      body: (
        <>
          <Text>{t.rich("v1Text", { code, prefix: v1.prefix })}</Text>
          <Endpoints groups={[v1]} docs={docs} base={origin + v1.prefix} />
        </>
      ),
    },
    {
      id: "endpoints",
      title: t("endpointsTitle"),
      body: (
        <>
          <Text>{t.rich("endpointsText", { code, prefix })}</Text>
          <Endpoints groups={docs.groups} docs={docs} base={origin + prefix} />
        </>
      ),
    },
    {
      id: "objects",
      title: t("objectsTitle"),
      body: (
        <>
          <Text>{t.rich("objectsText", { code })}</Text>
          <Objects objects={docs.objects} />
        </>
      ),
    },
    {
      id: "limits",
      title: t("limits.title"),
      body: (
        <>
          <Text>{t.rich("limits.text", { code, status: "429", header: "Retry-After" })}</Text>
          <Limits docs={docs} />
        </>
      ),
    },
    {
      id: "errors",
      title: t("errorsTitle"),
      body: (
        <>
          <Text>{t.rich("v1Errors", { code, prefix: v1.prefix })}</Text>
          <V1Errors docs={docs} />
          <div className="mt-4">
            <Text>{t.rich("errorsText", { code, prefix })}</Text>
          </div>
          <Errors docs={docs} />
        </>
      ),
    },
    { id: "help", title: t("helpTitle"), body: <Help /> },
  ];
}
