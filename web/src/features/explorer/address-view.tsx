import { useTranslations } from "use-intl";
import { formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { AddressText } from "../../ui/address-text";
import { CopyButton } from "../../ui/copy-button";
import { Remark, Rows } from "../../ui/prose";
import type { ExplorerAddress } from "./load";
import { Amounts, Head, More, Part, TransactionList } from "./parts";

/** One address: its balances, and what it received and sent. */
export function AddressView({ address }: { address: ExplorerAddress }) {
  const t = useTranslations("explorer");
  const { networks, hidden, balances, items, nextCursor } = address;
  return (
    <>
      <Head eyebrow={networks.join(" · ")} title={t("address")}>
        <div className="mt-2 flex items-center gap-2">
          <AddressText address={address.address} className="min-w-0 text-sm/6 sm:text-base/7" />
          <CopyButton value={address.address} label={t("copyAddress")} what={t("address")} />
        </div>
      </Head>
      {hidden ? (
        <div className="mt-6 max-w-2xl">
          <Remark>{t("hidden")}</Remark>
        </div>
      ) : (
        <>
          <Balances balances={balances} />
          <Part id="transactions" title={t("transactions")}>
            <TransactionList
              items={items}
              showsNetwork={networks.length > 1}
              amountsOf={({ received, sent }) => (
                <>
                  <Amounts amounts={received} side="received" />
                  <Amounts amounts={sent} side="sent" />
                </>
              )}
            />
            <More path={`address/${address.address}`} cursor={nextCursor} />
          </Part>
        </>
      )}
    </>
  );
}

function Balances({ balances }: Pick<ExplorerAddress, "balances">) {
  const t = useTranslations("explorer");
  const { language } = usePage();
  return (
    <Part id="balances" title={t("balances")}>
      {balances.length === 0 ? (
        <p className="text-soft">{t("neverUsed")}</p>
      ) : (
        <div className="max-w-xl">
          <Rows
            figures
            items={balances.map(({ currency, amount }) => ({
              name: currency,
              value: formatDecimal(amount, language),
            }))}
          />
        </div>
      )}
    </Part>
  );
}
