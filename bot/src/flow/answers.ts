import type { Currency } from "@sotto/openapi";
import { err, ok, type Result } from "@sotto/openapi/result";
import { unreachable } from "@sotto/openapi/unreachable";
import type { ApiFailure } from "../api";
import { currencyNamed } from "../currencies";
import { parseAmount } from "../decimals";
import { labelOfCode } from "../figures";
import { escapeHtml } from "../html";
import type { Draft, RateType } from "../session/session";
import { withoutAnswer } from "./steps";
import type { FlowTools } from "./tools";

/** Why an answer is not accepted (HTML), or the API's failure to check it. */
export type AnswerFailure = { kind: "invalid"; notice: string } | ApiFailure;

/** The draft with an answer that was accepted. */
export type Answered = Result<Draft, AnswerFailure>;

const AMOUNT_MAX = 80;
const MEMO_MAX = 100;
const ADDRESS_MAX = 300;

/** Reads a typed answer to the draft's question. */
export async function answerText(draft: Draft, text: string, tools: FlowTools): Promise<Answered> {
  const { texts } = tools.locale;
  switch (draft.step) {
    case "send":
    case "receive":
      return answerCoin(draft, { typed: text }, tools);
    case "amount":
      return answerAmount(draft, text, tools);
    case "address": {
      const checked = await checkAddress({ address: text, currency: draft.receive ?? "" }, tools);
      return checked.ok ? ok({ ...draft, address: checked.value }) : checked;
    }
    case "refund": {
      const checked = await checkAddress({ address: text, currency: draft.send ?? "" }, tools);
      return checked.ok ? ok({ ...draft, refund: { address: checked.value } }) : checked;
    }
    case "memo": {
      const memo = text.trim();
      const isMemo = memo.length > 0 && memo.length <= MEMO_MAX && !/\p{Cc}/u.test(memo);
      return isMemo ? ok({ ...draft, memo }) : invalid(texts.wrong.memo);
    }
    case "type":
    case "warnings":
    case "summary":
    case "mix":
      return invalid(texts.wrong.buttons);
    default:
      return unreachable(draft.step);
  }
}

/** Reads an amount, optionally followed by one of the two coins, which says whose it is: `0.05`, `100 usdt trc20`. */
async function answerAmount(draft: Draft, text: string, tools: FlowTools): Promise<Answered> {
  const wrong = invalid(tools.locale.texts.wrong.amount);
  if (text.length > AMOUNT_MAX) return wrong;
  const [, figure = "", name = ""] = /^(\P{L}*)(.*)$/su.exec(text.trim()) ?? [];
  const amount = parseAmount(figure, tools.locale.language);
  if (amount === undefined) return wrong;
  if (name === "") return ok({ ...draft, amount, quote: null });
  const currencies = await tools.parts.currencies(tools.locale.api);
  if (!currencies.ok) return currencies;
  const side = (["send", "receive"] as const).find((one) => isNameOf(name, draft[one], currencies.value));
  // A word that is no coin of the pair may be a number: `2 mil` is two thousand in Spanish.
  return side === undefined ? wrong : ok({ ...draft, amount, side, quote: null });
}

function isNameOf(name: string, id: string | null, currencies: readonly Currency[]): boolean {
  const isSymbol = currencies.some(
    (coin) => coin.id === id && coin.symbol.toUpperCase() === name.toUpperCase(),
  );
  return isSymbol || currencyNamed(name, currencies)?.id === id;
}

/** Reads the rate type. */
export function answerType(draft: Draft, value: string, tools: FlowTools): Answered {
  const type: RateType | undefined = value === "floating" || value === "fixed" ? value : undefined;
  return draft.step === "type" && type !== undefined
    ? ok({ ...draft, type })
    : invalid(tools.locale.texts.wrong.stale);
}

/** Reads a coin for the side that the draft asks for, by its code or as it was typed. */
export async function answerCoin(
  draft: Draft,
  given: { code: string } | { typed: string },
  tools: FlowTools,
): Promise<Answered> {
  const { texts, api } = tools.locale;
  if (draft.step !== "send" && draft.step !== "receive") return invalid(texts.wrong.stale);
  const currencies = await tools.parts.currencies(api);
  if (!currencies.ok) return currencies;
  const coin =
    "code" in given
      ? currencies.value.find(({ id }) => id === given.code)
      : currencyNamed(given.typed, currencies.value);
  if (coin === undefined) return invalid(texts.wrong.coin);
  if (draft.step === "send") {
    const others = coin.id === draft.receive ? withoutAnswer(draft, "receive") : draft;
    return ok({ ...others, send: coin.id });
  }
  if (coin.id === draft.send) return invalid(texts.wrong.sameCoin);
  return ok({ ...draft, receive: coin.id, needsMemo: coin.memoRequired });
}

/** Asks the API whether a currency can be paid to an address; returns the address as it would be paid. */
export async function checkAddress(
  given: { address: string; currency: string },
  { parts, locale }: Pick<FlowTools, "parts" | "locale">,
): Promise<Result<string, AnswerFailure>> {
  const address = given.address.trim().slice(0, ADDRESS_MAX);
  const answer = await locale.api.validate({ currency: given.currency, address });
  if (!answer.ok) {
    const { error } = answer;
    return error.kind === "down" ? answer : invalid(escapeHtml(error.problem.message));
  }
  const { valid, normalized, message, matches } = answer.value;
  if (valid) return ok(normalized ?? address);
  const currencies = await parts.currencies(locale.api);
  const others = matches.map((id) => labelOfCode(id, currencies.ok ? currencies.value : []));
  const hint =
    others.length === 0 ? "" : `\n${locale.texts.wrong.addressOther(escapeHtml(others.join(", ")))}`;
  return invalid(`${escapeHtml(message ?? "")}${hint}`);
}

const invalid = (notice: string) => err({ kind: "invalid" as const, notice });
