import { writeFileSync } from "node:fs";
import { Command, Option } from "commander";
import { type ActOptions, acting, isConfirmed, requireAnswerable } from "../../act";
import { type CodeOptions, createAuthorized, withCode } from "../../authorize";
import { askPatiently, type Context, type Contexts } from "../../context";
import { CliFailure, EXIT, usage } from "../../failure";
import { styleOf } from "../../output/colour";
import { printList, printRecord } from "../../output/print";
import type { Column, Pair } from "../../output/table";
import { LIST_ITEMS, LIST_ITEMS_MAX, noteMore, parseCount, readPages } from "../../pages";
import type { CreateLoanBody, Loan } from "../../wire";
import { figuresOf, readFeePercent } from "./loan-figures";
import { importCommand } from "./loan-import";
import { sumsCommand } from "./loan-sums";

const STATUSES = ["pending", "processing", "completed", "failed", "paid"] as const;
type Status = (typeof STATUSES)[number];

/** All that an import reads, and the server's figures. */
const COLUMNS: readonly Column<Loan>[] = [
  { title: "ID", field: "id", figures: true, of: ({ id }) => id },
  { title: "REFERENCE", field: "reference", shrinks: true, of: ({ reference }) => reference },
  { title: "CURRENCY", field: "currency", of: ({ currency }) => currency },
  { title: "AMOUNT", field: "amount", figures: true, of: ({ amount }) => amount },
  { title: "RATE", field: "exchangeRate", csvOnly: true, of: ({ exchangeRate }) => exchangeRate },
  { title: "ADDRESS", field: "receiveAddress", csvOnly: true, of: ({ receiveAddress }) => receiveAddress },
  { title: "USDT", field: "usdtValue", figures: true, of: ({ usdtValue }) => usdtValue },
  { title: "FEE", field: "feeAmount", figures: true, of: ({ feeAmount }) => feeAmount },
  {
    title: "STATUS",
    field: "status",
    of: ({ status }) => status,
    show: ({ status, approvalRequired, approvedBy }) =>
      approvalRequired && approvedBy === null && status === "pending" ? "to approve" : status,
    style: ({ status }) => styleOf(status),
  },
  {
    title: "TO APPROVE",
    field: "approvalRequired",
    csvOnly: true,
    of: ({ approvalRequired }) => approvalRequired,
  },
  { title: "CREATED BY", field: "createdBy", csvOnly: true, of: ({ createdBy }) => createdBy },
  { title: "APPROVED BY", field: "approvedBy", csvOnly: true, of: ({ approvedBy }) => approvedBy },
  { title: "PAID BY", field: "paidBy", csvOnly: true, of: ({ paidBy }) => paidBy },
  { title: "TX", field: "txHash", csvOnly: true, of: ({ txHash }) => txHash },
  { title: "CREATED", field: "createdAt", csvOnly: true, of: ({ createdAt }) => createdAt },
  { title: "ENDED", field: "completedAt", csvOnly: true, of: ({ completedAt }) => completedAt },
];

const loanPairs = (loan: Loan): readonly Pair[] => [
  ["loan", loan.id],
  ["reference", loan.reference],
  ["pays", `${loan.amount} ${loan.currency} at ${loan.exchangeRate} USDT`],
  ["value", `${loan.usdtValue} USDT`],
  ["fee", `${loan.feeAmount} USDT`],
  ["to", loan.receiveAddress],
  ["status", loan.status, styleOf(loan.status)],
  ["approval", loan.approvalRequired ? (loan.approvedBy ?? "needed from a second person") : null],
  ["created", `${loan.createdAt} by ${loan.createdBy}`],
  ["paid by", loan.paidBy],
  ["transaction", loan.txHash],
  ["ended", loan.completedAt],
];

/** `sotto admin loans …`: payout (loan) orders, one by one and by the file. */
export const loansCommand = (contexts: Contexts): Command =>
  new Command("loans")
    .description("payout (loan) orders")
    .addCommand(listCommand(contexts))
    .addCommand(createCommand(contexts))
    .addCommand(payCommand(contexts))
    .addCommand(approveCommand(contexts))
    .addCommand(importCommand(contexts))
    .addCommand(exportCommand(contexts))
    .addCommand(sumsCommand(contexts));

type Filter = { status?: Status; reference?: string };

const readLoans = (sotto: Context, itemsMax: number, filter: Filter) =>
  readPages<Loan>(sotto, itemsMax, (client, cursor) =>
    client.GET("/api/admin/loan-orders", { params: { query: { ...filter, ...cursor } } }),
  );

const listCommand = (contexts: Contexts): Command =>
  new Command("list")
    .description("list loans, newest first")
    .addOption(new Option("--status <status>", "of this status").choices(STATUSES))
    .option("--reference <text>", "with exactly this reference")
    .option("--limit <count>", "how many", parseCount, LIST_ITEMS)
    .action(async ({ limit, ...filter }: Filter & { limit: number }) => {
      const sotto = contexts.admin();
      const { items, hasMore } = await readLoans(sotto, limit, filter);
      await printList(sotto, items, COLUMNS);
      noteMore(sotto, hasMore, items.length);
    });

type CreateOptions = ActOptions & { reference?: string; address?: string };

