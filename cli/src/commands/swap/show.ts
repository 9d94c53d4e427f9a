import { Command } from "commander";
import type { Contexts } from "../../context";
import { orderPairs } from "../../output/order";
import { printRecord } from "../../output/print";
import { parseSeconds } from "../../pages";
import { followToItsEnd } from "./follow";
import { orderIdArgument, readOrder } from "./order";

/** `sotto swap show ID`: an order of one's own, whole. */
export const showCommand = (contexts: Contexts): Command =>
  new Command("show")
    .description("show an order of yours")
    .addArgument(orderIdArgument())
    .action(async (id: string) => {
      const sotto = contexts.public();
      await printRecord(sotto, await readOrder(sotto, id), orderPairs);
    });

/** `sotto swap watch ID`: each change of an order to its end; exit code 0 only when it completed. */
export const watchCommand = (contexts: Contexts): Command =>
  new Command("watch")
    .description("follow an order to its end; exit code 0 only when it completed")
    .addArgument(orderIdArgument())
    .option("--timeout <seconds>", "give up waiting after this long", parseSeconds, 7_200)
    .action(async (id: string, { timeout }: { timeout: number }) => {
      await followToItsEnd(contexts.public(), id, timeout * 1000);
    });

/** `sotto swap qr ID`: what to pay, as a code for the camera of a wallet. */
export const qrCommand = (contexts: Contexts): Command =>
  new Command("qr")
    .description("draw where to pay as a QR code")
    .addArgument(orderIdArgument())
    .action(async (id: string) => {
      const { drawPayment } = await import("./qr");
      await drawPayment(contexts.public(), id);
    });
