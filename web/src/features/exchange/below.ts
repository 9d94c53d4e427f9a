import { belowPart } from "../../ui/below";

/** The home page's market, below its form. */
export const market = belowPart(
  "home-market",
  () => import("./below-market"),
  (module) => module.MarketSection,
  ["below", "chart"],
);

/** What a visitor may rely on, below the market. */
export const assurances = belowPart(
  "home-assurances",
  () => import("./below-assurances"),
  (module) => module.AssurancesSection,
  ["below"],
);
