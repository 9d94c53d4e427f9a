import { useTranslations } from "use-intl";
import { useList } from "../../../ui/list";
import { Rows } from "../../../ui/prose";
import { Moment } from "../../../ui/time";
import { Part } from "../part";
import type { Overview } from "../types";

/** Where prices come from, and for what there is none. */
export function Rates({ rates: { source, updatedAt, paused } }: { rates: Overview["rates"] }) {
  const t = useTranslations("adminOverview");
  const list = useList();
  return (
    <Part id="rates" title={t("ratesTitle")} lead={t("ratesLead")}>
      <div className="text-sm [&_dl]:text-sm">
        <Rows
          items={[
            { name: t("rateSource"), value: <span translate="no">{source}</span> },
            { name: t("oldestPrice"), value: updatedAt === null ? t("never") : <Moment at={updatedAt} /> },
            { name: t("unpriced"), value: paused.length === 0 ? t("none") : list(paused) },
          ]}
        />
      </div>
    </Part>
  );
}
