import { isOrderState, isOrderStatus, type OrderFilter } from "./orders/filter";

/** The console's parts; each has an address of its own. */
export const TABS = ["overview", "orders", "loans", "books", "keys", "audit", "account"] as const;
export type Tab = (typeof TABS)[number];

/** What the console's address says. It names an order by its tracking code, never by its id, which is a secret. */
export interface AdminSearch extends OrderFilter {
  tab?: Tab;
  /** Tracking code of the order that is open. */
  order?: string;
}

const TRACKING_CODE = /^\d{9}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the address; what it does not understand falls out of it. */
export function readAdminSearch(search: Record<string, unknown>): AdminSearch {
  const text = (name: string, isFine: (value: string) => boolean) => {
    const value = search[name];
    return typeof value === "string" && isFine(value) ? { [name]: value } : {};
  };
  return {
    ...text("tab", (value) => (TABS as readonly string[]).includes(value)),
    ...text("order", (value) => TRACKING_CODE.test(value)),
    ...text("status", isOrderStatus),
    ...text("state", isOrderState),
    ...text("currency", (value) => /^[A-Z0-9-]{2,20}$/.test(value)),
    ...text("since", (value) => DAY.test(value)),
    ...text("until", (value) => DAY.test(value)),
    ...text("find", (value) => /^[\x21-\x7e]{1,128}$/.test(value)),
  };
}
