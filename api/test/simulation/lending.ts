import type { SimnetChainId } from "../../src/chains/simnet/params";
import { formatUnits } from "../../src/core/amount";
import { amountText, registryUnits } from "../../src/core/asset-amount";
import { type AssetCode, assetOf } from "../../src/core/assets";
import { isLoanAsset } from "../../src/loans/loan";
import type { LoanParts } from "../../src/loans/verbs/call";
import { referencePrice } from "../../src/market/rates";
import { createLoanAnswers, type LoanAnswers } from "../../src/routes/loans/answers";
import type { LoanFacts } from "./audit-loans";
import { type Dice, diceOf } from "./dice";
import { meet } from "./faulty-chain";
import { addressOf } from "./people";
import type { World } from "./world";

type Loan = Omit<LoanFacts, "status"> & { id: string };

/** Administrators who script loans: what they may do by themselves, and what they did. */
export type Lending = {
  dice: Dice;
  /** At how many steps in a thousand one of them acts. */
  permille: number;
  answers: LoanAnswers;
  loans: Loan[];
};

/** In whole USDT: some loans need a second person, by themselves or with others. */
export const LOAN_LIMITS = { loanUsdt: 60n, creatorUsdt: 90n, addressUsdt: 60n, totalUsdt: 120n };
const LOANS_MAX = 4;
const ADMINS = ["ana", "ben"] as const;
const PRICE_DECIMALS = 12;
const RATE_DECIMALS = 8;

/** Draws how busy they are in a world: in every second one there are no loans. */
export function openLending(seed: string, parts: Omit<LoanParts, "limits">): Lending {
  const dice = diceOf(`loans ${seed}`);
  const answers = createLoanAnswers({ ...parts, limits: LOAN_LIMITS });
  return { dice, permille: dice.pick([0, 80]), answers, loans: [] };
}

/** One of them creates a loan, or has one paid; what needs a second person's word gets it, or not. */
export async function lend(world: World): Promise<void> {
  const { dice, permille, loans } = world.lending;
  if (world.without.has("loans") || !dice.permille(permille)) return;
  await world.readCurrentPrices();
  const isNew = loans.length === 0 || (loans.length < LOANS_MAX && dice.permille(400));
  await (isNew ? create(world) : pay(world, dice.pick(loans)));
}

async function create(world: World): Promise<void> {
  const { dice, answers, loans } = world.lending;
  const assets = world.assets.filter(isLoanAsset);
  if (assets.length === 0) return;
  const asset = dice.pick(assets);
  const least = registryUnits(asset, "minAmount");
  const units = dice.units({ min: least, max: least * 8n });
  const words = `${world.seed} loan ${loans.length}`;
  const address = addressOf(assetOf(asset).chain as SimnetChainId, words);
  const [creator] = dice.shuffled(ADMINS);
  if (creator === undefined) return;
  const made = await answers.create(
    {
      currency: asset,
      amount: amountText(asset, units),
      exchangeRate: rateText(asset),
      receiveAddress: address,
      reference: words.replaceAll(" ", "-"),
    },
    { admin: creator },
  );
  if (!made.ok) return world.note(`no loan: ${made.error.code}`);
  loans.push({ id: made.value.id, asset, units, address, creator, approver: null, isAskedFor: false });
  meet(world.mishaps, "loans");
  world.tell(
    "Sotto",
    null,
    `${creator} creates a loan of ${amountText(asset, units)} ${asset} to ${address}`,
  );
}

async function pay(world: World, loan: Loan): Promise<void> {
  const { dice, answers } = world.lending;
  const paid = await answers.pay(loan.id, {}, { admin: dice.pick(ADMINS) });
  world.tell(
    "Sotto",
    null,
    `the loan to ${loan.address} is to be paid: ${paid.ok ? "asked for" : paid.error.code}`,
  );
  if (paid.ok) loan.isAskedFor = true;
  else if (paid.error.code === "loan/approval-required" && dice.permille(600)) {
    const approver = ADMINS.find((name) => name !== loan.creator) ?? "";
    if ((await answers.approve(loan.id, { admin: approver })).ok) loan.approver = approver;
  }
}

/** The market's usual price, cut to what a rate may have. */
const rateText = (asset: AssetCode): string =>
  formatUnits(referencePrice(asset) / 10n ** BigInt(PRICE_DECIMALS - RATE_DECIMALS), RATE_DECIMALS);

/** What became of each loan, as the console shows it. */
export async function loanFacts(world: World): Promise<LoanFacts[]> {
  const rows = await world.plot.observer<
    { id: string; status: string }[]
  >`SELECT id::text, status FROM loans`;
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  return world.lending.loans.map(({ id, ...loan }) => ({ ...loan, status: statuses.get(id) ?? "gone" }));
}
