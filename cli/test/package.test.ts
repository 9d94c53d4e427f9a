import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { startFakeApi } from "../src/testing/fake-api";
import { runProcess, temporaryFolder } from "../src/testing/process";

const folder = temporaryFolder();
const npm = (args: readonly string[]) =>
  runProcess("npm", [...args, "--offline", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: folder.path,
    environment: {
      HOME: folder.path,
      npm_config_cache: join(folder.path, "cache"),
      npm_config_update_notifier: "false",
    },
  });

beforeAll(async () => {
  const cli = join(import.meta.dirname, "..");
  expect(await runProcess(process.execPath, [join(cli, "scripts/build.mjs")])).toMatchObject({ code: 0 });
  const packed = await npm(["pack", join(cli, "dist/package")]);
  expect([packed.code, packed.err.replace(/^npm warn.*\n/gm, "")]).toEqual([0, ""]);
  writeFileSync(join(folder.path, "package.json"), "{}");
  const [archive = ""] = readdirSync(folder.path).filter((name) => name.endsWith(".tgz"));
  const installed = await npm(["install", `./${archive}`]);
  expect([installed.code, installed.err.replace(/^npm warn.*\n/gm, "")]).toEqual([0, ""]);
});
afterAll(() => folder.remove());

test("the package installs without any other into an empty folder, and runs there", async () => {
  expect(readdirSync(join(folder.path, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
    "@sotto",
  ]);
  const sotto = join(folder.path, "node_modules/.bin/sotto");
  const run = (args: readonly string[], apiUrl: string) =>
    runProcess(sotto, args, { apiUrl, cwd: folder.path });
  const api = await startFakeApi({});
  expect(await run(["--version"], api.url)).toEqual({ code: 0, out: `${manifest.version}\n`, err: "" });
  expect((await run(["--table", "currencies"], api.url)).out).toContain("CODE");
  expect((await run(["--csv", "rates"], api.url)).out).toContain("BTC,USDT-TRC20,60000");
  expect((await run(["--table", "swap", "qr", "5q0Zt1VZ3mQ2o7h1v0y6Kg"], api.url)).out).toContain("█");
  await api.close();
});
