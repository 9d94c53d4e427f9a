import { useTranslations } from "use-intl";
import { ContractText } from "./code-block";
import type { Field, Parameter } from "./contract";

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
    <table className="field-table">
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
            <td>{field.description === "" ? null : <ContractText text={field.description} />}</td>
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
