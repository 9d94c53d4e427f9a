import type { CreateExchangeBody, Order } from "@sotto/openapi";
import { ADDRESS_TYPE_NAMES, type AddressType } from "@sotto/openapi/address-types";
import { Command, Option } from "commander";
import { type ActOptions, acting, isConfirmed, type Plan } from "../../act";
import { ask, askPatiently, type Context, type Contexts } from "../../context";
import { CliFailure, EXIT } from "../../failure";
import { orderPairs } from "../../output/order";
import { printRecord } from "../../output/print";
import { parseSeconds } from "../../pages";
import { followToItsEnd } from "./follow";
import { addTerms, calculate, planLines, type SwapTerms, type Wish } from "./terms";

type CreateOptions = ActOptions &
  SwapTerms & {
    refundAddress?: string;
    memo?: string;
    wait?: true;
    faucet?: true;
    qr?: true;
    timeout: number;
    less?: Mismatch;
    more?: Mismatch;
    late?: Mismatch;
    depositAddressType?: AddressType;
  };

const MISMATCHES = ["exchange", "refund"] as const;
type Mismatch = (typeof MISMATCHES)[number];

const standing = (flag: "less" | "more" | "late", when: string): Option =>
  new Option(`--${flag} <what>`, `what happens, without asking you, when ${when}`).choices(MISMATCHES);

/** `sotto swap create FROM TO AMOUNT ADDRESS`: makes an order and says where to pay; may pay it (simnet) and wait for its end. */
export const createSwapCommand = (contexts: Contexts): Command =>
  addTerms(acting(new Command("create").description("make an order and say where to pay")))
    .argument("<from>", "the currency that you send")
    .argument("<to>", "the currency that you receive")
    .argument("<amount>", "how much you send; with --receive: how much you want to receive")
    .argument("<address>", "where you receive")
    .option("--refund-address <address>", "where the coins go back to if the swap cannot be done")
    .option("--memo <memo>", "memo or tag of the receive address, where the network has one")
    .addOption(
      new Option(
        "--deposit-address-type <type>",
        "the type of address to pay to, where the currency that you send has several",
      ).choices(Object.keys(ADDRESS_TYPE_NAMES)),
    )
    .addOption(standing("less", "less arrives than was ordered"))
    .addOption(standing("more", "more arrives than was ordered"))
    .addOption(standing("late", "the payment arrives too late"))
    .option("--qr", "draw the deposit address as a QR code too; in JSON mode: say where it is")
    .option("--wait", "follow the order to its end")
    .option("--faucet", "pay it from the faucet (on simnet only)")
    .option("--timeout <seconds>", "with --wait: give up waiting after this long", parseSeconds, 7_200)
    .action(async (from: string, to: string, amount: string, address: string, options: CreateOptions) => {
      const sotto = contexts.public();
      if (options.faucet) await requireSimnet(sotto);
      const order = await createOrder(sotto, { from, to, amount }, { ...options, address });
      if (order === undefined) return;
      // A reader that gets each change as a document gets the new order as the first of them.
      if (!options.wait || sotto.format === "table") await printRecord(sotto, order, orderPairs);
      if (options.qr) {
        const { drawPayment, notePicture } = await import("./qr");
        if (sotto.format === "table") await drawPayment(sotto, order.id);
        else notePicture(sotto, order.id);
      }
      if (options.faucet) await payFromFaucet(sotto, order);
      if (options.wait) await followToItsEnd(sotto, order.id, options.timeout * 1000);
    });

async function requireSimnet(sotto: Context): Promise<void> {
  const health = await ask(sotto, (client) => client.GET("/api/health"));
  if (health.network === "simnet") return;
  throw new CliFailure(`There is no faucet on ${health.network}; nothing was ordered.`, {
    exitCode: EXIT.refused,
    hint: "Leave --faucet out and pay from a wallet of yours.",
  });
}

/**
 * The new order; undefined when it was only to be shown. Creating one moves no money, so there is no question;
 * `--yes` is accepted as everywhere.
 */
async function createOrder(
  sotto: Context,
  wish: Wish,
  options: CreateOptions & { address: string },
): Promise<Order | undefined> {
  // A floating order by what is sent needs no calculation: the server makes it.
  const isCalculated = options.receive || options.fixed || options.dryRun;
  const figures = isCalculated ? await calculate(sotto, wish, options) : undefined;
  if (options.fixed && figures?.quoteId === null) throw noFixedRate();
  const body = bodyOf(wish, options, figures);
  const plan: Plan = {
    says: figures === undefined ? [] : await planLines(wish, options, figures),
    question: "Create the order?",
    calls: [{ method: "POST", path: "/api/exchanges", body }],
  };
  if (!(await isConfirmed(sotto, options.dryRun ? { dryRun: true } : { yes: true }, plan))) return undefined;
  // One key: a request repeated after a lost answer gets the first answer.
  const params = { header: { "Idempotency-Key": crypto.randomUUID() } };
  return askPatiently(sotto, (client) => client.POST("/api/exchanges", { body, params }));
}

function bodyOf(
  { from, to, amount }: Wish,
  options: CreateOptions & { address: string },
  figures: Awaited<ReturnType<typeof calculate>> | undefined,
): CreateExchangeBody {
  const { refundAddress, memo, less, more, late, mix, depositAddressType } = options;
  const mismatch = {
    ...(less === undefined ? {} : { less }),
    ...(more === undefined ? {} : { more }),
    ...(late === undefined ? {} : { late }),
  };
  return {
    sendCurrency: from,
    receiveCurrency: to,
    sendAmount: options.receive && figures !== undefined ? figures.sendAmount : amount,
    receiveAddress: options.address,
    // What was wanted: the server refuses the order when it would bring clearly less.
    ...(options.receive ? { receiveAmount: amount } : {}),
    ...(refundAddress === undefined ? {} : { refundAddress }),
    ...(memo === undefined ? {} : { receiveMemo: memo }),
    ...(depositAddressType === undefined ? {} : { depositAddressType }),
    ...(Object.keys(mismatch).length === 0 ? {} : { mismatch }),
    ...(mix === undefined ? {} : { privacySettings: { preset: mix } }),
    ...(options.fixed && figures?.quoteId ? { orderType: "fixed", quoteId: figures.quoteId } : {}),
  };
}

const noFixedRate = (): CliFailure =>
  new CliFailure("The server fixes no rate for this pair now.", {
    exitCode: EXIT.refused,
    hint: "Leave --fixed out: the rate is then set when the deposit is credited.",
  });

async function payFromFaucet(sotto: Context, order: Order): Promise<void> {
  const body = { currency: order.sendCurrency, address: order.depositAddress, amount: order.sendAmount };
  const { txHash } = await ask(sotto, (client) => client.POST("/api/simnet/pay", { body }));
  sotto.terminal.note(`The faucet paid ${order.sendAmount} ${order.sendCurrency} in ${txHash}`);
}
