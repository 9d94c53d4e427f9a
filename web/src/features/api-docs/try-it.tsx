import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { CodeBlock, InlineCode } from "./code-block";
import type { ApiDocs } from "./contract";

const code = (chunks: ReactNode) => <InlineCode>{chunks}</InlineCode>;

/** Commands that swap on the simulated networks, step by step. */
export function TryIt({ docs, origin }: { docs: ApiDocs; origin: string }) {
  const t = useTranslations("apiDocs");
  return (
    <ol className="grid min-w-0 gap-5">
      {docs.tryIt.map(({ id, code: commands }, index) => {
        const step = t("tryIt.step", { number: String(index + 1) });
        return (
          <li key={id} className="grid min-w-0 gap-2">
            <p className="max-w-[64ch]">{t.rich(`tryIt.${id}`, { code })}</p>
            <CodeBlock label={step} code={commands.replaceAll(docs.originMark, origin)} />
          </li>
        );
      })}
    </ol>
  );
}
