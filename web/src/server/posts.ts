import { createTranslator } from "use-intl/core";
import { fieldErrors, missingFields, orderInput, readValues } from "../features/exchange/values";
import { type Intent, intents, problemText, runPaymentAction } from "../features/payment/actions";
import { addPageMessages, loadMessages } from "../lib/catalogues";
import { parseAmount } from "../lib/decimal";
import { isLanguage, languageKey, languageRecords, splitPath } from "../lib/languages";
import { type NetworkMode, type SubmittedForm, themes } from "../lib/page-state";
import { themeKey } from "./languages";
import type { RenderContext, Renderer } from "./render";

interface PostInput extends Omit<RenderContext, "submitted"> {
  network: NetworkMode;
  render: Renderer;
  isSecure: boolean;
}

const bodyBytesMax = 16_384;
const cookieSeconds = 365 * 24 * 3600;

type Fields = (name: string) => string;

/** Runs a plain form of the pages: the same verbs as the enhanced ones, through the same API. */
export async function handlePost(input: PostInput): Promise<Response> {
  const body = await readForm(input.request);
  if (!body.ok) return refusal(body.status);
  const { rest } = splitPath(input.url.pathname);
  if (rest === "/preferences") return savePreference(input, body.field);
  if (rest === "/exchange") return postExchange(input, body.field);
  const payment = /^\/payment\/([A-Za-z0-9_-]{22})$/.exec(rest);
  if (payment?.[1] !== undefined) return postPayment(input, payment[1], body.field);
  return input.render({ ...input, submitted: null, status: 404 });
}

async function readForm(
  request: Request,
): Promise<{ ok: true; field: Fields } | { ok: false; status: number }> {
  const type = request.headers.get("content-type") ?? "";
  if (!type.toLowerCase().startsWith("application/x-www-form-urlencoded")) return { ok: false, status: 415 };
  if (Number(request.headers.get("content-length") ?? "0") > bodyBytesMax) return { ok: false, status: 413 };
  const text = await request.text();
  if (text.length > bodyBytesMax) return { ok: false, status: 413 };
  const fields = new URLSearchParams(text);
  return { ok: true, field: (name) => fields.get(name) ?? "" };
}

async function translator(input: PostInput) {
  const messages = await loadMessages(input.language);
  await addPageMessages({ messages, page: { language: input.language, catalogues: [] } }, "order");
  return createTranslator({
    locale: languageRecords[input.language].tag,
    messages,
    timeZone: "UTC",
  });
}

/** Saves a language or an appearance and comes back to the page it was chosen on. */
function savePreference(input: PostInput, field: Fields): Response {
  const chosen = field("language");
  const theme = themes.find((known) => known === field("theme"));
  const language = isLanguage(chosen) ? chosen : input.language;
  const path = localPath(field("return"));
  const headers = new Headers({
    location: `/${language}${path === "/" ? "" : path}`,
    "cache-control": "no-store",
  });
  const attributes = `; Path=/; Max-Age=${cookieSeconds}; SameSite=Lax${input.isSecure ? "; Secure" : ""}`;
  if (chosen === language) headers.append("set-cookie", `${languageKey}=${language}${attributes}`);
  if (theme !== undefined) headers.append("set-cookie", `${themeKey}=${theme}${attributes}`);
  return new Response(null, { status: 303, headers });
}

/** A path of ours and nothing else: no other origin, no control characters. */
function localPath(text: string): string {
  const isLocal = /^\/(?![/\\])[\x21-\x7e]*$/.test(text) && text.length <= 500 && !text.includes("\\");
  return isLocal ? splitPath(text).rest : "/";
}

