import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { copyWorkspace, sourceFolders, workspaceRoot } from "./workspace-copy";

interface Cruise {
  summary: {
    totalCruised: number;
    totalDependenciesCruised: number;
    violations: { from: string; to: string; rule: { name: string } }[];
  };
}

const copy = copyWorkspace();
afterAll(copy.remove);

function cruise(folder: string): Cruise["summary"] {
  const report: Cruise = JSON.parse(depcruise(folder, "json").stdout);
  return report.summary;
}

function depcruise(folder: string, output: "json" | "err") {
  const program = join(workspaceRoot, "node_modules/.bin/depcruise");
  const args = ["--config", ".dependency-cruiser.cjs", "--output-type", output, ...sourceFolders];
  const options = { cwd: folder, encoding: "utf8", maxBuffer: 64 * 2 ** 20 } as const;
  const run = spawnSync(program, args, options);
  if (run.stdout === "") throw new Error(run.stderr);
  return run;
}

test("the tree keeps to who may import whom", () => {
  const summary = cruise(workspaceRoot);
  expect(summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} -> ${to}`)).toEqual([]);
  expect(summary.totalCruised).toBeGreaterThan(50);
  expect(summary.totalDependenciesCruised).toBeGreaterThan(100);
});

/** Each planted file, what it imports, and the rule that must catch it. */
const planted: [file: string, imports: string, rule: string][] = [
  ["api/src/core/planted-clock.ts", "node:perf_hooks", "pure-no-node"],
  ["api/src/core/planted-chain.ts", "viem", "pure-no-packages"],
  ["api/src/core/planted-log.ts", "pino", "pure-no-packages"],
  ["api/src/core/planted-shell.ts", "../db/embedded", "pure-imports-pure"],
  ["api/src/core/planted-port.ts", "../chains/chain", "pure-knows-the-chain-port-by-type"],
  ["api/src/orders/planted.ts", "drizzle-orm", "only-stores-know-the-database"],
  ["api/src/orders/planted-sql.ts", "postgres", "only-stores-know-the-database"],
  ["api/src/routes/planted-routes.ts", "../orders/planted-store", "routes-know-no-store"],
  ["api/src/http/planted-operations.ts", "../orders/planted-store", "routes-know-no-store"],
  ["api/src/orders/planted-store.ts", "../market/planted-verbs", "stores-call-no-service"],
  ["api/src/market/planted-cycle.ts", "./planted-verbs", "no-circular"],
  ["api/src/http/planted.ts", "../../../openapi/src/planted", "server-imports-nobody"],
  ["openapi/src/planted.ts", "../../api/src/core/amount", "contract-imports-nobody"],
  ["web/src/planted.ts", "../../api/src/core/amount", "clients-use-the-contract"],
  ["cli/src/planted.ts", "../../bot/src/planted", "clients-are-apart"],
  ["bot/src/planted.ts", "../../api/src/core/amount", "clients-use-the-contract"],
  ["api/src/http/planted-typo.ts", "./nowhere-at-all", "not-resolvable"],
];

test("every planted forbidden import is caught", () => {
  const otherHalfOfCycle = ["api/src/market/planted-verbs.ts", "./planted-cycle"] as const;
  for (const [file, imports] of [...planted, otherHalfOfCycle]) {
    const text = `import * as other from "${imports}";\nexport const kept = other;\n`;
    writeFileSync(join(copy.folder, file), text);
  }
  expect(depcruise(copy.folder, "err").status).not.toBe(0);
  const summary = cruise(copy.folder);
  const caught = new Set(summary.violations.map(({ from, rule }) => `${rule.name}: ${from}`));
  expect(planted.filter(([file, , rule]) => !caught.has(`${rule}: ${file}`))).toEqual([]);
});
