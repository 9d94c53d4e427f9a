import type { Order } from "@sotto/openapi";
import { Argument } from "commander";
import { ask, type Context } from "../../context";

/** The argument that names an order of one's own. */
export const orderIdArgument = (): Argument => new Argument("<id>", "the order's secret id");

/** The order as it is now. */
export const readOrder = (sotto: Context, id: string): Promise<Order> =>
  ask(sotto, (client) => client.GET("/api/exchanges/{id}", { params: { path: { id } } }));
