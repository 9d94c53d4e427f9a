import type { Verification } from "@sotto/openapi";
import type { Result } from "@sotto/openapi/result";
import { unreachable } from "@sotto/openapi/unreachable";
import type { ApiResult, DeletionNote, Order, Refusal, SottoApi } from "../../lib/api";
import { parseAmount } from "../../lib/decimal";
import type { Language } from "../../lib/languages";
import { type ChainStatus, chainStatus, isSameHash } from "./tron-status";

export const INTENTS = [
  "paid",
  "verify",
  "refresh",
  "decision",
  "refund-address",
  "cancel",
  "delay",
  "delete",
  "faucet",
] as const;
export type Intent = (typeof INTENTS)[number];

/** Those whose forms have no field: nothing that was entered can be lost with them. */
export const BARE_INTENTS: readonly string[] = ["paid", "refresh", "cancel"] satisfies Intent[];

/** The notices of what an action achieved. */
export const NOTICE_NAMES = [
  "paidSeen",
  "paidWaiting",
  "chainWaiting",
  "chainDetected",
  "chainConfirmed",
  "refundSaved",
  "cancelled",
  "decided",
  "delayed",
  "faucetDone",
] as const;
export type NoticeName = (typeof NOTICE_NAMES)[number];

/** A look at the chain: when (ISO 8601), and up to which block; null where the service only said what it knew. */
export interface Look {
  at: string;
  height: number | null;
}

/** What an action achieved: a notice to show, or, where the order is gone, its note, which is given once. */
type Achieved =
  | { notice: NoticeName; transactionTime: string | null; look: Look | null }
  | { note: DeletionNote };

export type ActionResult = Result<Achieved, { field: string; refusal: Refusal }>;

/** What the page itself refuses, without asking the service. */
export const ownRefusals = {
  choiceRequired: { status: 422, code: "decision/required", message: "", errors: [] },
  refundRequired: { status: 422, code: "refund-address/required", message: "", errors: [] },
  hashRequired: { status: 422, code: "tx-hash/required", message: "", errors: [] },
  notFound: { status: 422, code: "payment/not-found", message: "", errors: [] },
  confirmRequired: { status: 422, code: "deletion/confirm", message: "", errors: [] },
} as const satisfies Record<string, Refusal>;

const CHAIN_NOTICES = {
  waiting: "chainWaiting",
  detected: "chainDetected",
  confirmed: "chainConfirmed",
} as const satisfies Record<ChainStatus, NoticeName>;

/** The service looks at most once in ten seconds; what it knows already can still be read. */
const TOO_MANY_LOOKS = 429;

/** One of the payment page's forms, filled in by a reader of this language. */
interface PaymentForm {
  intent: Intent;
  /** Reads the form by the API's names. */
  field: (name: string) => string;
  language: Language;
}

/** Runs one of the payment page's forms; the same for a plain post on the server and an enhanced one in the browser. */
export async function runPaymentAction(
  api: SottoApi,
  id: string,
  { intent, field, language }: PaymentForm,
  idempotencyKey: string,
): Promise<ActionResult> {
  switch (intent) {
    case "paid": {
      const result = await api.verifyPayment(id);
      if (!result.ok) return refused("paid", result.error);
      return done(result.value.verified ? "paidSeen" : "paidWaiting", result.value);
    }
    case "verify":
      return verifyByHash(api, id, field("txHash").trim());
    case "refresh":
      return refreshStatus(api, id);
    case "decision":
      return decide(api, id, field, idempotencyKey);
    case "refund-address": {
      const address = field("refundAddress").trim();
      if (address === "") return refused("refundAddress", ownRefusals.refundRequired);
      return outcome(await api.setRefundAddress(id, address, idempotencyKey), "refundAddress", "refundSaved");
    }
    case "cancel":
      return outcome(await api.cancel(id, idempotencyKey), "cancel", "cancelled");
    case "delay": {
      const minutes = wholeNumberOf(field("delayMinutes"));
      return outcome(await api.delay(id, minutes, idempotencyKey), "delayMinutes", "delayed");
    }
    case "delete":
      return deleteOrder(api, id, field("confirm") === "on");
    case "faucet": {
      const input = {
        currency: field("currency"),
        address: field("address"),
        amount: parseAmount(field("amount"), language) ?? field("amount").trim(),
      };
      return outcome(await api.simnetPay(input), "amount", "faucetDone");
    }
    default:
      return unreachable(intent);
  }
}

