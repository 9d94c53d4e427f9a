import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { routeTree } from "../routes/tree";
import { ROUTE_MODULES } from "./manifest";

test("the code of every page that is loaded late is loaded ahead with it", () => {
  const routes: readonly { options: { path?: string; component?: object } }[] = routeTree.children ?? [];
  const late = routes.filter(({ options }) => "preload" in (options.component ?? {}));
  const paths = late.map(({ options }) => options.path);
  // The offline page has no script.
  expect(Object.keys(ROUTE_MODULES).toSorted()).toEqual(
    paths.filter((path) => path !== "/offline").toSorted(),
  );
  for (const file of Object.values(ROUTE_MODULES))
    expect(existsSync(join(import.meta.dirname, "../..", file)), file).toBe(true);
});