async function postExchange(input: PostInput, field: Fields): Promise<Response> {
  const t = await translator(input);
  const values = readValues(field);
  const again = (status: number, submitted: Partial<SubmittedForm>) =>
    input.render({
      ...input,
      status,
      submitted: { form: "exchange", values: { ...values }, errors: {}, ...submitted },
    });
  if (field("intent") === "swap") return again(200, { values: await swapped(input, values) });
  if (field("intent") === "calculate") return again(200, {});
  const missing = missingFields(values, input.language);
  if (missing.length > 0) {
    const texts = { sendAmount: t("error.amountRequired"), receiveAddress: t("error.addressRequired") };
    return again(422, { errors: Object.fromEntries(missing.map((name) => [name, texts[name]])) });
  }
  const seen = readSeen(field("seen"), values);
  const quoteId = seen === null ? "" : field("quoteId");
  // A fixed rate is taken only once the visitor has seen it: the page comes back with the quote.
  if (values.orderType === "fixed" && quoteId === "") return again(200, { notice: t("form.fixedLocked") });
  const order = orderInput(values, input.language, {
    ...(seen === null ? {} : { receiveAmount: seen }),
    ...(quoteId === "" || values.orderType !== "fixed" ? {} : { quoteId }),
  });
  const result = await input.api.createOrder(order, field("idempotencyKey") || input.idempotencyKey);
  if (result.ok) return seeOther(`/${input.language}/payment/${result.data.id}`);
  const { problem } = result;
  const fallback = problem.code === "network" ? t("error.network") : t("toast.failedText");
  return again(problem.status === 0 ? 503 : problem.status, {
    errors: { ...fieldErrors(problem, fallback) },
  });
}

/** What the visitor was shown for exactly these values; null when something was changed since. */
function readSeen(text: string, values: ReturnType<typeof readValues>): string | null {
  const [send, receive, amount, orderType, receiveAmount] = text.split("|");
  const isSame =
    send === values.sendCurrency &&
    receive === values.receiveCurrency &&
    amount === values.sendAmount &&
    orderType === values.orderType;
  return isSame && receiveAmount !== undefined && receiveAmount !== "" ? receiveAmount : null;
}

/** The two currencies exchanged, the old receive amount (or 1) as the new amount (specification, section 4). */
async function swapped(
  input: PostInput,
  values: ReturnType<typeof readValues>,
): Promise<Record<string, string>> {
  const amount = parseAmount(values.sendAmount, input.language);
  const quote =
    amount === null
      ? null
      : await input.api.calculate({
          fromCurrency: values.sendCurrency,
          toCurrency: values.receiveCurrency,
          amount,
          orderType: "floating",
        });
  return {
    ...values,
    sendCurrency: values.receiveCurrency,
    receiveCurrency: values.sendCurrency,
    sendAmount: quote?.ok === true ? quote.data.netReceiveAmount : "1",
    receiveAddress: "",
    refundAddress: "",
  };
}

async function postPayment(input: PostInput, id: string, field: Fields): Promise<Response> {
  const intent: Intent | undefined = intents.find((known) => known === field("intent"));
  if (intent === undefined || (intent === "faucet" && input.network !== "simnet")) return refusal(422);
  const key = field("idempotencyKey") || input.idempotencyKey;
  const result = await runPaymentAction(input.api, id, intent, field, key);
  if (result.ok) return seeOther(`/${input.language}/payment/${id}?notice=${result.notice}`);
  const t = await translator(input);
  const text = problemText(result.problem, {
    network: t("error.network"),
    unknown: intent === "paid" ? t("payment.paidFailedText") : t("error.unknown"),
    refundRequired: t("error.refundRequired"),
  });
  const values = {
    intent,
    choice: field("choice"),
    refundAddress: field("refundAddress"),
    amount: field("amount"),
  };
  const { status } = result.problem;
  return input.render({
    ...input,
    status: status === 0 ? 503 : status,
    submitted: { form: "payment", values, errors: { [result.field]: text } },
  });
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}

function refusal(status: number): Response {
  const texts: Record<number, string> = {
    413: "Content Too Large",
    415: "Unsupported Media Type",
    422: "Unprocessable Content",
  };
  return new Response(texts[status] ?? "Bad Request", {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
