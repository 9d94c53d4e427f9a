import { useTranslations } from "use-intl";
import { Icon } from "../../ui/icon";
import type { AnsweredObject } from "./contract";
import { FieldTable } from "./field-table";

/** The objects that answers consist of; each opens to its fields. */
export function Objects({ objects }: { objects: readonly AnsweredObject[] }) {
  const t = useTranslations("apiDocs");
  return (
    <div className="border-t">
      {objects.map(({ name, fields }) => (
        <details key={name} className="group border-b">
          <summary className="flex min-h-11 items-center gap-3 hover:bg-well sm:px-2">
            <h3 translate="no" className="font-mono text-sm font-semibold">
              {name}
            </h3>
            <span className="ml-auto text-sm text-soft">{t("fieldCount", { count: fields.length })}</span>
            <Icon name="chevron" className="size-4 text-soft group-open:rotate-180" />
          </summary>
          <div id={`object-${name}`} className="scroll-mt-16 pb-6 sm:px-2">
            <FieldTable caption={t("fieldsOf", { object: name })} fields={fields} />
          </div>
        </details>
      ))}
    </div>
  );
}
