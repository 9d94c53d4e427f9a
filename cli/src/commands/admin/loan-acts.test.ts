import { describe, expect, test } from "vitest";
import { example } from "../../testing/contract";
import {
  type FakeAnswer,
  type FakeRequest,
  type FakeRoutes,
  problem,
  runSotto,
  startFakeApi,
} from "../../testing/fake-api";
import type { Loan, Page } from "../../wire";

const first = example<Page<Loan>>("GET", "/api/admin/loan-orders").items[0] as Loan;
const loan = (id: string, more: Partial<Loan> = {}): Loan => ({
  ...first,
  id,
  reference: `pay-${id}`,
  approvalRequired: false,
  ...more,
});
const SMALL = { amount: "0.01", usdtValue: "600.00000000", feeAmount: "2.70000000" };
const LOANS = [
  loan("4", { status: "completed" }),
  loan("3", {
    currency: "USDT-TRC20",
    receiveAddress: null,
    amount: "25.5",
    usdtValue: "25.50000000",
    feeAmount: "0.11475000",
  }),
  loan("2", { approvalRequired: true, createdBy: "ben" }),
  loan("1", SMALL),
];

/** A server with these loans, whose payments come in at the second look. */
function server(answer: (id: string) => FakeAnswer | undefined = () => undefined): FakeRoutes {
  const paid = new Set<string>();
  let looks = 0;
  const now = (each: Loan): Loan =>
    paid.has(each.id) ? { ...each, status: looks > 1 ? "completed" : "processing", txHash: "ab12" } : each;
  const act = ({ path }: FakeRequest): FakeAnswer => {
    const [, id = "", verb] = /loan-orders\/(\d+)\/(pay|approve)/.exec(path) ?? [];
    const refusal = answer(id);
    if (refusal !== undefined) return refusal;
    const found = LOANS.find((each) => each.id === id) ?? first;
    if (verb === "approve") return { body: { ...found, approvedBy: "ana" } };
    if (found.receiveAddress === null) return { body: { ...found, status: "paid" } };
    paid.add(id);
    return { body: now(found) };
  };
  return {
    "GET /api/admin/loan-orders": ({ path }) => {
      if (paid.size > 0) looks++;
      const status = new URL(path, "http://fake").searchParams.get("status");
      const items = LOANS.map(now).filter((each) => status === null || each.status === status);
      return { body: { items, nextCursor: null } };
    },
    ...Object.fromEntries(
      LOANS.map((each) => [`GET /api/admin/loan-orders/${each.id}`, () => ({ body: now(each) })]),
    ),
    "GET /api/admin/loan-orders/9": {
      status: 404,
      body: problem(404, "loan/unknown", "There is no loan with this number."),
    },
    ...Object.fromEntries(
      LOANS.flatMap(({ id }) =>
        ["pay", "approve"].map((verb) => [`POST /api/admin/loan-orders/${id}/${verb}`, act]),
      ),
    ),
  };
}

async function run(
  args: readonly string[],
  routes = server(),
  options: { answers?: string[]; isInterrupted?: () => boolean } = {},
) {
  const api = await startFakeApi(routes);
  const ended = await runSotto(["admin", "loans", ...args], {
    apiUrl: api.url,
    environment: { SOTTO_TOKEN: "t" },
    interactive: options.answers !== undefined,
    ...options,
  });
  await api.close();
  const sent = api.requests
    .filter(({ path }) => /(pay|approve)$/.test(path))
    .map(({ path }) => path.slice(23));
  return { ...ended, sent };
}

describe("paying", () => {
  test("one loan is shown whole before the question", async () => {
    const { exitCode, notes, questions, sent } = await run(["pay", "1"], server(), { answers: ["y"] });
    expect([exitCode, sent]).toEqual([0, ["1/pay"]]);
    expect(notes).toEqual(
      expect.arrayContaining([
        "reference  pay-1",
        "amount     0.01 BTC, at 60000 USDT each",
        "value      600.00 USDT",
        "fee        2.70 USDT",
        `to         ${first.receiveAddress}`,
      ]),
    );
    expect(questions).toEqual(["Pay this loan, worth 600.00 USDT? [y/N] "]);
  });

  test("several are asked for once, with their sums", async () => {
    const { exitCode, notes, questions, sent } = await run(["pay", "1", "3"], server(), { answers: ["n"] });
    expect([exitCode, sent]).toEqual([1, []]);
    expect(questions).toEqual(["Pay these 2 loans, worth 625.50 USDT in all? [y/N] "]);
    expect(notes).toEqual([
      "LOAN  REFERENCE           AMOUNT        VALUE           FEE",
      "   1  pay-1             0.01 BTC  600.00 USDT     2.70 USDT",
      `      to ${first.receiveAddress}`,
      "   3  pay-3      25.5 USDT-TRC20   25.50 USDT  0.11475 USDT",
      "      no address",
      "1 loan to be paid from the reserve: 0.01 BTC, worth 600.00 USDT, fees 2.70 USDT",
      "1 loan to be marked as paid only, because there is no address: 25.5 USDT-TRC20, worth 25.50 USDT, fees 0.11475 USDT",
      "In all 2 loans: 0.01 BTC + 25.5 USDT-TRC20, worth 625.50 USDT, fees 2.81475 USDT",
      "sotto: Nothing was done.",
    ]);
  });

  test("a named loan that still needs an approval is shown as one that will be refused", async () => {
    const { questions, out, notes } = await run(["pay", "1", "2"], server(), { answers: ["n"] });
    expect(questions).toHaveLength(1);
    expect([...out, ...notes].join("\n")).toContain(
      "1 loan to be refused: a second person has to approve first",
    );
  });

  test("--all-pending leaves out what a second person has to approve; --wait follows the payments", async () => {
    const { exitCode, out, notes, sent, waitsMs } = await run(["pay", "--all-pending", "--yes", "--wait"]);
    expect([exitCode, sent, waitsMs]).toEqual([0, ["1/pay", "3/pay"], [3000, 3000]]);
    expect(notes[0]).toBe("1 loan left out, because a second person has to approve first: 2");
    expect(out.map((line) => JSON.parse(line)).map(({ id, status }) => `${id} ${status}`)).toEqual([
      "1 processing",
      "3 paid",
      "1 completed",
    ]);
    expect(notes.at(-1)).toBe("Arrived: 1 loan, 0.01 BTC, worth 600.00 USDT, fees 2.70 USDT.");
  });
});

