import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { addPageMessages, type PageName } from "../../lib/catalogues";
import { loadModule } from "../../lib/load-module";
import { useAppContext } from "../../lib/page-context";
import type { Tab } from "./search";

interface TabSource {
  load: () => Promise<ComponentType>;
  catalogue: PageName;
}

/** Each part's code and texts come when it is first opened. */
const sources: Record<Tab, TabSource> = {
  overview: {
    load: () => loadModule(() => import("./overview/overview-tab")).then((module) => module.OverviewTab),
    catalogue: "admin-overview",
  },
  orders: {
    load: () => loadModule(() => import("./orders/orders-tab")).then((module) => module.OrdersTab),
    catalogue: "admin-orders",
  },
  loans: {
    load: () => loadModule(() => import("./loans/loans-tab")).then((module) => module.LoansTab),
    catalogue: "admin-loans",
  },
  books: {
    load: () => loadModule(() => import("./books/books-tab")).then((module) => module.BooksTab),
    catalogue: "admin-overview",
  },
  keys: {
    load: () => loadModule(() => import("./access/keys-tab")).then((module) => module.KeysTab),
    catalogue: "admin-access",
  },
  audit: {
    load: () => loadModule(() => import("./access/audit-tab")).then((module) => module.AuditTab),
    catalogue: "admin-access",
  },
  account: {
    load: () => loadModule(() => import("./access/account-tab")).then((module) => module.AccountTab),
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
