import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildFolder, withBuild } from "../testing/site";

withBuild();

test("the server renders with React's production build, whatever its environment says", async () => {
  const bundle = await readFile(join(buildFolder(), "server", "entry-server.js"), "utf8");
  const holds = (text: string): boolean => bundle.includes(text);
  expect(holds("Minified React error #")).toBe(true);
  expect(holds("process.env.NODE_ENV")).toBe(false);
});
