import { conflict } from "../../http/conflict";
import { decimal } from "../../http/wire";
import { orderExample } from "./examples";
import { orderSchema } from "./schema";

/** The figures that the caller saw are better than ours: ours, to show and to send next time. */
export const QUOTE_MOVED = conflict(
  { name: "QuoteMoved", code: "quote/moved", description: "The figures as they are now." },
  {
    receiveAmount: decimal("Net: what would land.", "2985.7"),
    exchangeRate: decimal("What one whole sent coin brings before the fees.", "60000"),
    fee: decimal("In the sent currency.", "0.000225"),
  },
  { receiveAmount: "2985.7", exchangeRate: "60000", fee: "0.000225" },
);

/** A decision about figures that no longer hold: the order with those that do. */
export const DECISION_STALE = conflict(
  { name: "DecisionStale", code: "decision/stale", description: "The order with the figures on offer now." },
  { order: orderSchema },
  { order: orderExample },
);
