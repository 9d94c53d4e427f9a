import type { Currency } from "@sotto/openapi";
import { ok } from "@sotto/openapi/result";
import { unreachable } from "@sotto/openapi/unreachable";
import { InlineKeyboard } from "grammy";
import type { ApiResult } from "../api";
import { isOnSeveralNetworks, labelOf } from "../currencies";
import { amountText, labelOfCode } from "../figures";
import { escapeHtml } from "../html";
import { addLink, pageUrl } from "../links";
import type { Panel } from "../panel";
import { type Draft, sendAmountOf } from "../session/session";
import { buttonOf } from "./actions";
import { amountQuestion } from "./amount-question";
import { addMixing, mixQuestion } from "./mix-question";
import type { Question } from "./question";
import { hasBack } from "./steps";
import { summaryText } from "./summary";
import type { FlowTools } from "./tools";
import { typeQuestion } from "./type-question";

const COINS_A_PAGE = 8;
const COINS_A_ROW = 2;

/** Returns the draft's panel: a notice (HTML) if there is one, the answers so far, the question, its buttons. */
export async function screenOf(draft: Draft, tools: FlowTools, notice?: string): Promise<ApiResult<Panel>> {
  const listed = await tools.parts.currencies(tools.locale.api);
  if (!listed.ok) return listed;
  const drawn = await question(draft, listed.value, tools);
  if (!drawn.ok) return drawn;
  const { buttons } = tools.locale.texts;
  const { lines, keyboard } = drawn.value;
  keyboard.row();
  if (hasBack(draft)) keyboard.text(buttons.back, buttonOf(draft, "back"));
  keyboard.text(buttons.cancel, buttonOf(draft, "cancel"));
  const sofar =
    draft.step === "summary" || draft.step === "mix" ? "" : settledSoFar(draft, listed.value, tools);
  const parts = [notice === undefined ? "" : `❗ ${notice}`, sofar, ...lines];
  return ok({ text: parts.filter((part) => part !== "").join("\n\n"), keyboard });
}

async function question(
  draft: Draft,
  currencies: Currency[],
  tools: FlowTools,
): Promise<ApiResult<Question>> {
  const { flow, buttons } = tools.locale.texts;
  const coinOf = (id: string | null) => currencies.find((currency) => currency.id === id);
  const [send, receive] = [coinOf(draft.send), coinOf(draft.receive)];
  const keyboard = new InlineKeyboard();
  switch (draft.step) {
    case "type":
      return typeQuestion(draft, currencies, tools);
    case "send":
      return ok({ lines: [flow.send], keyboard: coinKeyboard(draft, currencies, tools) });
    case "receive": {
      const others = currencies.filter(({ id }) => id !== draft.send);
      const lines = [networkWarning(send, currencies, tools), flow.receive];
      return ok({ lines, keyboard: coinKeyboard(draft, others, tools, currencies) });
    }
    case "amount":
      return amountQuestion(draft, currencies, tools);
    case "address": {
      const ask = flow.address(...coinAndNetwork(receive, currencies));
      return ok({ lines: [networkWarning(receive, currencies, tools), ask], keyboard });
    }
    case "memo":
      return ok({ lines: [flow.memo(escapeHtml(labelOfCode(draft.receive ?? "", currencies)))], keyboard });
    case "refund": {
      keyboard.text(buttons.skip, buttonOf(draft, "skip"));
      return ok({ lines: [flow.refund(...coinAndNetwork(send, currencies))], keyboard });
    }
    case "warnings": {
      addLink(
        keyboard,
        buttons.terms,
        pageUrl({ webUrl: tools.parts.webUrl, locale: tools.locale }, "terms"),
      );
      keyboard.row().text(buttons.accept, buttonOf(draft, "accept"));
      return ok({ lines: [`<b>${flow.warningsTitle}</b>`, flow.warnings.join("\n")], keyboard });
    }
    case "summary": {
      keyboard.text(buttons.confirm, buttonOf(draft, "confirm")).row();
      await addMixing(keyboard, draft, tools);
      return ok({ lines: [summaryText(draft, currencies, tools.locale)], keyboard });
    }
    case "mix":
      return mixQuestion(draft, currencies, tools);
    default:
      return unreachable(draft.step);
  }
}

/** The answers so far in one or two lines: rate type, pair, and the quote once there is an amount. */
function settledSoFar(draft: Draft, currencies: Currency[], { locale }: FlowTools): string {
  const { summary, flow } = locale.texts;
  if (draft.type === null && draft.send === null) return "";
  const pair = [draft.send, draft.receive]
    .filter((id) => id !== null)
    .map((id) => labelOfCode(id, currencies))
    .join(" → ");
  const head = [draft.type === null ? "" : summary[draft.type], pair].filter((part) => part !== "");
  const quote = draft.quote;
  if (quote === null || draft.amount === null) return `<i>${escapeHtml(head.join(" · "))}</i>`;
  const figure = (amount: string, id: string | null) =>
    escapeHtml(amountText(amount, labelOfCode(id ?? "", currencies), locale.language));
  const say = draft.type === "fixed" ? flow.quoteFixed : flow.quote;
  return `<i>${escapeHtml(head.join(" · "))}</i>\n${say(
    figure(sendAmountOf(draft), draft.send),
    figure(quote.receiveAmount, draft.receive),
  )}`;
}

/** A page of coins; a coin on several networks is shown with its network. */
function coinKeyboard(
  draft: Draft,
  offered: Currency[],
  tools: FlowTools,
  currencies: Currency[] = offered,
): InlineKeyboard {
  const { buttons } = tools.locale.texts;
  const pages = Math.max(1, Math.ceil(offered.length / COINS_A_PAGE));
  const page = Math.min(draft.page, pages - 1);
  const keyboard = new InlineKeyboard();
  offered.slice(page * COINS_A_PAGE, (page + 1) * COINS_A_PAGE).forEach((coin, at) => {
    const label = isOnSeveralNetworks(coin, currencies)
      ? labelOf(coin, currencies)
      : `${coin.symbol} · ${coin.networkDisplayName}`;
    keyboard.text(label, buttonOf(draft, "coin", coin.id));
    if (at % COINS_A_ROW === COINS_A_ROW - 1) keyboard.row();
  });
  keyboard.row();
  if (page > 0) keyboard.text(buttons.previous, buttonOf(draft, "page", String(page - 1)));
  if (pages > 1) keyboard.text(`${page + 1} / ${pages}`, buttonOf(draft, "page", String(page)));
  if (page < pages - 1) keyboard.text(buttons.next, buttonOf(draft, "page", String(page + 1)));
  return keyboard;
}

/** A coin's label and network, for a question about one of its addresses. */
const coinAndNetwork = (coin: Currency | undefined, currencies: Currency[]): [string, string] =>
  coin === undefined
    ? ["", ""]
    : [escapeHtml(labelOf(coin, currencies)), escapeHtml(coin.networkDisplayName)];

function networkWarning(coin: Currency | undefined, currencies: Currency[], { locale }: FlowTools): string {
  if (coin === undefined || !isOnSeveralNetworks(coin, currencies)) return "";
  return locale.texts.flow.network(escapeHtml(coin.symbol), escapeHtml(coin.networkDisplayName));
}
