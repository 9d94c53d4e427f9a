import { useState } from "react";
import { useTranslations } from "use-intl";
import { settle } from "../../../lib/api-calls";
import { formatDecimal } from "../../../lib/decimal";
import { usePage } from "../../../lib/page-context";
import { notify } from "../../../ui/notices";
import { Moment } from "../../../ui/time";
import { ActDialog, ReasonField } from "../act-dialog";
import { RoleNote } from "../role-note";
import { type Sum, Sums, useAfter } from "../sums";
import type { AdminOrder } from "../types";
import { useConsole, useMay } from "../use-console";
import { Sources } from "./sources";

type Decision = "release" | "refund";

/** What an administrator may do with an order that does not go on by itself; nothing for one that does. */
export function OrderDecision({ order }: { order: AdminOrder }) {
  const t = useTranslations("adminOrders");
  const may = useMay();
  // With the order as it was when its dialog was opened: what comes later has not been looked at.
  const [decision, setDecision] = useState<{ about: AdminOrder; choice: Decision } | null>(null);
  if (order.state !== "hold" && order.state !== "action_required") return null;
  const isHeld = order.state === "hold";
  const lacksAddress = order.refundAddress === null;
  const isBegun = isBegunMix(order);
  const offers = (choice: "exchange" | "refund") =>
    isHeld ? choice === "exchange" || !isBegun : order.choices.some((offered) => offered.choice === choice);
  return (
    <section aria-labelledby="decision" className="panel border-warn p-4 sm:p-5">
      <h3 id="decision" className="font-semibold tracking-tight">
        {isHeld ? t("heldTitle") : t("undecidedTitle")}
      </h3>
      <p className="mt-1 max-w-[64ch] text-sm text-pretty text-soft">
        {isHeld ? <HeldText reason={order.reason} /> : t("undecidedText")}{" "}
        {isHeld || order.deadline === null ? null : (
          <>
            {t(order.defaultChoice === "refund" ? "deadlineRefund" : "deadlineWait")}{" "}
            <Moment at={order.deadline} />
          </>
        )}
      </p>
      {order.awaits === null ? null : <Awaits awaits={order.awaits} />}
      <Sources sources={order.sourcesForReview} />
      <div className="mt-4 flex flex-wrap gap-3">
        <button
          type="button"
          disabled={!offers("exchange") || !may("operator")}
          onClick={() => setDecision({ about: order, choice: "release" })}
          className="button button-primary"
        >
          {t("release")}
        </button>
        <button
          type="button"
          disabled={!offers("refund") || lacksAddress || !may("operator")}
          onClick={() => setDecision({ about: order, choice: "refund" })}
          className="button"
        >
          {t("refund")}
        </button>
      </div>
      <div className="mt-3 grid gap-1 text-sm text-pretty text-soft empty:hidden">
        {isHeld ? null : <p>{t("inHoldersPlace")}</p>}
        {offers("exchange") ? null : <p>{t("noExchange")}</p>}
        {isHeld && isBegun ? <p>{t("mixBegun")}</p> : null}
        {lacksAddress ? <p>{t("noRefundAddress")}</p> : null}
        <RoleNote needed="operator" />
      </div>
      {decision === null ? null : (
        <DecisionDialog order={decision.about} decision={decision.choice} onClose={() => setDecision(null)} />
      )}
    </section>
  );
}

/** Whether a mix is paid by its plan already: settled, and not one whose plan was lost before its first payout. */
const isBegunMix = ({ privacySettings, amounts, reason, payouts }: AdminOrder): boolean =>
  privacySettings !== null && amounts.exchanged !== null && (reason !== "mix_key_lost" || payouts.length > 0);

/** What there is to know for a decision about a held order. */
function HeldText({ reason }: Pick<AdminOrder, "reason">) {
  const t = useTranslations("adminOrders");
  if (reason === "listed") return t("heldText");
  if (reason === "unknown_source") return t("heldUnknownText");
  return reason === "mix_key_lost" ? t("heldMixText") : null;
}

