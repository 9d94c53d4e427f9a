import { Command } from "commander";
import { type ActOptions, acting, isConfirmed, type Plan } from "../../act";
import { type CodeOptions, createAuthorized, withCode } from "../../authorize";
import type { Contexts } from "../../context";
import { printRecord } from "../../output/print";

type RefundOptions = ActOptions & CodeOptions & { to: string; reason: string };

/** `sotto admin recoveries refund ID`: sends coins back that came to an address of another network. */
export const recoveriesCommand = (contexts: Contexts): Command =>
  new Command("recoveries")
    .description("coins that came to an address of another network")
    .addCommand(refundCommand(contexts));

const refundCommand = (contexts: Contexts): Command =>
  withCode(
    acting(
      new Command("refund")
        .description("send such coins back, less the network fee")
        .argument("<id>", "the deposit, as the overview shows it")
        .requiredOption("--to <address>", "where to, on the network that they came by")
        .requiredOption("--reason <text>", "why, for the audit log"),
    ),
  ).action(async (id: string, { to: refundAddress, reason, ...options }: RefundOptions) => {
    const sotto = contexts.admin();
    const body = { refundAddress, reason };
    const plan: Plan = {
      says: [`${id} will be sent to ${refundAddress}, less the network fee, once its source is checked.`],
      question: "Send it back?",
      calls: [{ method: "POST", path: `/api/admin/recoveries/${id}/refund`, body }],
    };
    if (!(await isConfirmed(sotto, options, plan))) return;
    const opened = await createAuthorized(
      sotto,
      options,
    )((client, header) =>
      client.POST("/api/admin/recoveries/{id}/refund", { body, params: { path: { id }, header } }),
    );
    await printRecord(sotto, opened, () => [
      ["order", opened.trackingCode],
      ["amount", `${opened.amount} ${opened.currency}`],
      ["address", opened.refundAddress],
    ]);
  });
