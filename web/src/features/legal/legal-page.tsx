import type { ReactNode } from "react";
import { useLocale } from "use-intl";
import { Contents, PageHead, type Readout, Readouts, Section } from "../../ui/prose";
import { CHANGED_ON } from "./rules";

export interface LegalSection {
  id: string;
  title: string;
  body: ReactNode;
}

/** The frame of a legal text: its head, the figures in short, its contents and its numbered sections. */
export function LegalPage({
  title,
  lead,
  readouts,
  contents,
  changed,
  sections,
}: {
  title: string;
  lead: string;
  readouts: { label: string; items: readonly Readout[] };
  contents: string;
  /** Writes the sentence that says when the text last changed. */
  changed: (date: string) => string;
  sections: readonly LegalSection[];
}) {
  const locale = useLocale();
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(`${CHANGED_ON}T00:00:00Z`),
  );
  return (
    <article className="mx-auto max-w-[73rem] px-4 pt-5 sm:px-6 sm:pt-12">
      <PageHead title={title} lead={lead} />
      <p className="mt-3 text-sm text-soft">
        <time dateTime={CHANGED_ON}>{changed(date)}</time>
      </p>
      <Readouts label={readouts.label} items={readouts.items} />
      <div className="mt-8 grid gap-8 sm:mt-12 lg:grid-cols-[15rem_1fr] lg:gap-14">
        <Contents label={contents} items={sections} />
        <div className="min-w-0">
          {sections.map(({ id, title: heading, body }, index) => (
            <Section key={id} id={id} number={index + 1} title={heading}>
              {body}
            </Section>
          ))}
        </div>
      </div>
    </article>
  );
}
