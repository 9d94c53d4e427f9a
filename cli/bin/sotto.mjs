#!/usr/bin/env node
import { existsSync } from "node:fs";

// A checkout runs its sources, the installed package its bundle.
const source = new URL("../src/main.ts", import.meta.url);
if (existsSync(source)) {
  const { register } = await import("tsx/esm/api");
  register();
  await import(source.href);
} else {
  await import("../dist/sotto.js");
}
