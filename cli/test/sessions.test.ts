import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FakeRequest, problem, startFakeApi } from "../src/testing/fake-api";
import { ledger, loanRoutes } from "../src/testing/loan-ledger";
import { BUNDLE, buildBundle, temporaryFolder } from "../src/testing/process";
import { type Session, startSession } from "../src/testing/terminal-session";
import type { CreateLoanBody } from "../src/wire";

/** The sessions that docs/cli.md shows are made here; `vitest -u` writes them into it. */
const PAGE = join(import.meta.dirname, "../../docs/cli.md");
const ADDRESSES = {
  BTC: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
  ETH: "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
  "USDT-TRC20": "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
} as const;
const ROWS = Array.from({ length: 40 }, (_, at) => {
  const reference = `2026-01-payroll-${String(at + 1).padStart(4, "0")}`;
  const currency = (["BTC", "ETH", "USDT-TRC20"] as const)[at % 3] ?? "BTC";
  const amounts = {
    BTC: `0.0${(at % 4) + 1},60000`,
    ETH: `0.${(at % 3) + 2},3000`,
    "USDT-TRC20": "850.50,1",
  }[currency];
  const figures = at === 30 ? "0.000002,60000" : amounts;
  return `${reference},${currency},${figures},${ADDRESSES[currency]}`;
});

const folder = temporaryFolder();
beforeAll(async () => {
  await buildBundle();
  const header = "reference,currency,amount,exchangeRate,receiveAddress";
  writeFileSync(join(folder.path, "payroll.csv"), `${[header, ...ROWS].join("\n")}\n`);
});
afterAll(() => folder.remove());

const IMPORT = "admin loans import payroll.csv";
const ASKED = "in all? [y/N]";

/** Runs `sotto` in a terminal against a server that takes loans as `create` says. */
async function session(
  typed: readonly (readonly [string, string])[],
  change: (create: ReturnType<typeof ledger>["create"]) => Parameters<typeof loanRoutes>[0],
  onStart: (started: Session) => void = () => {},
) {
  const { loans, create } = ledger();
  const api = await startFakeApi(loanRoutes(change(create)));
  const started = startSession(`${process.execPath} ${BUNDLE} ${IMPORT}`, {
    cwd: folder.path,
    environment: { SOTTO_API_URL: api.url, SOTTO_TOKEN: "t", NO_COLOR: "1", XDG_CONFIG_HOME: folder.path },
    typed,
  });
  onStart(started);
  const { screen, code } = await started.ended;
  await api.close();
  return { screen, code, created: loans.size };
}

/** The page with a session in its place. */
function withSession(
  page: string,
  name: string,
  { screen, code }: { screen: string; code: number | null },
): string {
  const start = `<!-- session ${name} -->`;
  const end = "<!-- end -->";
  const at = page.indexOf(start);
  const to = page.indexOf(end, at);
  if (at < 0 || to < 0) throw new Error(`docs/cli.md has no session ${name}`);
  const text = `\n\`\`\`console\n$ sotto ${IMPORT}\n${abridged(screen)}\n$ echo $?\n${code}\n\`\`\`\n`;
  return page.slice(0, at + start.length) + text + page.slice(to);
}

/** Leaves the middle of long lists out: rows with their addresses, and rows of the outcome. */
function abridged(screen: string): string {
  const isRow = (line: string) => /^ *\d+ {2}2026-01|^ {6}to /.test(line);
  const lines = screen.split("\n");
  return lines
    .flatMap((line, at) => {
      if (!isRow(line)) return [line];
      const before = lines
        .slice(0, at)
        .toReversed()
        .findIndex((each) => !isRow(each));
      const after = lines.slice(at).findIndex((each) => !isRow(each));
      if (before < 4 || after <= 2) return [line];
      return before === 4 ? ["  …"] : [];
    })
    .join("\n");
}

/** What only the server can find out about three of the rows. */
const REFUSED: Readonly<Record<string, ReturnType<typeof problem>>> = {
  "2026-01-payroll-0009": problem(422, "address/contract", "This is a token contract, not a wallet."),
  "2026-01-payroll-0023": problem(422, "address/ours", "This address is our own. Please enter one of yours."),
  "2026-01-payroll-0031": problem(422, "amount/min", "The minimum is 0.00000546 BTC."),
};

test("the sessions of docs/cli.md: three of 40 rows fail, one is interrupted, one refused", {
  timeout: 240_000,
}, async () => {
  const failing = await session([[ASKED, "y\r"]], (create) => (request) => {
    const refusal = REFUSED[(request.body as CreateLoanBody).reference ?? ""];
    return refusal === undefined ? create(request) : { status: 422, body: refusal };
  });
  expect([failing.code, failing.created]).toEqual([1, 37]);

  let running: Session | undefined;
  const interrupted = await session(
    [
      [ASKED, "y\r"],
      ["Creating loans: 12 of 40", "\u0003"],
    ],
    (create) => async (request: FakeRequest) => {
      // The 13th row is on its way when Ctrl-C comes.
      if ((request.body as CreateLoanBody).reference === "2026-01-payroll-0013")
        await running?.shown("Stopping after this row");
      return create(request);
    },
    (started) => {
      running = started;
    },
  );
  expect([interrupted.code, interrupted.created]).toEqual([130, 13]);

  const refused = await session([[ASKED, "n\r"]], (create) => create);
  expect([refused.code, refused.created]).toEqual([1, 0]);

  let page = readFileSync(PAGE, "utf8");
  page = withSession(page, "three rows fail", failing);
  page = withSession(page, "interrupted", interrupted);
  page = withSession(page, "refused", refused);
  await expect(page).toMatchFileSnapshot(PAGE);
});
