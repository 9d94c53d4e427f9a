import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyWorkspace, sourceFolders, workspaceRoot } from "./workspace-copy";

interface Cruise {
  summary: {
    totalCruised: number;
    totalDependenciesCruised: number;
    violations: { from: string; to: string; rule: { name: string; severity: string } }[];
  };
}

const copy = copyWorkspace();
afterAll(copy.remove);

/** What is found in a copy of the tree in which every forbidden import below is planted. */
let summary: Cruise["summary"];
beforeAll(() => {
  plantAll();
  summary = cruise(copy.folder);
});

function cruise(folder: string): Cruise["summary"] {
  const program = join(workspaceRoot, "node_modules/.bin/depcruise");
  const args = ["--config", ".dependency-cruiser.cjs", "--output-type", "json", ...sourceFolders];
  const options = { cwd: folder, encoding: "utf8", maxBuffer: 64 * 2 ** 20 } as const;
  const run = spawnSync(program, args, options);
  if (run.stdout === "") throw new Error(run.stderr);
  const report: Cruise = JSON.parse(run.stdout);
  return report.summary;
}

const isPlanted = (file: string): boolean => file.includes("/planted");

test("the tree keeps to who may import whom", () => {
  const own = summary.violations.filter(({ from }) => !isPlanted(from));
  expect(own.map(({ from, to, rule }) => `${rule.name}: ${from} -> ${to}`)).toEqual([]);
  expect(summary.totalCruised).toBeGreaterThan(50);
  expect(summary.totalDependenciesCruised).toBeGreaterThan(100);
});

/** Each planted file, what it imports, and the rule that must catch it. */
const PLANTED: [file: string, imports: string, rule: string][] = [
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
  ["api/src/ledger/planted-room.ts", "../orders/planted", "rooms-import-lower-rooms"],
  ["web/src/ui/planted-room.ts", "../features/planted", "rooms-import-lower-rooms"],
  ["cli/src/output/planted-room.ts", "../commands/planted", "rooms-import-lower-rooms"],
  ["bot/src/session/planted-room.ts", "../flow/planted", "rooms-import-lower-rooms"],
  ["openapi/src/planted/room.ts", "../client", "every-room-has-its-layer"],
  ["api/src/http/planted.ts", "../../../openapi/src/planted", "server-imports-nobody"],
  ["openapi/src/planted.ts", "../../api/src/core/amount", "contract-imports-nobody"],
  ["web/src/planted.ts", "../../api/src/core/amount", "clients-use-the-contract"],
  ["cli/src/planted.ts", "../../bot/src/planted", "clients-are-apart"],
  ["bot/src/planted.ts", "../../api/src/core/amount", "clients-use-the-contract"],
  ["api/src/http/planted-typo.ts", "./nowhere-at-all", "not-resolvable"],
];

const BACK = "./planted-way-back";

/** Circles of which every import is of a type alone: the compiler drops them, a reader does not. */
const PLANTED_TYPES: typeof PLANTED = [
  ["api/src/core/planted-type.ts", BACK, "no-circular"],
  ["web/src/lib/planted-type.ts", BACK, "no-circular"],
  ["cli/src/output/planted-type.ts", BACK, "no-circular"],
  ["bot/src/flow/planted-type.ts", BACK, "no-circular"],
  ["openapi/src/loan-file/planted-type.ts", BACK, "no-circular"],
  ["api/src/ledger/planted-type.ts", "../orders/planted", "rooms-import-lower-rooms"],
];

function plant(file: string, imports: string, kind: "value" | "type"): void {
  const text =
    kind === "value"
      ? `import * as other from "${imports}";\nexport const kept = other;\nexport type Kept = string;\n`
      : `import type { Kept as Other } from "${imports}";\nexport type Kept = Other;\n`;
  writeFileSync(join(copy.folder, file), text);
}

function plantAll(): void {
  mkdirSync(join(copy.folder, "openapi/src/planted"), { recursive: true });
  for (const folder of ["web/src/features", "cli/src/commands", "bot/src/flow"])
    writeFileSync(join(copy.folder, folder, "planted.ts"), "export const kept = 1;\n");
  for (const [file, imports] of PLANTED) plant(file, imports, "value");
  plant("api/src/market/planted-verbs.ts", "./planted-cycle", "value");
  for (const [file, imports] of PLANTED_TYPES) {
    plant(file, imports, "type");
    if (imports === BACK) plant(join(dirname(file), `${BACK}.ts`), "./planted-type", "type");
  }
}

test("every planted forbidden import is caught, and every planted circle of types", () => {
  const errors = summary.violations.filter(({ rule }) => rule.severity === "error");
  const caught = new Set(errors.map(({ from, rule }) => `${rule.name}: ${from}`));
  const missed = [...PLANTED, ...PLANTED_TYPES].filter(([file, , rule]) => !caught.has(`${rule}: ${file}`));
  expect(missed).toEqual([]);
});
