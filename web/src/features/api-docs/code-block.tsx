import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { CopyButton } from "../../ui/copy-button";

/** Code that scrolls inside of itself, with a button that copies it. `label` says what it is. */
export function CodeBlock({
  label,
  name = label,
  code,
}: {
  label: string;
  /** What its button copies, where the label is not enough to tell two buttons apart. */
  name?: string;
  code: string;
}) {
  const t = useTranslations("apiDocs");
  return (
    <figure className="panel min-w-0 overflow-hidden">
      <figcaption className="flex items-center justify-between border-b pl-4">
        <span className="eyebrow">{label}</span>
        <CopyButton value={code} label={t("copy", { what: name })} what={label} />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        tabIndex={0}
        translate="no"
        className="overflow-x-auto px-4 py-3 font-mono text-[0.8125rem] leading-relaxed -outline-offset-2"
      >
        <code>{highlight(code.trimEnd())}</code>
      </pre>
    </figure>
  );
}

/** Strings and lines that are comments, in any of the languages shown. */
const TOKENS = /^[ \t]*(?:\/\/|#).*$|"(?:[^"\\\n]|\\.)*"/gm;

function highlight(code: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of code.matchAll(TOKENS)) {
    const [token] = match;
    // A name before a colon is no value.
    if (/^\s*:/.test(code.slice(match.index + token.length))) continue;
    parts.push(
      code.slice(end, match.index),
      <span key={match.index} className={token.startsWith('"') ? "text-accent" : "text-soft"}>
        {token}
      </span>,
    );
    end = match.index + token.length;
  }
  parts.push(code.slice(end));
  return parts;
}

/** A name of the contract or of the protocol inside a sentence. */
export function InlineCode({ children }: { children: ReactNode }) {
  return (
    <code translate="no" className="rounded-sm bg-well px-1 py-0.5 font-mono text-[0.875em] wrap-anywhere">
      {children}
    </code>
  );
}

/** The contract's own prose: English on every page, names in backticks. */
export function ContractText({ text }: { text: string }) {
  return (
    <span lang="en">
      {text
        .split("`")
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
        .map((part, index) => (index % 2 === 1 ? <InlineCode key={index}>{part}</InlineCode> : part))}
    </span>
  );
}
