import { getRouteApi } from "@tanstack/react-router";
import { type AdminSearch, readAdminSearch } from "./search";

const route = getRouteApi("/admin");

/** What the console's address says, as far as it is understood. */
export function useAdminSearch(): AdminSearch {
  return readAdminSearch(route.useSearch());
}
