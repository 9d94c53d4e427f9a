import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { CopyButton } from "../../ui/copy-button";
import { OnChain } from "../../ui/on-chain";
import { Remark, Rows } from "../../ui/prose";
import { Moment } from "../../ui/time";
import type { ExplorerTransaction } from "./load";
import { Head, Part, useStatus } from "./parts";

/** One transaction: how far it is, and what moves from where to where. */
export function TransactionView({ transaction }: { transaction: ExplorerTransaction }) {
  const t = useTranslations("explorer");
  const { network, hash, hidden, inputs, outputs } = transaction;
  return (
    <>
      <Head eyebrow={network} title={t("transaction")}>
        <div className="mt-2 flex items-center gap-2">
          <span translate="no" className="break-address min-w-0">
            {hash}
          </span>
          <CopyButton value={hash} label={t("copyHash")} what={t("hash")} />
        </div>
      </Head>
      <div className="mt-6">
        <Facts transaction={transaction} />
      </div>
      {hidden ? (
        <div className="mt-6 max-w-2xl">
          <Remark>{t("hidden")}</Remark>
        </div>
      ) : (
        <div className="grid gap-x-10 lg:grid-cols-2">
          <Part id="from" title={t("from")}>
            <Sides
              sides={inputs.map((input) => ({
                ...input,
                note: input.txHash === null ? null : { text: t("spends"), hash: input.txHash },
              }))}
            />
          </Part>
          <Part id="to" title={t("to")}>
            <Sides
              sides={outputs.map((output) => ({
                ...output,
                note: output.spentBy === null ? null : { text: t("spentBy"), hash: output.spentBy },
              }))}
            />
          </Part>
        </div>
      )}
    </>
  );
}

function Facts({ transaction }: { transaction: ExplorerTransaction }) {
  const t = useTranslations("explorer");
  const { language } = usePage();
  const status = useStatus();
  const { height, blockHash, at, fee } = transaction;
  const rows: { name: string; value: ReactNode }[] = [{ name: t("status"), value: status(transaction) }];
  if (height !== null && blockHash !== null && at !== null) {
    const number = t("blockNumber", { height: String(height) });
    rows.push({
      name: t("mined"),
      value: (
        <>
          <OnChain kind="block" value={blockHash} className="font-medium">
            {number}
          </OnChain>
          {" · "}
          <Moment at={at} exact />
        </>
      ),
    });
  }
  rows.push({ name: t("fee"), value: `${formatDecimal(fee.amount, language)} ${fee.currency}` });
  return <Rows items={rows} />;
}

interface Side {
  address: string;
  currency: string;
  amount: string;
  note: { text: string; hash: string } | null;
}

function Sides({ sides }: { sides: readonly Side[] }) {
  const { language } = usePage();
  return (
    <ol className="border-b">
      {sides.map(({ address, currency, amount, note }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a transaction's sides keep their places
        <li key={index} className="border-t py-3">
          <p className="font-semibold tabular-nums">
            {formatDecimal(amount, language)} <span className="font-medium text-soft">{currency}</span>
          </p>
          <OnChain kind="address" value={address} className="break-address text-[0.8125rem]" />
          {note === null ? null : (
            <p className="text-sm text-soft">
              {note.text} <OnChain kind="tx" value={note.hash} className="break-address text-xs" />
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
