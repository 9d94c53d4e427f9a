import type { ReactNode } from "react";

/** A numbered section with an address of its own; its sentences keep a measure, its code and tables do not. */
export function DocSection({
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
      <div className="mt-3 grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 leading-relaxed text-pretty sm:pl-9">
        {children}
      </div>
    </section>
  );
}

/** A sentence or two of a section. */
export function Text({ children }: { children: ReactNode }) {
  return <p className="max-w-[64ch]">{children}</p>;
}
