import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { OnChain } from "../../../ui/on-chain";
import { Moment } from "../../../ui/time";
import { Figure } from "../figure";
import { Part, Table } from "../part";
import type { AdminOrder } from "../types";

interface Records {
  order: AdminOrder;
}

/** What came in. */
export function Deposits({ order: { deposits, confirmationsRequired } }: Records) {
  const t = useTranslations("adminOrders");
  return (
    <Part id="deposits" title={t("deposits")}>
      <Or isEmpty={deposits.length === 0} text={t("noDeposits")}>
        <Table label={t("deposits")} heads={[t("amount"), t("confirmations"), t("transaction")]}>
          {deposits.map(({ txHash, currency, amount: value, confirmations, url }) => (
            <tr key={`${txHash} ${value}`}>
              <td className="font-medium whitespace-nowrap">
                <Figure value={value} unit={currency} />
              </td>
              <td className="whitespace-nowrap">
                {t("confirmationCount", {
                  count: String(confirmations),
                  needed: String(confirmationsRequired),
                })}
              </td>
              <td className="min-w-56">
                <Hash hash={txHash} url={url} />
              </td>
            </tr>
          ))}
        </Table>
      </Or>
    </Part>
  );
}

/** What goes out, with every attempt that was made. */
export function Legs({ order: { legs } }: Records) {
  const t = useTranslations("adminOrders");
  return (
    <Part id="legs" title={t("legs")}>
      <Or isEmpty={legs.length === 0} text={t("noLegs")}>
        <ul className="border-b">
          {legs.map((leg) => (
            <li key={leg.id} className="border-t py-3 text-sm">
              <p className="flex flex-wrap items-baseline gap-x-4">
                <span className="font-medium">
                  <Figure value={leg.amount} unit={leg.currency} />
                </span>
                <span>{t(`legKind.${leg.kind}`)}</span>
                <span className="text-soft">{t(`legStatus.${leg.status}`)}</span>
              </p>
              <Hash hash={leg.txHash} url={null} />
              {leg.attempts.length === 0 ? null : (
                <ol className="mt-2 grid gap-1 border-l pl-4">
                  {leg.attempts.map((attempt, index) => (
                    <li key={`${attempt.createdAt} ${attempt.txHash}`} className="text-soft">
                      {t("attempt", { number: String(index + 1) })} · <Moment at={attempt.createdAt} exact />{" "}
                      · <Term>{attempt.state}</Term>
                      <Hash hash={attempt.txHash} url={null} />
                    </li>
                  ))}
                </ol>
              )}
            </li>
          ))}
        </ul>
      </Or>
    </Part>
  );
}

/** What happened, and by whom. */
export function Events({ order: { events } }: Records) {
  const t = useTranslations();
  return (
    <Part id="events" title={t("adminOrders.events")}>
      <Or isEmpty={events.length === 0} text={t("adminOrders.noEvents")}>
        <Table
          label={t("adminOrders.events")}
          heads={[
            t("adminOrders.when"),
            t("adminOrders.what"),
            t("adminOrders.cause"),
            t("adminOrders.stateAfter"),
          ]}
        >
          {events.map(({ at, type, cause, state }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what happened does not change places
            <tr key={index}>
              <td className="min-w-44 text-soft">
                <Moment at={at} exact />
              </td>
              <td>
                <Term>{type}</Term>
              </td>
              <td>
                <Term>{cause}</Term>
              </td>
              <td className="whitespace-nowrap">{t(`admin.state.${state}`)}</td>
            </tr>
          ))}
        </Table>
      </Or>
    </Part>
  );
}

/** The order's entries in the books; each asset sums to zero per posting. */
export function Ledger({ order: { ledger } }: Records) {
  const t = useTranslations("adminOrders");
  return (
    <Part id="ledger" title={t("ledger")}>
      <Or isEmpty={ledger.length === 0} text={t("noLedger")}>
        <Table
          label={t("ledger")}
          heads={[t("when"), t("posting"), t("account"), { name: t("amount"), isFigure: true }]}
        >
          {ledger.map(({ at, account, asset, amount: value, kind }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the ledger is only added to
            <tr key={index}>
              <td className="min-w-44 text-soft">
                <Moment at={at} exact />
              </td>
              <td>
                <Term>{kind}</Term>
              </td>
              <td>
                <Term>{account}</Term>
              </td>
              <td className="figure">
                <Figure value={value} unit={asset} />
              </td>
            </tr>
          ))}
        </Table>
      </Or>
    </Part>
  );
}

function Or({ isEmpty, text, children }: { isEmpty: boolean; text: string; children: ReactNode }) {
  return isEmpty ? <p className="border-y py-3 text-sm text-soft">{text}</p> : children;
}

/** A word of the service's own, which the logs and the command line use as well. */
function Term({ children }: { children: string }) {
  return (
    <code translate="no" className="font-mono text-[0.8125rem] whitespace-nowrap">
      {children}
    </code>
  );
}

function Hash({ hash, url }: { hash: string | null; url: string | null }) {
  const t = useTranslations("adminOrders");
  if (hash === null) return <span className="block text-soft">{t("unsigned")}</span>;
  return (
    <span className="block text-soft">
      <OnChain kind="tx" value={hash} url={url} className="break-address text-[0.8125rem]" />
    </span>
  );
}
