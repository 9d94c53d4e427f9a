import { useEffect, useRef } from "react";
import { useAdminSearch } from "../use-search";
import { OrderFinder } from "./order-finder";
import { OrderList } from "./order-list";

/** All orders that are not forgotten: their list, or the one that is open. */
export function OrdersTab() {
  const { order, tab: _tab, ...filter } = useAdminSearch();
  const left = useRef<string | null>(null);
  useEffect(() => {
    if (order !== undefined) left.current = order;
  }, [order]);
  return order === undefined ? (
    <OrderList filter={filter} left={left.current} />
  ) : (
    <OrderFinder code={order} filter={filter} />
  );
}
