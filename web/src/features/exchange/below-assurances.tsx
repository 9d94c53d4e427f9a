import type { ApiResult, Stats } from "../../lib/api";
import { Promises } from "./promises";
import { StatsStrip } from "./stats-strip";
import { Steps } from "./steps";

/** The service in figures, how an exchange goes, and what is promised. */
export function AssurancesSection({ stats }: { stats: ApiResult<Stats> }) {
  return (
    <>
      {stats.ok ? <StatsStrip stats={stats.value} /> : null}
      <Steps />
      <Promises />
    </>
  );
}
