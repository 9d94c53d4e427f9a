import { Command } from "commander";
import { type ActOptions, acting, isConfirmed, type Plan, requireAnswerable } from "../../act";
import { askPatiently, type Contexts } from "../../context";
import { usage } from "../../failure";
import { usdt } from "../../output/money";
import { printRecord } from "../../output/print";
import type { CreateLoanBody } from "../../wire";
import { figuresOf, readFeePercent } from "./loan-figures";
import { loanPairs, moneyPairs } from "./loan-view";

type CreateOptions = ActOptions & { reference?: string; address?: string };

/** `sotto admin loans create CURRENCY AMOUNT RATE`: makes a loan, after showing what it is worth and costs. */
export const createLoanCommand = (contexts: Contexts): Command =>
  acting(
    new Command("create")
      .description("create a loan; what it is worth and costs is computed here and checked by the server")
      .argument("<currency>", "BTC, ETH or USDT-TRC20")
      .argument("<amount>", "what is paid out")
      .argument("<exchange-rate>", "USDT for one whole coin")
      .option("--reference <text>", "your own name for it, unique forever")
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
    const loan = {
      currency,
      amount,
      exchangeRate,
      ...figures,
      reference: options.reference ?? null,
      receiveAddress: options.address ?? null,
    };
    const { pairLines } = await import("../../output/table");
    const plan: Plan = {
      says: ["A loan to be created:", ...pairLines(moneyPairs(loan))],
      question: `Create this loan of ${amount} ${currency}, worth ${usdt(figures.usdtValue)}?`,
      calls: [{ method: "POST", path: "/api/admin/loan-orders", body }],
    };
    if (!(await isConfirmed(sotto, options, plan))) return;
    // One key: a request repeated after a lost answer gets the first answer.
    const params = { header: { "Idempotency-Key": crypto.randomUUID() } };
    const created = await askPatiently(sotto, (client) =>
      client.POST("/api/admin/loan-orders", { body, params }),
    );
    await printRecord(sotto, created, loanPairs);
  });
