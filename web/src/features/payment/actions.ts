import type { ApiResult, Order, Refusal, SottoApi } from "../../lib/api";

export const intents = ["paid", "decision", "refund-address", "cancel", "faucet"] as const;
export type Intent = (typeof intents)[number];

/** What an action achieved: the name of the notice to show. */
export const noticeNames = [
  "paidSeen",
  "paidWaiting",
  "refundSaved",
  "cancelled",
  "decided",
  "faucetDone",
] as const;
export type NoticeName = (typeof noticeNames)[number];

export type ActionResult = { ok: true; notice: NoticeName } | { ok: false; field: string; problem: Refusal };

const refundRequired: Refusal = { status: 422, code: "refund-address/required", message: "", errors: [] };

/**
 * Runs one of the payment page's forms; the same for a plain post on the server and an enhanced one in the
 * browser. `field` reads the form by the API's names.
 */
export async function runPaymentAction(
  api: SottoApi,
  id: string,
  intent: Intent,
  field: (name: string) => string,
  idempotencyKey: string,
): Promise<ActionResult> {
  switch (intent) {
    case "paid": {
      const result = await api.verifyPayment(id);
      if (!result.ok) return { ok: false, field: "paid", problem: result.problem };
      return { ok: true, notice: result.data.verified ? "paidSeen" : "paidWaiting" };
    }
    case "decision":
      return decide(api, id, field, idempotencyKey);
    case "refund-address": {
      const address = field("refundAddress").trim();
      if (address === "") return { ok: false, field: "refundAddress", problem: refundRequired };
      return outcome(await api.setRefundAddress(id, address, idempotencyKey), "refundAddress", "refundSaved");
    }
    case "cancel":
      return outcome(await api.cancel(id, idempotencyKey), "cancel", "cancelled");
    case "faucet": {
      const input = {
        currency: field("currency"),
        address: field("address"),
        amount: field("amount").trim(),
      };
      return outcome(await api.simnetPay(input), "amount", "faucetDone");
    }
    default: {
      const unreachable: never = intent;
      return unreachable;
    }
  }
}

async function decide(
  api: SottoApi,
  id: string,
  field: (name: string) => string,
  idempotencyKey: string,
): Promise<ActionResult> {
  const choice = field("choice") === "exchange" ? "exchange" : "refund";
  const refundAddress = field("refundAddress").trim();
  const isKnown = field("refundKnown") === "yes";
  if (choice === "refund" && refundAddress === "" && !isKnown) {
    return { ok: false, field: "refundAddress", problem: refundRequired };
  }
  const revision = Number(field("revision"));
  const input = {
    choice,
    ...(choice === "refund" && refundAddress !== "" ? { refundAddress } : {}),
    ...(Number.isSafeInteger(revision) ? { revision } : {}),
  } as const;
  const result = await api.decide(id, input, idempotencyKey);
  const isAddress = !result.ok && result.problem.code.startsWith("address/");
  return outcome(result, isAddress ? "refundAddress" : "choice", "decided");
}

function outcome(
  result: ApiResult<Order | { txHash: string }>,
  field: string,
  notice: NoticeName,
): ActionResult {
  return result.ok ? { ok: true, notice } : { ok: false, field, problem: result.problem };
}

/** The text of a refusal, for the page: the service's own, or ours where none came. */
export function problemText(
  problem: Refusal,
  texts: { network: string; unknown: string; refundRequired: string },
): string {
  if (problem.code === refundRequired.code) return texts.refundRequired;
  if (problem.message !== "") return problem.message;
  return problem.code === "network" ? texts.network : texts.unknown;
}
