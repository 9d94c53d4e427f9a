import { expect, test } from "vitest";
import { routeTree } from "../routes/tree";
import { pathPattern } from "./path-pattern";

test.each([
  ["/", "/{language}"],
  ["/exchange", "/{language}/exchange"],
  ["/payment/$id", "/{language}/payment/…"],
  ["/simnet/$", "/{language}/simnet/…"],
  ["__root__", "/{language}/…"],
  [undefined, "/{language}/…"],
])("the pattern of %s is %s", (route, pattern) => {
  expect(pathPattern(route)).toBe(pattern);
});

test("no route's pattern has anything of a visit in it", () => {
  const routes = Object.values(routeTree.children ?? {}).map((route) =>
    String(Reflect.get(route.options, "path")),
  );
  expect(routes.length).toBeGreaterThan(15);
  for (const route of routes) expect(pathPattern(route)).toMatch(/^\/\{language\}(\/([a-z-]+|…))*$/);
});
