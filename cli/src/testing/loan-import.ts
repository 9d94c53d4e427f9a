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
  const options = () => ({ apiUrl: api.url, environment: { SOTTO_TOKEN: "t" } });
  const run = (...args: string[]) => runSotto(["admin", "loans", ...args], options());
  return {
    start: async (create: (request: FakeRequest) => FakeAnswer, more: FakeRoutes = {}) => {
      api = await startFakeApi({ ...loanRoutes(create), ...more });
    },
    run,
    importFile: async (text: string, option = "--yes", isInterrupted = () => false) => {
      const path = join(folder, "loans.csv");
      writeFileSync(path, text);
      const ended = await runSotto(["admin", "loans", "import", path, option], {
        ...options(),
        isInterrupted,
      });
      const rows = JSON.parse(ended.out[0] ?? "[]") as {
        line: number;
        outcome: string;
        code: string | null;
        id: string | null;
      }[];
      return { ...ended, rows, outcomes: rows.map(({ outcome }) => outcome) };
    },
    /** As a person at a terminal imports it, who answers the question. */
    importTable: async (text: string, answer = "y") => {
      const path = join(folder, "loans.csv");
      writeFileSync(path, text);
      return runSotto(["admin", "loans", "import", path], {
        ...options(),
        interactive: true,
        answers: [answer],
      });
    },
    pathOf: (name: string) => join(folder, name),
    requests: () => api.requests,
    created: () =>
      api.requests.filter(({ method, path }) => method === "POST" && path === "/api/admin/loan-orders"),
  };
}
