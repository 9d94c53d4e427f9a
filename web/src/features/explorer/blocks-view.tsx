import { useTranslations } from "use-intl";
import { OnChain } from "../../ui/on-chain";
import { Moment } from "../../ui/time";
import type { ExplorerBlocks } from "./load";
import { Head, More } from "./parts";

/** The blocks of one chain, newest first. */
export function BlocksView({ blocks }: { blocks: ExplorerBlocks }) {
  const t = useTranslations("explorer");
  return (
    <>
      <Head title={t("blocksOf", { network: blocks.network })} />
      <ul className="mt-6 border-b">
        {blocks.items.map(({ height, hash, at, transactions }) => (
          <li
            key={hash}
            className="grid gap-x-6 border-t py-3 sm:grid-cols-[8rem_minmax(0,1fr)_auto] sm:items-baseline"
          >
            <span className="font-semibold tabular-nums">{t("blockNumber", { height: String(height) })}</span>
            <OnChain kind="block" value={hash} className="break-address text-[0.8125rem]" />
            <span className="text-sm text-soft">
              {t("transactionCount", { count: transactions })} · <Moment at={at} />
            </span>
          </li>
        ))}
      </ul>
      <More path={`blocks/${blocks.chain}`} cursor={blocks.nextCursor} />
    </>
  );
}
