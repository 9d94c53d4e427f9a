import { getRouteApi } from "@tanstack/react-router";
import { OrderFinder } from "./order-finder";
import { OrderList } from "./order-list";

const route = getRouteApi("/admin");

/** All orders that are not forgotten: their list, or the one that is open. */
export function OrdersTab() {
  const { order, tab: _tab, ...filter } = route.useSearch();
  return order === undefined ? <OrderList filter={filter} /> : <OrderFinder code={order} filter={filter} />;
}