const createCommand = (contexts: Contexts): Command =>
  acting(
    new Command("create")
      .description("create a loan; what it is worth and costs is computed here and checked by the server")
      .argument("<currency>", "BTC, ETH or USDT-TRC20")
      .argument("<amount>", "what is paid out")
      .argument("<exchange-rate>", "USDT for one whole coin")
      .option("--reference <text>", "your own name for it, unique for ever")
      .option(
        "--address <address>",
        "where the reserve pays it; without one it is paid elsewhere and marked",
      ),
  ).action(async (currency: string, amount: string, exchangeRate: string, options: CreateOptions) => {
    const sotto = contexts.admin();
    requireAnswerable(sotto, options);
    const figures = figuresOf({ amount, exchangeRate }, await readFeePercent(sotto));
    if (figures === undefined) throw usage("Amount and rate are plain decimals, such as 0.5 and 60000.");
    const body: CreateLoanBody = {
      currency,
      amount,
      exchangeRate,
      ...figures,
      status: "pending",
      ...(options.reference === undefined ? {} : { reference: options.reference }),
      ...(options.address === undefined ? {} : { receiveAddress: options.address }),
    };
    const plan = {
      question: `Create a loan of ${amount} ${currency}, worth ${figures.usdtValue} USDT?`,
      method: "POST",
      path: "/api/admin/loan-orders",
      body,
    } as const;
    if (!(await isConfirmed(sotto, options, plan))) return;
    // One key: a request repeated after a lost answer gets the first answer.
    const params = { header: { "Idempotency-Key": crypto.randomUUID() } };
    const loan = await askPatiently(sotto, (client) =>
      client.POST("/api/admin/loan-orders", { body, params }),
    );
    await printRecord(sotto, loan, loanPairs);
  });

type PayOptions = ActOptions & CodeOptions & { tx?: string };

const payCommand = (contexts: Contexts): Command =>
  withCode(
    acting(
      new Command("pay")
        .description("pay pending loans from the reserve; those without an address are marked as paid")
        .argument("<ids...>", "the loans' numbers; one code approves all of them")
        .option("--tx <hash>", "mark them as paid elsewhere, by this transaction"),
    ),
  ).action(async (ids: readonly string[], { tx, ...options }: PayOptions) => {
    const sotto = contexts.admin();
    const authorized = createAuthorized(sotto, options, [...new Set(ids)]);
    const body = tx === undefined ? {} : { txHash: tx };
    for (const id of new Set(ids)) {
      const plan = {
        question: tx === undefined ? `Pay loan ${id}?` : `Mark loan ${id} as paid by ${tx}?`,
        method: "POST",
        path: `/api/admin/loan-orders/${id}/pay`,
        body,
      } as const;
      if (!(await isConfirmed(sotto, options, plan))) continue;
      const key = crypto.randomUUID();
      const loan = await authorized((client, proof) =>
        client.POST("/api/admin/loan-orders/{id}/pay", {
          body,
          params: { path: { id }, header: { "Idempotency-Key": key, ...proof } },
        }),
      );
      await printRecord(sotto, loan, loanPairs);
    }
  });

const approveCommand = (contexts: Contexts): Command =>
  withCode(
    acting(
      new Command("approve")
        .description("approve a loan as the second person, so that the reserve can pay it")
        .argument("<id>", "its number"),
    ),
  ).action(async (id: string, options: ActOptions & CodeOptions) => {
    const sotto = contexts.admin();
    const path = `/api/admin/loan-orders/${id}/approve`;
    const plan = { question: `Approve that the reserve pays loan ${id}?`, method: "POST", path } as const;
    if (!(await isConfirmed(sotto, options, plan))) return;
    const loan = await createAuthorized(
      sotto,
      options,
    )((client, header) =>
      client.POST("/api/admin/loan-orders/{id}/approve", { params: { path: { id }, header } }),
    );
    await printRecord(sotto, loan, loanPairs);
  });

/** Writes what `loans import` reads, without tables for a screen: CSV unless JSON is requested. */
const exportCommand = (contexts: Contexts): Command =>
  new Command("export")
    .description("write all loans as CSV that can be imported again")
    .addOption(new Option("--status <status>", "of this status alone").choices(STATUSES))
    .option("-o, --output <file>", "into a file that is not there yet, instead of standard output")
    .action(async ({ output, ...filter }: Filter & { output?: string }, command: Command) => {
      const sotto = contexts.admin();
      const isJson = command.optsWithGlobals<{ json?: true }>().json === true;
      const { items, hasMore } = await readLoans(sotto, LIST_ITEMS_MAX, filter);
      const lines: string[] = [];
      const out = output === undefined ? sotto.terminal.out : (line: string) => lines.push(line);
      const terminal = { ...sotto.terminal, out };
      await printList({ ...sotto, terminal, format: isJson ? "json" : "csv" }, items, COLUMNS);
      if (output !== undefined) writeNew(output, `${lines.join("\n")}\n`);
      noteMore(sotto, hasMore, items.length);
      if (output !== undefined) sotto.terminal.note(`${items.length} loans are in ${output}.`);
    });

function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: "wx", mode: 0o600 });
  } catch (error) {
    throw new CliFailure(`${path} cannot be written, or is there already.`, {
      exitCode: EXIT.failure,
      cause: error,
    });
  }
}
