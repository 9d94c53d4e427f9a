import type { SottoClient } from "@sotto/openapi";
import { Command } from "commander";
import { type ActOptions, acting, isConfirmed, type Plan } from "../../act";
import { type CodeOptions, createAuthorized, type Proof, withCode } from "../../authorize";
import type { Answer, Contexts } from "../../context";
import { printRecord } from "../../output/print";
import { capital } from "../../output/text";
import { overrideCommand, releaseCommand, stuckCommand } from "./stuck-payouts";

type Reason = { reason: string };
type Turn = {
  verb: string;
  description: string;
  /** What is turned, where there are several. */
  argument?: { name: string; description: string };
  /** What will happen. */
  says: (subject: string) => string;
  path: (subject: string) => string;
  /** Whether the server may ask for a one-time code. */
  movesMoney?: true;
  send: (
    client: SottoClient,
    turned: { subject: string; body: Reason; header: Proof },
  ) => Promise<Answer<object>>;
};

const CURRENCY = { name: "<currency>", description: "the currency" };

/** `sotto admin assets pause|resume CURRENCY`: whether new orders are taken with a currency. */
export const assetsCommand = (contexts: Contexts): Command =>
  new Command("assets")
    .description("pause a currency")
    .addCommand(
      turnCommand(contexts, {
        verb: "pause",
        description: "take no new orders with a currency",
        argument: CURRENCY,
        says: (code) => `No new orders with ${code} will be accepted; those that exist continue.`,
        path: (code) => `/api/admin/assets/${code}/pause`,
        send: (client, { subject, body }) =>
          client.POST("/api/admin/assets/{currency}/pause", {
            body,
            params: { path: { currency: subject } },
          }),
      }),
    )
    .addCommand(
      turnCommand(contexts, {
        verb: "resume",
        description: "take orders with a currency again",
        argument: CURRENCY,
        says: (code) => `New orders with ${code} will be accepted again.`,
        path: (code) => `/api/admin/assets/${code}/resume`,
        send: (client, { subject, body }) =>
          client.POST("/api/admin/assets/{currency}/resume", {
            body,
            params: { path: { currency: subject } },
          }),
      }),
    );

/** `sotto admin payouts …`: whether new payouts are signed, and those that do not move. */
export const payoutsCommand = (contexts: Contexts): Command =>
  new Command("payouts")
    .description("pause payouts, and look after those that do not move")
    .addCommand(
      turnCommand(contexts, {
        verb: "pause",
        description: "sign no new payouts; those already signed are followed to their end",
        says: () => "No new payouts will be signed; those already signed are followed to their end.",
        path: () => "/api/admin/payouts/pause",
        send: (client, { body }) => client.POST("/api/admin/payouts/pause", { body }),
      }),
    )
    .addCommand(
      turnCommand(contexts, {
        verb: "resume",
        description: "sign payouts again",
        says: () => "Payouts will be signed again, those that wait included.",
        path: () => "/api/admin/payouts/resume",
        send: (client, { body }) => client.POST("/api/admin/payouts/resume", { body }),
      }),
    )
    .addCommand(stuckCommand(contexts))
    .addCommand(overrideCommand(contexts))
    .addCommand(releaseCommand(contexts));

/** `sotto admin signer stop|resume`: whether anything at all is signed. */
export const signerCommand = (contexts: Contexts): Command =>
  new Command("signer")
    .description("stop the signer")
    .addCommand(
      turnCommand(contexts, {
        verb: "stop",
        description: "sign nothing at all, sweeps and rounds included",
        says: () => "Nothing at all will be signed, sweeps and rounds included.",
        path: () => "/api/admin/signer/pause",
        send: (client, { body }) => client.POST("/api/admin/signer/pause", { body }),
      }),
    )
    .addCommand(
      turnCommand(contexts, {
        verb: "resume",
        description: "let the signer sign again",
        says: () => "The signer will sign again.",
        path: () => "/api/admin/signer/resume",
        send: (client, { body }) => client.POST("/api/admin/signer/resume", { body }),
      }),
    );

/** `sotto admin chains resume CHAIN`: ends a chain's halt after a person has looked into it. */
export const chainsCommand = (contexts: Contexts): Command =>
  new Command("chains").description("resume a halted chain").addCommand(
    turnCommand(contexts, {
      verb: "resume",
      description: "resume a halted chain",
      argument: { name: "<chain>", description: "the chain, such as bitcoin" },
      says: (chain) => `The watcher of ${chain} will continue after its halt.`,
      path: (chain) => `/api/admin/chains/${chain}/resume`,
      send: (client, { subject, body }) =>
        client.POST("/api/admin/chains/{chain}/resume", {
          body,
          // The server knows its chains, and answers 404 to others.
          params: { path: { chain: subject as "bitcoin" } },
        }),
    }),
  );

/** `sotto admin spends adopt ID`: ends what stops signing where coins of ours were spent without a plan. */
export const spendsCommand = (contexts: Contexts): Command =>
  new Command("spends").description("transactions that we did not sign").addCommand(
    turnCommand(contexts, {
      verb: "adopt",
      description: "book what such a transaction took, and sign on its chain again",
      argument: { name: "<id>", description: "its number, as the overview shows it" },
      says: (id) =>
        `What transaction ${id} took will be booked as a loss, and its chain will be signed on again.`,
      path: (id) => `/api/admin/spends/${id}/adopt`,
      movesMoney: true,
      send: (client, { subject, body, header }) =>
        client.POST("/api/admin/spends/{id}/adopt", { body, params: { path: { id: subject }, header } }),
    }),
  );

function turnCommand(contexts: Contexts, turn: Turn): Command {
  const command = new Command(turn.verb).description(turn.description);
  if (turn.argument !== undefined) command.argument(turn.argument.name, turn.argument.description);
  command.requiredOption("--reason <text>", "why, for the audit log");
  if (turn.movesMoney) withCode(command);
  return acting(command).action(async (...given: unknown[]) => {
    const subject = turn.argument === undefined ? "" : String(given[0]);
    const { reason, ...options } = command.opts<ActOptions & CodeOptions & Reason>();
    const sotto = contexts.admin();
    const body = { reason };
    const plan: Plan = {
      says: [turn.says(subject)],
      question: `${capital(turn.verb)}?`,
      calls: [{ method: "POST", path: turn.path(subject), body }],
    };
    if (!(await isConfirmed(sotto, options, plan))) return;
    const turned = await createAuthorized(
      sotto,
      options,
    )((client, header) => turn.send(client, { subject, body, header }));
    await printRecord(sotto, turned, (state) =>
      Object.entries(state).map(([name, value]) => [name, value === null ? null : String(value)]),
    );
  });
}
