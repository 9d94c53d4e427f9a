import { settle } from "../../../lib/api-calls";
import { Answer } from "../part";
import { useAdminQuery } from "../use-console";
import { Attention } from "./attention";
import { Chains } from "./chains";
import { Comparisons } from "./comparisons";
import { DailyChart } from "./daily-chart";
import { Figures } from "./figures";
import { OrderCounts } from "./order-counts";
import { Rates } from "./rates";
import { Recoveries } from "./recoveries";
import { Reserves } from "./reserves";
import { StuckPayouts } from "./stuck-payouts";
import { Switches } from "./switches";
import { UnplannedSpends } from "./unplanned-spends";

/** How the service is: what needs somebody first, then the figures behind it. */
export function OverviewTab() {
  const { result } = useAdminQuery(["overview"], (client) => settle(client.GET("/api/admin/overview")));
  return (
    <Answer result={result}>
      {(overview) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          <div className="[&>dl]:mt-0">
            <Figures overview={overview} />
            <Attention overview={overview} />
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <DailyChart days={overview.daily} />
            <OrderCounts overview={overview} />
          </div>
          <Reserves reserves={overview.reserves} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
            <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-8">
              <Chains chains={overview.chains} reserves={overview.reserves} />
              <Rates rates={overview.rates} />
            </div>
            <Comparisons comparisons={overview.comparisons} />
          </div>
          <Recoveries recoveries={overview.recoveries} />
          <UnplannedSpends spends={overview.unplannedSpends} />
          <StuckPayouts />
          <Switches switches={overview.switches} currencies={overview.reserves} />
        </div>
      )}
    </Answer>
  );
}
