import type { Edge } from "../../http/edge";
import { mount } from "../../http/mount";
import { claimDeposits, deleteExchange } from "./operations";
import type { RetentionVerbs } from "./verbs";

export function mountRetentionRoutes(edge: Edge, retention: RetentionVerbs): void {
  mount(edge, deleteExchange, ({ params }) => retention.delete(params.id));
  mount(edge, claimDeposits, ({ body }) => retention.claim(body));
}
