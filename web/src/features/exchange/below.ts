import { loadModule } from "../../lib/load-module";
import { belowPart } from "../../ui/below";

/** The home page's market, below its form. */
export const market = belowPart(
  "home-market",
  () => loadModule(() => import("./below-market")).then((module) => module.MarketSection),
  ["below", "chart"],
);

/** What a visitor may rely on, below the market. */
export const assurances = belowPart(
  "home-assurances",
  () => loadModule(() => import("./below-assurances")).then((module) => module.AssurancesSection),
  ["below"],
);
