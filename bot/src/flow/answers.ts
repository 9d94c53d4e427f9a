import type { Trouble } from "../api";
import { currencyNamed } from "../currencies";
import { parseAmount } from "../decimals";
import { labelOfCode } from "../figures";
import { escapeHtml } from "../html";
import type { Draft, RateType } from "../session/session";
import type { FlowTools } from "./tools";

/** What became of an answer: the draft with it, or why it is not taken (HTML). */
export type Answered =
  | { ok: true; draft: Draft }
  | { ok: false; notice: string }
  | { ok: false; trouble: Trouble };

const MEMO_MAX = 100;
const ADDRESS_MAX = 300;

/** Takes a typed answer to the draft's question. */
export async function answerText(draft: Draft, text: string, tools: FlowTools): Promise<Answered> {
  const { texts, language } = tools.voice;
  switch (draft.step) {
    case "send":
    case "receive":
      return answerCoin(draft, { typed: text }, tools);
    case "amount": {
      const amount = parseAmount(text.replace(/[\s\u00a0]*[a-z-]{2,12}\d*[a-z\d]*\s*$/i, ""), language);
      return amount === undefined
        ? { ok: false, notice: texts.wrong.amount }
        : { ok: true, draft: { ...draft, amount, quote: null } };
    }
    case "address": {
      const checked = await checkAddress({ address: text, currency: draft.receive ?? "" }, tools);
      return checked.ok ? { ok: true, draft: { ...draft, address: checked.address } } : checked;
    }
    case "refund": {
      const checked = await checkAddress({ address: text, currency: draft.send ?? "" }, tools);
      return checked.ok ? { ok: true, draft: { ...draft, refund: { address: checked.address } } } : checked;
    }
    case "memo": {
      const memo = text.trim();
      const isMemo = memo.length > 0 && memo.length <= MEMO_MAX && !/\p{Cc}/u.test(memo);
      return isMemo ? { ok: true, draft: { ...draft, memo } } : { ok: false, notice: texts.wrong.memo };
    }
    case "type":
    case "warnings":
    case "summary":
      return { ok: false, notice: texts.wrong.buttons };
    default:
      return draft.step satisfies never;
  }
}

/** Takes floating or fixed. */
export function answerType(draft: Draft, value: string, tools: FlowTools): Answered {
  const type: RateType | undefined = value === "floating" || value === "fixed" ? value : undefined;
  return draft.step === "type" && type !== undefined
    ? { ok: true, draft: { ...draft, type } }
    : { ok: false, notice: tools.voice.texts.wrong.stale };
}

/** Takes a coin for the side that the draft asks for, by its code or as it was typed. */
export async function answerCoin(
  draft: Draft,
  given: { code: string } | { typed: string },
  tools: FlowTools,
): Promise<Answered> {
  const { texts, api } = tools.voice;
  if (draft.step !== "send" && draft.step !== "receive") return { ok: false, notice: texts.wrong.stale };
  const currencies = await tools.parts.currencies(api);
  if (!currencies.ok) return currencies;
  const coin =
    "code" in given
      ? currencies.value.find(({ id }) => id === given.code)
      : currencyNamed(given.typed, currencies.value);
  if (coin === undefined) return { ok: false, notice: texts.wrong.coin };
  if (draft.step === "send") return { ok: true, draft: { ...draft, send: coin.id } };
  if (coin.id === draft.send) return { ok: false, notice: texts.wrong.sameCoin };
  return { ok: true, draft: { ...draft, receive: coin.id, needsMemo: coin.memoRequired } };
}

/** Asks the API whether an address can be paid in a currency; gives it as it would be paid. */
export async function checkAddress(
  given: { address: string; currency: string },
  { parts, voice }: Pick<FlowTools, "parts" | "voice">,
): Promise<{ ok: true; address: string } | { ok: false; notice: string } | { ok: false; trouble: Trouble }> {
  const address = given.address.trim().slice(0, ADDRESS_MAX);
  const answer = await voice.api.validate({ currency: given.currency, address });
  if (!answer.ok) {
    if (answer.trouble.kind === "down") return answer;
    return { ok: false, notice: escapeHtml(answer.trouble.problem.message) };
  }
  const { valid, normalized, message, matches } = answer.value;
  if (valid) return { ok: true, address: normalized ?? address };
  const currencies = await parts.currencies(voice.api);
  const others = matches.map((id) => labelOfCode(id, currencies.ok ? currencies.value : []));
  const hint =
    others.length === 0 ? "" : `\n${voice.texts.wrong.addressOther(escapeHtml(others.join(", ")))}`;
  return { ok: false, notice: `${escapeHtml(message ?? "")}${hint}` };
}
