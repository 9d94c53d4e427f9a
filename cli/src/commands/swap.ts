import { randomUUID } from "node:crypto";
import type { CreateExchangeBody } from "@sotto/openapi";
import { Command, InvalidArgumentError } from "commander";
import { ask, type Context } from "../context";
import { CliFailure, EXIT } from "../failure";
import { orderLines, progressLine, type SeenOrder } from "../output/order";
import { print } from "../output/print";
import { type Followed, followOrder } from "./follow";

type SwapOptions = {
  refundAddress?: string;
  memo?: string;
  fixed?: true;
  wait?: true;
  faucet?: true;
  timeout: number;
};

type SwapArguments = { from: string; to: string; amount: string; address: string };

/** `sotto swap FROM TO AMOUNT ADDRESS`: makes an order and says where to pay; may pay it (simnet) and wait for its end. */
export const swapCommand = (context: () => Context): Command =>
  new Command("swap")
    .description("make an order and say where to pay")
    .argument("<from>", "the currency that you send")
    .argument("<to>", "the currency that you receive")
    .argument("<amount>", "how much you send")
    .argument("<address>", "where you receive")
    .option("--refund-address <address>", "where the coins go back to if the swap cannot be done")
    .option("--memo <memo>", "memo or tag of the receive address, where the network has one")
    .option("--fixed", "fix the rate now, for a surcharge")
    .option("--wait", "follow the order to its end")
    .option("--faucet", "pay it from the faucet (on simnet alone)")
    .option("--timeout <seconds>", "with --wait: give up waiting after this long", wholeSeconds, 7_200)
    .action(async (from: string, to: string, amount: string, address: string, options: SwapOptions) => {
      const sotto = context();
      if (options.faucet) await requireSimnet(sotto);
      const order = await createOrder(sotto, { from, to, amount, address }, options);
      if (!(options.wait && sotto.json)) print(sotto, order, orderLines);
      if (options.faucet) await payFromFaucet(sotto, order);
      if (!options.wait) return;
      const followed = await followOrder(sotto, order.id, {
        timeoutMs: options.timeout * 1000,
        onChange: (seen) =>
          sotto.json ? print(sotto, seen, orderLines) : sotto.terminal.note(progressLine(seen)),
      });
      finish(sotto, followed);
    });

function wholeSeconds(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError("a whole number of seconds");
  return Number(text);
}

async function requireSimnet(sotto: Context): Promise<void> {
  const health = await ask(sotto, (client) => client.GET("/api/health"));
  if (health.network === "simnet") return;
  throw new CliFailure(`There is no faucet on ${health.network}; nothing was ordered.`, {
    exitCode: EXIT.refused,
    hint: "Leave --faucet out and pay from a wallet of yours.",
  });
}

async function createOrder(
  sotto: Context,
  { from, to, amount, address }: SwapArguments,
  options: SwapOptions,
): Promise<SeenOrder> {
  const body: CreateExchangeBody = {
    sendCurrency: from,
    receiveCurrency: to,
    sendAmount: amount,
    receiveAddress: address,
    ...(options.refundAddress === undefined ? {} : { refundAddress: options.refundAddress }),
    ...(options.memo === undefined ? {} : { receiveMemo: options.memo }),
    ...(options.fixed ? { orderType: "fixed", quoteId: await fixedQuote(sotto, from, to, amount) } : {}),
  };
  return ask(sotto, (client) =>
    client.POST("/api/exchanges", { body, params: { header: { "Idempotency-Key": randomUUID() } } }),
  );
}

async function fixedQuote(sotto: Context, from: string, to: string, amount: string): Promise<string> {
  const body = { fromCurrency: from, toCurrency: to, amount, orderType: "fixed" as const };
  const quote = await ask(sotto, (client) => client.POST("/api/calculate", { body }));
  if (quote.quoteId !== null) return quote.quoteId;
  throw new CliFailure("The server fixes no rate for this pair now.", {
    exitCode: EXIT.refused,
    hint: "Leave --fixed out: the rate is then set when the deposit is credited.",
  });
}

async function payFromFaucet(sotto: Context, order: SeenOrder): Promise<void> {
  const body = { currency: order.sendCurrency, address: order.depositAddress, amount: order.sendAmount };
  const { txHash } = await ask(sotto, (client) => client.POST("/api/simnet/pay", { body }));
  sotto.terminal.note(`The faucet paid ${order.sendAmount} ${order.sendCurrency} in ${txHash}`);
}

/** Says how it ended; only coins that arrived as ordered are success. */
function finish(sotto: Context, { order, timedOut }: Followed): void {
  const page = `${sotto.apiUrl}/en/payment/${order.id}`;
  if (timedOut) {
    throw new CliFailure(`Gave up waiting: the order is still ${order.state}.`, {
      exitCode: EXIT.failure,
      hint: `It goes on by itself: ${page}`,
    });
  }
  if (order.state === "completed") {
    sotto.terminal.note(`${order.receiveAmount} ${order.receiveCurrency} arrived in ${order.txHash ?? "-"}`);
    return;
  }
  const why = order.reason === null ? order.state : `${order.state}: ${order.reason}`;
  throw new CliFailure(`The order did not complete (${why}).`, {
    exitCode: EXIT.failure,
    hint: order.choices.length > 0 ? `Choose what becomes of it: ${page}` : `Its page: ${page}`,
  });
}
