import { useTranslations } from "use-intl";
import { TIME_UNITS } from "../../ui/time";
import type { ApiDocs, LimitRow } from "./contract";
import { PathText } from "./path-text";

const UNITS = [...TIME_UNITS, ["second", 1]] as const;

/** The limits of the operations on this page, each with those that count together. */
export function Limits({ docs }: { docs: ApiDocs }) {
  const t = useTranslations("apiDocs.limits");
  const operations = [...docs.groups.map((group) => ({ ...group, prefix: docs.prefix })), docs.v1].flatMap(
    (group) => group.operations.map(({ id, method, path }) => ({ id, method, path: group.prefix + path })),
  );
  return (
    <table className="field-table">
      <caption className="sr-only">{t("title")}</caption>
      <thead className="text-left text-soft">
        <tr>
          <th scope="col" className="py-2 font-normal">
            {t("limit")}
          </th>
          <th scope="col" className="py-2 font-normal">
            {t("operations")}
          </th>
        </tr>
      </thead>
      <tbody>
        {docs.limits.map((row) => (
          <tr key={`${row.counts} ${row.max} ${row.windowSeconds} ${row.countedBy} ${row.operationIds[0]}`}>
            <th scope="row">
              <Most row={row} />
              <small>{t(`by.${row.countedBy}`)}</small>
            </th>
            <td>
              <ul className="grid gap-1">
                {operations
                  .filter(({ id }) => row.operationIds.includes(id))
                  .map(({ id, method, path }) => (
                    <li key={id}>
                      <a href={`#${id}`} translate="no" className="hover:text-accent">
                        <code>
                          {method} <PathText path={path} />
                        </code>
                      </a>
                    </li>
                  ))}
              </ul>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Most({ row: { max, counts, windowSeconds } }: { row: LimitRow }) {
  const t = useTranslations("apiDocs.limits");
  if (windowSeconds === null) return t(`most.${counts}`, { max, window: "" });
  const [unit, seconds] = UNITS.find(([, length]) => windowSeconds % length === 0) ?? ["second", 1];
  return t(`most.${counts}`, { max, window: t(`window.${unit}`, { count: windowSeconds / seconds }) });
}
