import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { CopyButton } from "../../ui/copy-button";
import { OnChain } from "../../ui/on-chain";
import { Rows } from "../../ui/prose";
import { Moment } from "../../ui/time";
import type { ExplorerBlock } from "./load";
import { Amounts, Head, More, Part, TransactionList } from "./parts";

/** One block: where it is, and the transactions that it holds. */
export function BlockView({ block }: { block: ExplorerBlock }) {
  const t = useTranslations("explorer");
  const { chain, network, height, hash, parentHash, at, confirmations, transactions } = block;
  const rows = [
    {
      name: t("hash"),
      value: (
        <span className="flex items-center justify-between gap-2">
          <span translate="no" className="break-address min-w-0 text-[0.8125rem]">
            {hash}
          </span>
          <CopyButton value={hash} label={t("copyHash")} what={t("hash")} />
        </span>
      ),
    },
    ...(parentHash === null
      ? []
      : [
          {
            name: t("parent"),
            value: <OnChain kind="block" value={parentHash} className="break-address text-[0.8125rem]" />,
          },
        ]),
    { name: t("mined"), value: <Moment at={at} exact /> },
    { name: t("status"), value: t("confirmed", { count: confirmations }) },
  ];
  return (
    <>
      <Head title={t("blockNumber", { height: String(height) })}>
        <p className="mt-1">
          <Link to="/simnet/$" params={{ _splat: `blocks/${chain}` }} className="link">
            {network}
          </Link>
        </p>
      </Head>
      <div className="mt-6">
        <Rows items={rows} />
      </div>
      <Part id="transactions" title={t("transactionCount", { count: transactions })}>
        <TransactionList items={block.items} amountsOf={({ amounts }) => <Amounts amounts={amounts} />} />
        <More path={`block/${hash}`} cursor={block.nextCursor} />
      </Part>
    </>
  );
}
