import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { type FakeAnswer, type FakeRequest, type FakeRoutes, runSotto, startFakeApi } from "./fake-api";
import { loanRoutes } from "./loan-ledger";

export const BITCOIN = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";

/** A file of three loans. */
export const FILE = `reference,currency,amount,exchangeRate,receiveAddress
pay-1,BTC,0.5,60000,${BITCOIN}
pay-2,usdttrc,1000.50,1,
pay-3,ETH,2,3000,
`;

/** For each test of the calling file a folder of its own and, once started, a server that takes loans. */
export function loanImports() {
  let folder: string;
  let api: Awaited<ReturnType<typeof startFakeApi>>;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "sotto-import-"));
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await api.close();
  });
  const run = (...args: string[]) =>
    runSotto(["admin", "loans", ...args], { apiUrl: api.url, environment: { SOTTO_TOKEN: "t" } });
  return {
    start: async (create: (request: FakeRequest) => FakeAnswer, more: FakeRoutes = {}) => {
      api = await startFakeApi({ ...loanRoutes(create), ...more });
    },
    run,
    importFile: async (text: string, ...args: string[]) => {
      const path = join(folder, "loans.csv");
      writeFileSync(path, text);
      const ended = await run("import", path, ...(args.length > 0 ? args : ["--yes"]));
      const rows = JSON.parse(ended.out[0] ?? "[]") as {
        line: number;
        outcome: string;
        code: string | null;
        id: string | null;
      }[];
      return { ...ended, rows, outcomes: rows.map(({ outcome }) => outcome) };
    },
    pathOf: (name: string) => join(folder, name),
    requests: () => api.requests,
    created: () =>
      api.requests.filter(({ method, path }) => method === "POST" && path === "/api/admin/loan-orders"),
  };
}