/** What a held order waits for, and since when. */
function Awaits({ awaits: { what, since, refundAt } }: { awaits: NonNullable<AdminOrder["awaits"]> }) {
  const t = useTranslations("adminOrders");
  return (
    <p className="mt-1 max-w-[64ch] text-sm text-pretty">
      {t("heldSince")} <Moment at={since} />.{" "}
      {what === "administrator" ? t("heldPerson") : what === "refund" ? t("heldRefund") : t("heldAddress")}{" "}
      {refundAt === null ? null : <Moment at={refundAt} />}
    </p>
  );
}

function DecisionDialog({
  order,
  decision,
  onClose,
}: {
  order: AdminOrder;
  decision: Decision;
  onClose: () => void;
}) {
  const t = useTranslations("adminOrders");
  const { client } = useConsole();
  const { language } = usePage();
  const amount = (value: string, currency: string) => `${formatDecimal(value, language)} ${currency}`;
  const isRelease = decision === "release";
  const brings = order.amounts.current ?? order.amounts.ordered;
  return (
    <ActDialog
      title={isRelease ? t("release") : t("refund")}
      confirm={isRelease ? t("releaseConfirm") : t("refundConfirm")}
      run={(field, key, proof) => {
        const call = {
          params: { path: { id: order.trackingCode }, header: { "Idempotency-Key": key, ...proof } },
          body: { reason: field("reason"), seenSources: order.sourcesForReview.map(({ no }) => no) },
        };
        return settle(
          isRelease
            ? client.POST("/api/admin/exchanges/{id}/release", call)
            : client.POST("/api/admin/exchanges/{id}/refund", call),
        );
      }}
      onDone={() => notify({ title: isRelease ? t("released") : t("refunded") })}
      onClose={onClose}
    >
      <p className="text-pretty">
        {isRelease
          ? t("releaseText", {
              code: order.trackingCode,
              amount: amount(brings.receiveAmount, brings.receiveCurrency),
            })
          : t("refundText", { code: order.trackingCode, currency: order.sendCurrency })}
      </p>
      <p translate="no" className="break-address -mt-2 text-sm text-soft">
        {isRelease ? order.receiveAddress : order.refundAddress}
      </p>
      <Sources sources={order.sourcesForReview} />
      <DecisionSums order={order} decision={decision} />
      <ReasonField />
    </ActDialog>
  );
}

/** What the decision pays: as the customer was offered it, or by what is known of the order now. */
function DecisionSums({ order, decision }: { order: AdminOrder; decision: Decision }) {
  const t = useTranslations("adminOrders");
  const after = useAfter();
  const choice = decision === "release" ? "exchange" : "refund";
  const offered = order.choices.find((one) => one.choice === choice);
  const { arrived, credited, current, ordered } = order.amounts;
  const figures = current ?? ordered;
  const came = credited ?? arrived;
  const sum = (name: string, amount: string, currency: string): Sum => ({
    name,
    amounts: [{ amount, currency }],
  });
  const before = came === null ? [] : [sum(t("arrived"), came.amount, came.currency)];
  if (offered !== undefined) {
    const { sendsAmount, networkFee, currency } = offered;
    return (
      <Sums
        sums={[
          ...before,
          sum(t("networkFee"), networkFee, currency),
          ...(choice === "exchange" ? after({ amount: sendsAmount, currency }) : []),
          { ...sum(t("paysOut"), sendsAmount, currency), isTotal: true },
        ]}
      />
    );
  }
  if (choice === "refund")
    return came === null ? null : (
      <Sums sums={[{ ...sum(t("goesBack"), came.amount, came.currency), isTotal: true }]} />
    );
  const { receiveAmount, receiveCurrency, fee, networkFee } = figures;
  return (
    <Sums
      sums={[
        ...before,
        sum(t("ourFee"), fee, receiveCurrency),
        sum(t("networkFee"), networkFee, receiveCurrency),
        ...after({ amount: receiveAmount, currency: receiveCurrency }),
        { ...sum(t("paysAbout"), receiveAmount, receiveCurrency), isTotal: true },
      ]}
    />
  );
}
