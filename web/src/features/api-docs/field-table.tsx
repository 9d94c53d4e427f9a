import { useTranslations } from "use-intl";
import { ContractText } from "./code-block";
import type { Field, Parameter } from "./contract";

/** The look of every row at once: said per cell, it would outweigh the page's text. */
export const TABLE_LOOK =
  "w-full table-fixed text-sm wrap-anywhere [&_b]:font-mono [&_b]:font-semibold [&_code]:font-mono [&_code]:text-[0.8125rem] [&_small]:mt-0.5 [&_small]:block [&_small]:text-sm [&_small]:text-soft [&_strong]:font-semibold [&_strong]:text-ink [&_td]:py-2 [&_td]:leading-relaxed [&_td]:text-soft [&_tbody]:border-b [&_tbody_th]:w-[46%] [&_tbody_th]:py-2 [&_tbody_th]:pr-4 [&_tbody_th]:text-left [&_tbody_th]:font-normal sm:[&_tbody_th]:w-2/5 [&_tbody_tr]:border-t [&_tbody_tr]:align-top";

/** Names, types and meanings; whether one is required only where the caller sends it. */
export function FieldTable({
  caption,
  fields,
  given = false,
}: {
  caption: string;
  fields: readonly (Field | Parameter)[];
  /** Whether the caller sends these fields. */
  given?: boolean;
}) {
  const t = useTranslations("apiDocs");
  return (
    <table className={TABLE_LOOK}>
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t("field")}</th>
          <th scope="col">{t("meaning")}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={`${"place" in field ? field.place : ""} ${field.name}`}>
            <th scope="row">
              <b translate="no">{field.name}</b>
              <FieldKind field={field} given={given} />
            </th>
            <td>
              <ContractText text={field.description} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function FieldKind({ field, given }: { field: Field | Parameter; given: boolean }) {
  const t = useTranslations("apiDocs");
  return (
    <small>
      {given ? (
        <>
          {field.required ? <strong>{t("required")}</strong> : t("optional")}
          {" · "}
        </>
      ) : null}
      {"place" in field ? `${t(`place.${field.place}`)} · ` : null}
      <code translate="no">{field.type}</code>
    </small>
  );
}
