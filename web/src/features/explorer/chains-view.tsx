import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { PageHead, Remark, Rows } from "../../ui/prose";
import { Moment } from "../../ui/time";
import type { ExplorerTips } from "./load";

/** All simulated chains with their tips. */
export function ChainsView({ chains }: { chains: ExplorerTips["chains"] }) {
  const t = useTranslations("explorer");
  return (
    <>
      <PageHead title={t("title")} lead={t("lead")} />
      <div className="mt-6 max-w-3xl">
        <Remark>{t("simulation")}</Remark>
      </div>
      <ul className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {chains.map(({ chain, network, height, at, unconfirmed }) => (
          <li key={chain} className="panel p-4 sm:p-5">
            <h2 className="mb-2 text-lg font-semibold">
              <Link to="/simnet/$" params={{ _splat: `blocks/${chain}` }} className="link">
                {network}
              </Link>
            </h2>
            <Rows
              figures
              items={[
                { name: t("tip"), value: String(height) },
                { name: t("mined"), value: <Moment at={at} /> },
                { name: t("unconfirmedCount"), value: String(unconfirmed) },
              ]}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
