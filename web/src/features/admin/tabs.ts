import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { addPageMessages, type PageName } from "../../lib/catalogues";
import { useAppContext } from "../../lib/page-context";
import type { Tab } from "./search";

interface TabSource {
  load: () => Promise<ComponentType>;
  catalogue: PageName;
}

/** Each part's code and texts come when it is first opened. */
const sources: Record<Tab, TabSource> = {
  overview: {
    load: () => import("./overview/overview-tab").then((module) => module.OverviewTab),
    catalogue: "admin-overview",
  },
  orders: {
    load: () => import("./orders/orders-tab").then((module) => module.OrdersTab),
    catalogue: "admin-orders",
  },
  loans: {
    load: () => import("./loans/loans-tab").then((module) => module.LoansTab),
    catalogue: "admin-loans",
  },
  books: {
    load: () => import("./books/books-tab").then((module) => module.BooksTab),
    catalogue: "admin-overview",
  },
  keys: {
    load: () => import("./access/keys-tab").then((module) => module.KeysTab),
    catalogue: "admin-access",
  },
  audit: {
    load: () => import("./access/audit-tab").then((module) => module.AuditTab),
    catalogue: "admin-access",
  },
  account: {
    load: () => import("./access/account-tab").then((module) => module.AccountTab),
    catalogue: "admin-access",
  },
};

/** A part of the console, once its code is there. */
export function useTab(tab: Tab) {
  const context = useAppContext();
  const { data, isError, refetch } = useQuery({
    queryKey: ["admin-tab", tab],
    queryFn: async () => {
      const { load, catalogue } = sources[tab];
      const [Part] = await Promise.all([load(), addPageMessages(context, catalogue)]);
      return { Part };
    },
  });
  return { Part: data?.Part ?? null, isError, retry: refetch };
}