describe("a batch that does not end well", () => {
  test("a refused one leaves the others; the end says which", async () => {
    const short = { status: 409, body: problem(409, "reserve/insufficient", "The reserve is too small.") };
    const { exitCode, notes, sent } = await run(
      ["pay", "1", "3", "--yes"],
      server((id) => (id === "1" ? short : undefined)),
    );
    expect([exitCode, sent]).toEqual([1, ["1/pay", "3/pay"]]);
    expect(notes.slice(0, 2)).toEqual([
      "sotto: loan 1: The reserve is too small. (reserve/insufficient)",
      "sotto: 1 loan paid or on their way (25.5 USDT-TRC20, worth 25.50 USDT, fees 0.11475 USDT); 1 loan refused: 1.",
    ]);
  });

  test("Ctrl-C ends it between two loans, and says how to continue", async () => {
    let calls = 0;
    const routes = server(() => {
      calls++;
      return undefined;
    });
    const { exitCode, notes, sent } = await run(["pay", "1", "3", "--yes"], routes, {
      isInterrupted: () => calls === 1,
    });
    expect([exitCode, sent]).toEqual([130, ["1/pay"]]);
    expect(notes.slice(-2)).toEqual([
      "sotto: 1 loan paid or on their way (0.01 BTC, worth 600.00 USDT, fees 2.70 USDT); 1 loan not sent: 3.",
      "  To continue: sotto admin loans pay 3",
    ]);
  });

  test("a loan that was paid is called paid, although what it says of itself could not be shown", async () => {
    const { exitCode, notes, sent } = await run(["pay", "1", "3", "--yes", "--jq", ".amount | error(1)"]);
    expect([exitCode, sent]).toEqual([2, ["1/pay"]]);
    expect(notes.slice(-2)).toEqual([
      expect.stringMatching(/ 1 loan paid or on their way \(0\.01 BTC.*\); 1 loan not sent: 3\.$/),
      "  To continue: sotto admin loans pay 3",
    ]);
  });

  test("a loan whose payment was not answered is not called unsent", async () => {
    const routes = server((id) =>
      id === "1" ? { status: 500, body: "gone", offContract: true } : undefined,
    );
    const { notes } = await run(["pay", "1", "3", "--yes"], routes);
    expect(notes.at(-2)).toMatch(/0 loans paid.*; 1 loan without an answer: 1; 1 loan not sent: 3\.$/);
  });

  test("Ctrl-C while waiting leaves the payments to the reserve", async () => {
    let calls = 0;
    const routes = server(() => {
      calls++;
      return undefined;
    });
    const options = { isInterrupted: () => calls === 1 };
    const { exitCode, notes } = await run(["pay", "1", "--yes", "--wait"], routes, options);
    expect(exitCode).toBe(130);
    expect(notes[0]).toBe("sotto: Stopped waiting for 1 loan: 1.");
  });

  test.for([
    {
      args: ["pay", "1", "4", "--yes"],
      exitCode: 4,
      said: "loan 4 is completed. Nothing was done. (loan/not-pending)",
    },
    { args: ["pay", "9", "--yes"], exitCode: 3, said: "There is no loan 9. (loan/unknown)" },
    { args: ["pay", "one", "--yes"], exitCode: 2, said: '"one" is not the number of a loan.' },
    { args: ["pay", "--yes"], exitCode: 2, said: "--all-pending" },
    { args: ["pay", "1", "--all-pending", "--yes"], exitCode: 2, said: "--all-pending" },
  ])("$args sends nothing", async ({ args, exitCode, said }) => {
    const ended = await run(args);
    expect([ended.exitCode, ended.sent]).toEqual([exitCode, []]);
    expect(ended.notes.join("\n")).toContain(said);
  });
});

test("approving all leaves out one's own; show shows several", async () => {
  const account = example<{ username: string }>("POST", "/api/admin/verify");
  const as = (username: string) => ({
    ...server(),
    "POST /api/admin/verify": { body: { ...account, username } },
  });
  const other = await run(["approve", "--all-pending"], as("ana"), { answers: ["y"] });
  expect([other.exitCode, other.sent]).toEqual([0, ["2/approve"]]);
  expect(other.questions).toEqual(["Approve that the reserve pays this loan? [y/N] "]);
  const own = await run(["approve", "--all-pending", "--yes"], as("ben"));
  expect([own.exitCode, own.sent]).toEqual([0, []]);
  expect(own.notes[0]).toContain("somebody else has to approve what you created: 2");
  const { out } = await run(["show", "1", "4"]);
  expect(out.map((line) => (JSON.parse(line) as Loan).status)).toEqual(["pending", "completed"]);
});
