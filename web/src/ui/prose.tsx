import type { ReactNode } from "react";
import { ExampleMark } from "./example-mark";
import { Icon } from "./icon";

/** The head of a page that is read: its title, and what it is about in a sentence or two. */
export function PageHead({ title, lead }: { title: string; lead: string }) {
  return (
    <header className="max-w-[42rem]">
      <h1 className="text-2xl display sm:text-4xl">{title}</h1>
      <p className="mt-2 text-pretty text-soft sm:mt-3 sm:text-lg">{lead}</p>
    </header>
  );
}

export interface Readout {
  label: string;
  value: ReactNode;
  note?: ReactNode;
}

/** Figures as an instrument shows them: a few, large, between hairlines. Four fill a line, two half of one. */
export function Readouts({ label, items }: { label: string; items: readonly Readout[] }) {
  return (
    <dl aria-label={label} className="mt-7 grid grid-cols-2 gap-px border-y bg-line sm:mt-9 lg:grid-cols-4">
      {items.map((item) => (
        <div key={item.label} className="bg-paper py-3.5 pr-3 even:pl-4 lg:not-first:pl-5">
          <dt className="eyebrow">{item.label}</dt>
          <dd className="mt-0.5 text-lg font-semibold tracking-tight sm:text-2xl">{item.value}</dd>
          {item.note === undefined ? null : <dd className="mt-0.5 text-sm text-soft">{item.note}</dd>}
        </div>
      ))}
    </dl>
  );
}

export interface ContentsItem {
  id: string;
  title: string;
}

/** The table of contents: beside the text where there is room, folded above it where there is none. */
export function Contents({ label, items }: { label: string; items: readonly ContentsItem[] }) {
  const list = (
    <ol className="grid">
      {items.map(({ id, title }, index) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="flex min-h-11 items-center gap-3 text-soft hover:text-ink lg:min-h-8 lg:text-sm"
          >
            <span className="w-5 shrink-0 text-right text-accent">{index + 1}</span>
            {title}
          </a>
        </li>
      ))}
    </ol>
  );
  return (
    <>
      <details className="panel group px-4 lg:hidden">
        <summary className="flex min-h-12 items-center justify-between gap-4 font-medium">
          {label}
          <Icon name="chevron" className="size-4 text-soft group-open:rotate-180" />
        </summary>
        <nav aria-label={label} className="border-t py-2">
          {list}
        </nav>
      </details>
      <nav
        aria-label={label}
        className="sticky top-6 hidden max-h-[calc(100dvh-3rem)] overflow-y-auto lg:block"
      >
        <p className="eyebrow mb-2 pl-8">{label}</p>
        {list}
      </nav>
    </>
  );
}

/** A numbered section of a text, with an address of its own. */
export function Section({
  id,
  number,
  title,
  children,
}: {
  id: string;
  number: number;
  title: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="border-t pt-5 pb-9 first:border-t-0 first:pt-0">
      <h2 id={id} className="scroll-mt-6 text-lg display sm:text-xl">
        <a href={`#${id}`} className="flex gap-3 hover:text-accent">
          <span className="w-6 shrink-0 text-accent">{number}</span>
          {title}
        </a>
      </h2>
      <div className="mt-3 grid max-w-[64ch] gap-3 leading-relaxed text-pretty sm:pl-9">{children}</div>
    </section>
  );
}

/** Short points under a sentence. */
export function Points({ items }: { items: readonly string[] }) {
  return (
    <ul className="grid gap-2">
      {items.map((item) => (
        <li key={item} className="flex gap-3">
          <span aria-hidden="true" className="mt-[0.7em] h-px w-3 shrink-0 bg-accent" />
          <span>{item}</span>
        </li>
      ))}
    </ul>
  );
}

export interface Row {
  name: string;
  value: ReactNode;
}

/** Names and what belongs to them, a hairline between; figures stand at the right edge. */
export function Rows({ items, figures = false }: { items: readonly Row[]; figures?: boolean }) {
  return (
    <dl className="border-b text-base">
      {items.map(({ name, value }) => (
        <div
          key={name}
          className={
            figures
              ? "flex items-baseline justify-between gap-6 border-t py-2"
              : "grid gap-x-6 border-t py-2.5 min-[26rem]:grid-cols-[minmax(7rem,30%)_1fr]"
          }
        >
          <dt className={figures ? "text-soft" : "font-medium"}>{name}</dt>
          <dd className={figures ? "text-right font-semibold whitespace-nowrap" : "text-soft"}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A remark that must not be read past. */
export function Remark({ children }: { children: ReactNode }) {
  return <p className="border-l-2 border-accent bg-tint px-4 py-3">{children}</p>;
}

/** The operator's own words about who it is, as configured. */
export function OperatorStatement({ text }: { text: string }) {
  return (
    <blockquote className="border-l-2 border-accent pl-4 whitespace-pre-line">
      {text}
      <ExampleMark of="operatorStatement" />
    </blockquote>
  );
}
