import type { CreateExchangeBody, Order } from "@sotto/openapi";
import { Command } from "commander";
import { type ActOptions, acting, isConfirmed } from "../../act";
import { ask, askPatiently, type Context, type Contexts } from "../../context";
import { CliFailure, EXIT } from "../../failure";
import { orderPairs } from "../../output/order";
import { printRecord } from "../../output/print";
import { parseSeconds } from "../../pages";
import { followToItsEnd } from "./follow";

type CreateOptions = ActOptions & {
  refundAddress?: string;
  memo?: string;
  fixed?: true;
  wait?: true;
  faucet?: true;
  qr?: true;
  timeout: number;
};

type Swap = { from: string; to: string; amount: string; address: string };

/** `sotto swap create FROM TO AMOUNT ADDRESS`: makes an order and says where to pay; may pay it (simnet) and wait for its end. */
export const createSwapCommand = (contexts: Contexts): Command =>
  acting(new Command("create").description("make an order and say where to pay"))
    .argument("<from>", "the currency that you send")
    .argument("<to>", "the currency that you receive")
    .argument("<amount>", "how much you send")
    .argument("<address>", "where you receive")
    .option("--refund-address <address>", "where the coins go back to if the swap cannot be done")
    .option("--memo <memo>", "memo or tag of the receive address, where the network has one")
    .option("--fixed", "fix the rate now, for a surcharge")
    .option("--qr", "draw the deposit address as a QR code too")
    .option("--wait", "follow the order to its end")
    .option("--faucet", "pay it from the faucet (on simnet alone)")
    .option("--timeout <seconds>", "with --wait: give up waiting after this long", parseSeconds, 7_200)
    .action(async (from: string, to: string, amount: string, address: string, options: CreateOptions) => {
      const sotto = contexts.public();
      if (options.faucet) await requireSimnet(sotto);
      const order = await createOrder(sotto, { from, to, amount, address }, options);
      if (order === undefined) return;
      // A reader that gets each change as a document gets the new order as the first of them.
      if (!options.wait || sotto.format === "table") await printRecord(sotto, order, orderPairs);
      if (options.qr && sotto.format === "table") {
        const { drawPayment } = await import("./qr");
        await drawPayment(sotto, order.id);
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
async function createOrder(sotto: Context, swap: Swap, options: CreateOptions): Promise<Order | undefined> {
  const { from, to, amount, address } = swap;
  const body: CreateExchangeBody = {
    sendCurrency: from,
    receiveCurrency: to,
    sendAmount: amount,
    receiveAddress: address,
    ...(options.refundAddress === undefined ? {} : { refundAddress: options.refundAddress }),
    ...(options.memo === undefined ? {} : { receiveMemo: options.memo }),
    ...(options.fixed
      ? { orderType: "fixed", ...(options.dryRun ? {} : { quoteId: await fixedQuote(sotto, swap) }) }
      : {}),
  };
  const plan = { question: "Create the order?", method: "POST", path: "/api/exchanges", body } as const;
  if (!(await isConfirmed(sotto, options.dryRun ? { dryRun: true } : { yes: true }, plan))) return undefined;
  // One key: a request repeated after a lost answer gets the first answer.
  const params = { header: { "Idempotency-Key": crypto.randomUUID() } };
  return askPatiently(sotto, (client) => client.POST("/api/exchanges", { body, params }));
}

async function fixedQuote(sotto: Context, { from, to, amount }: Swap): Promise<string> {
  const body = { fromCurrency: from, toCurrency: to, amount, orderType: "fixed" as const };
  const quote = await ask(sotto, (client) => client.POST("/api/calculate", { body }));
  if (quote.quoteId !== null) return quote.quoteId;
  throw new CliFailure("The server fixes no rate for this pair now.", {
    exitCode: EXIT.refused,
    hint: "Leave --fixed out: the rate is then set when the deposit is credited.",
  });
}

async function payFromFaucet(sotto: Context, order: Order): Promise<void> {
  const body = { currency: order.sendCurrency, address: order.depositAddress, amount: order.sendAmount };
  const { txHash } = await ask(sotto, (client) => client.POST("/api/simnet/pay", { body }));
  sotto.terminal.note(`The faucet paid ${order.sendAmount} ${order.sendCurrency} in ${txHash}`);
}
