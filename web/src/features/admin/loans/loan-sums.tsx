import { useTranslations } from "use-intl";
import { settle } from "../../../lib/api-calls";
import { formatDecimal } from "../../../lib/decimal";
import { usePage } from "../../../lib/page-context";
import { Figure } from "../figure";
import { Answer, Part, Table } from "../part";
import type { LoanSums as Sums } from "../types";
import { useAdminQuery } from "../use-console";

/** What the loans of 24 hours add up to, beside the limits above which a further one needs approval. */
export function LoanSums() {
  const t = useTranslations("adminLoans");
  const { result } = useAdminQuery(["loan-sums"], (client) =>
    settle(client.GET("/api/admin/loan-orders/sums")),
  );
  return (
    <Part id="loan-sums" title={t("sumsTitle")} lead={t("sumsLead")}>
      <Answer result={result}>{(sums) => <SumTable sums={sums} />}</Answer>
    </Part>
  );
}

function SumTable({ sums }: { sums: Sums }) {
  const t = useTranslations("adminLoans");
  const { language } = usePage();
  const { limits, total, creators, addresses } = sums;
  const rows = [
    { name: t("sumsAll"), limit: limits.total, ...total },
    ...creators.map(({ createdBy, ...sum }) => ({
      name: t("createdBy", { name: createdBy }),
      limit: limits.creator,
      ...sum,
    })),
    ...addresses.map(({ receiveAddress, ...sum }) => ({
      name: receiveAddress,
      limit: limits.address,
      ...sum,
    })),
  ];
  return (
    <>
      <Table
        label={t("sumsTitle")}
        heads={[
          t("sumsOf"),
          { name: t("sumsCreated"), isFigure: true },
          { name: t("sumsPaid"), isFigure: true },
          { name: t("sumsLimit"), isFigure: true },
        ]}
      >
        {rows.map(({ name, created, paid, limit }) => (
          <tr key={name}>
            <th scope="row" className="wrap-anywhere">
              {name}
            </th>
            <td className="figure">
              <Figure value={created} />
            </td>
            <td className="figure">
              <Figure value={paid} />
            </td>
            <td className="figure">
              <Figure value={limit} />
            </td>
          </tr>
        ))}
      </Table>
      <p className="mt-2 text-sm text-soft">
        {t("sumsOne", { limit: formatDecimal(limits.loan, language) })}
      </p>
      {sums.complete ? null : (
        <p role="status" className="mt-2 font-medium text-pretty text-warn">
          {t("sumsIncomplete")}
        </p>
      )}
    </>
  );
}