/** The manual check: found only when this very transaction is one of the order's deposits. */
async function verifyByHash(api: SottoApi, id: string, txHash: string): Promise<ActionResult> {
  if (txHash === "") return refused("txHash", ownRefusals.hashRequired);
  const look = await api.verifyPayment(id, txHash);
  if (!look.ok && look.error.status !== TOO_MANY_LOOKS) return refused("txHash", look.error);
  const order = await api.order(id);
  if (!order.ok) return refused("txHash", order.error);
  if (order.value.deposits.some((deposit) => isSameHash(deposit.txHash, txHash))) {
    return done(CHAIN_NOTICES[chainStatus(order.value)], look.ok ? look.value : ALREADY_KNOWN);
  }
  return refused("txHash", look.ok ? ownRefusals.notFound : look.error);
}

async function refreshStatus(api: SottoApi, id: string): Promise<ActionResult> {
  const look = await api.verifyPayment(id);
  if (!look.ok && look.error.status !== TOO_MANY_LOOKS) return refused("refresh", look.error);
  const order = await api.order(id);
  if (!order.ok) return refused("refresh", order.error);
  return done(CHAIN_NOTICES[chainStatus(order.value)], look.ok ? look.value : ALREADY_KNOWN);
}

/** 0 where it is none. */
const wholeNumberOf = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0);

async function decide(
  api: SottoApi,
  id: string,
  field: (name: string) => string,
  idempotencyKey: string,
): Promise<ActionResult> {
  const choice = field("choice");
  if (choice !== "exchange" && choice !== "refund") return refused("choice", ownRefusals.choiceRequired);
  const refundAddress = field("refundAddress").trim();
  const isKnown = field("refundKnown") === "yes";
  if (choice === "refund" && refundAddress === "" && !isKnown) {
    return refused("refundAddress", ownRefusals.refundRequired);
  }
  // Without one the service would not compare what the customer saw: 0 is none that it has shown.
  const revision = wholeNumberOf(field("revision"));
  const input = {
    choice,
    ...(choice === "refund" && refundAddress !== "" ? { refundAddress } : {}),
    revision,
  } as const;
  const result = await api.decide(id, input, idempotencyKey);
  const isAddress = !result.ok && result.error.code.startsWith("address/");
  return outcome(result, isAddress ? "refundAddress" : "choice", "decided");
}

async function deleteOrder(api: SottoApi, id: string, isConfirmed: boolean): Promise<ActionResult> {
  if (!isConfirmed) return refused("confirm", ownRefusals.confirmRequired);
  const result = await api.deleteOrder(id);
  return result.ok ? { ok: true, value: { note: result.value } } : refused("confirm", result.error);
}

function outcome(
  result: ApiResult<Order | { txHash: string }>,
  field: string,
  notice: NoticeName,
): ActionResult {
  return result.ok ? done(notice, null) : refused(field, result.error);
}

/** What a look at the chain brings along. */
type Looked = Pick<Verification, "transactionTime" | "blockHeight" | "lookedAt">;

/** In place of a look that the service refused because it has only just looked: what it knows was read now. */
const ALREADY_KNOWN = { transactionTime: null, blockHeight: null, lookedAt: null } as const;

function done(notice: NoticeName, looked: Looked | typeof ALREADY_KNOWN | null): ActionResult {
  if (looked === null) return { ok: true, value: { notice, transactionTime: null, look: null } };
  const look = { at: looked.lookedAt ?? new Date().toISOString(), height: looked.blockHeight };
  return { ok: true, value: { notice, transactionTime: looked.transactionTime, look } };
}

function refused(field: string, refusal: Refusal): ActionResult {
  return { ok: false, error: { field, refusal } };
}
