import { useState } from "react";
import { useTranslations } from "use-intl";
import { settle } from "../../../lib/api-calls";
import { formatDecimal } from "../../../lib/decimal";
import { usePage } from "../../../lib/page-context";
import { notify } from "../../../ui/notices";
import { ActDialog, ReasonField } from "../act-dialog";
import { Figure } from "../figure";
import { Mark, Part, Table } from "../part";
import { RoleNote } from "../role-note";
import { Sums } from "../sums";
import type { Overview } from "../types";
import { useConsole, useMay } from "../use-console";

type Comparison = Overview["comparisons"][number];

/** The books beside the chains: what is not explained, what is missing, and how far the comparison is. */
export function Comparisons({ comparisons }: { comparisons: readonly Comparison[] }) {
  const t = useTranslations("adminOverview");
  const { language } = usePage();
  const may = useMay();
  const [booked, setBooked] = useState<Comparison | null>(null);
  const frozen = comparisons.filter((one) => one.frozen);
  return (
    <Part id="comparisons" title={t("comparisonsTitle")} lead={t("comparisonsLead")}>
      <Table
        label={t("comparisonsTitle")}
        heads={[
          t("currency"),
          t("chainStatus"),
          { name: t("difference"), isFigure: true },
          { name: t("unexplained"), isFigure: true },
          { name: t("compared"), isFigure: true },
        ]}
      >
        {comparisons.map((one) => (
          <tr key={one.currency}>
            <th scope="row" className="font-medium">
              {one.currency}
            </th>
            <td>
              <Mark isGood={!one.difference.startsWith("-")}>{t(`comparison.${stateOf(one)}`)}</Mark>
              {one.booking === null ? null : (
                <span className="ml-2 text-soft">{t(`booking.${one.booking}`)}</span>
              )}
            </td>
            <td className="figure">
              <Figure value={one.difference} />
            </td>
            <td className="figure">
              <Figure value={one.unexplained} />
            </td>
            <td className="figure">
              {t("comparedOf", {
                compared: formatDecimal(String(one.compared), language),
                addresses: formatDecimal(String(one.addresses), language),
              })}
            </td>
          </tr>
        ))}
      </Table>
      {frozen.length === 0 ? null : (
        <div className="mt-4 grid gap-2">
          <div className="flex flex-wrap gap-3">
            {frozen.map((one) => (
              <button
                key={one.currency}
                type="button"
                disabled={!may("approver")}
                onClick={() => setBooked(one)}
                className="button"
              >
                {t("bookMissing", { currency: one.currency })}
              </button>
            ))}
          </div>
          <RoleNote needed="approver" />
        </div>
      )}
      {booked === null ? null : <MissingDialog comparison={booked} onClose={() => setBooked(null)} />}
    </Part>
  );
}

function stateOf({ difference, frozen }: Comparison): "frozen" | "missing" | "surplus" | "equal" {
  if (frozen) return "frozen";
  if (difference.startsWith("-")) return "missing";
  return difference === "0" ? "equal" : "surplus";
}

function MissingDialog({ comparison, onClose }: { comparison: Comparison; onClose: () => void }) {
  const t = useTranslations("adminOverview");
  const { client } = useConsole();
  const { currency } = comparison;
  const amount = comparison.difference.replace("-", "");
  return (
    <ActDialog
      title={t("bookMissing", { currency })}
      confirm={t("book")}
      run={(field, _key, proof) =>
        settle(
          client.POST("/api/admin/assets/{currency}/missing", {
            params: { path: { currency }, header: proof },
            body: { amount, reason: field("reason") },
          }),
        )
      }
      onDone={() => notify({ title: t("missingAsked", { amount, currency }) })}
      onClose={onClose}
    >
      <p className="text-pretty text-soft">{t("bookMissingText", { amount, currency })}</p>
      <Sums sums={[{ name: t("bookedOut"), amounts: [{ amount, currency }], isTotal: true }]} />
      <ReasonField />
    </ActDialog>
  );
}
