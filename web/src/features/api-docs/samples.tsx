import { useTranslations } from "use-intl";
import { CodeBlock } from "./code-block";
import type { Sample } from "./contract";

/** Which radio shows which sample. Only styles do this, so that it works without JavaScript. */
const SHOWN_BY: Readonly<Record<string, string>> = {
  javascript: "group-has-[#sample-javascript:checked]:block",
  python: "group-has-[#sample-python:checked]:block",
  curl: "group-has-[#sample-curl:checked]:block",
};

/** The same program in each language, one at a time. */
export function Samples({ samples }: { samples: readonly Sample[] }) {
  const t = useTranslations("apiDocs");
  return (
    <div className="group grid min-w-0 gap-3">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t("sampleLanguage")}</legend>
        {samples.map(({ id, name }, index) => (
          <label
            key={id}
            className="button relative cursor-pointer text-sm has-checked:border-accent has-checked:bg-tint has-checked:font-semibold has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              id={`sample-${id}`}
              name="sample"
              value={id}
              defaultChecked={index === 0}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span translate="no">{name}</span>
          </label>
        ))}
      </fieldset>
      {samples.map(({ id, name, code }) => (
        <div key={id} className={`hidden min-w-0 ${SHOWN_BY[id] ?? ""}`}>
          <CodeBlock label={name} name={t("sampleName", { language: name })} code={code} />
        </div>
      ))}
    </div>
  );
}
