import type { ReactNode } from "react";
import { useTranslations } from "use-intl";

/** The slip of a mix as long as there are no figures for it. */
export function EmptyReceipt({ id, children }: { id: string; children: ReactNode }) {
  const t = useTranslations("receipt");
  return (
    <section className="receipt-shade" aria-labelledby={id}>
      <div className="receipt min-h-[21.5rem]">
        <h2 id={id} className="display text-[1.625rem]/8">
          {t("title")}
        </h2>
        {children}
      </div>
    </section>
  );
}
