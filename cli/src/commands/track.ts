import type { Track } from "@sotto/openapi";
import { Command } from "commander";
import { ask, type Context } from "../context";
import { CliFailure, EXIT } from "../failure";
import { print } from "../output/print";
import { pairLines } from "../output/table";

/** `sotto track CODE`: what anybody may know of an order by its 9-digit code; amounts and times are coarse. */
export const trackCommand = (context: () => Context): Command =>
  new Command("track")
    .description("show how far an order is, by its 9-digit code")
    .argument("<code>", "the tracking code")
    .action(async (text: string) => {
      const code = text.replace(/[\s-]/g, "");
      if (!/^\d{9}$/.test(code)) {
        throw new CliFailure("A tracking code has 9 digits.", { exitCode: EXIT.usage });
      }
      const sotto = context();
      const order = await ask(sotto, (client) =>
        client.GET("/api/track/{code}", { params: { path: { code } } }),
      );
      print(sotto, order, trackLines);
    });

const trackLines = (order: Track): string[] =>
  pairLines([
    ["order", order.id],
    ["status", `${order.status} (${order.state})`],
    // A mixed order tells its status alone.
    ["sends", order.sendAmount === null ? null : `about ${order.sendAmount} ${order.sendCurrency}`],
    [
      "receives",
      order.receiveAmount === null
        ? null
        : `about ${order.receiveAmount} ${order.receiveCurrency} at ${order.receiveAddress}`,
    ],
    ["created", order.createdAt === null ? null : `about ${order.createdAt}`],
    ["ended", order.completedAt === null ? null : `about ${order.completedAt}`],
  ]);
