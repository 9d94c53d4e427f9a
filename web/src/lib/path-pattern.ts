import { rootRouteId } from "@tanstack/react-router";

/**
 * The pattern of a page's path for analytics, such as `/{language}/payment/…`, by its route's id: what the route names itself stays, and each of
 * its parameters becomes `…`. A page that no route has is `/{language}/…`.
 */
export function pathPattern(route: string | undefined): string {
  if (route === undefined || route === rootRouteId) return "/{language}/…";
  const steps = route.split("/").filter((step) => step !== "");
  return ["/{language}", ...steps.map((step) => (step.startsWith("$") ? "…" : step))].join("/");
}
