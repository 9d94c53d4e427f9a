import { isDecimal } from "@sotto/openapi/decimal";
import { homeMixerForm, missingHomeFields } from "../features/mixer/home-order";
import { isLinkable } from "../features/mixer/linkable";
import { missingMixerFields, mixerForm } from "../features/mixer/mixer-order";
import { FIGURE_NAMES } from "../features/mixer/seen";
import { RECEIVE_ADDRESSES_MAX } from "../features/mixer/settings";
import { calculateInput, type MixerValues } from "../features/mixer/values";
import { formatPercent, parseAmount } from "../lib/decimal";
import { splitPath } from "../lib/languages";
import type { Fields, PostInput } from "./form-post";
import { postedOrder } from "./post-order";

/** Runs the plain forms of the mixer page and of the home page's mixer tab; null for every other post. */
export function postMixer(input: PostInput, field: Fields): Promise<Response> | null {
  const { rest } = splitPath(input.url.pathname);
  if (rest === "/privacy-mixer") return postMixerPage(input, field);
  if (rest === "/" && input.url.searchParams.get("form") === "mixer") return postHomeMixer(input, field);
  return null;
}

async function postMixerPage(input: PostInput, field: Fields): Promise<Response> {
  const form = await postedOrder(input, field, mixerForm, "mixer");
  const { intent } = form;
  const values = await withSession(input, form.values);
  const chosen = intent.startsWith("amount:") ? intent.slice("amount:".length) : "";
  if (isDecimal(chosen)) return form.again(200, { ...values, sendAmount: chosen });
  if (intent === "add-address") return form.again(200, withAddress(values));
  const missing = missingMixerFields(values, input.language).filter(
    (name) => intent !== "calculate" || name === "sendAmount",
  );
  if (missing.length > 0) return form.refuseMissing(values, missing);
  if (intent === "calculate") return form.again(200, values);
  const seen = form.seen(values, FIGURE_NAMES);
  const rate = seen === null ? await wastedFee(input, values) : null;
  if (rate !== null) return form.again(200, values, { notice: form.t("mixer.linkTitle", { rate }) });
  return form.create(values, seen);
}

/** The fee of a mix that an observer could link all the same, before it is paid unseen; null where there is none. */
async function wastedFee({ api, language }: PostInput, values: MixerValues): Promise<string | null> {
  const amount = parseAmount(values.sendAmount, language);
  const mix = amount === null ? null : await api.calculateMix(calculateInput(values, amount));
  if (mix?.ok !== true || !isLinkable(mix.value.observer)) return null;
  return formatPercent(mix.value.totalFeeRate, language);
}

/** Where no script opened a session, the server does at the first post; a failure to open one says nothing. */
async function withSession(input: PostInput, values: MixerValues): Promise<MixerValues> {
  if (values.sessionId !== "") return values;
  const session = await input.api.openPrivacySession();
  return session.ok ? { ...values, sessionId: session.value.sessionId } : values;
}

function withAddress(values: MixerValues): MixerValues {
  const receiveAddresses = [...values.receiveAddresses, ""].slice(0, RECEIVE_ADDRESSES_MAX);
  return { ...values, receiveAddresses };
}

async function postHomeMixer(input: PostInput, field: Fields): Promise<Response> {
  const form = await postedOrder(input, field, homeMixerForm, "mixer");
  const { values } = form;
  if (form.intent === "calculate") return form.again(200, values);
  const missing = missingHomeFields(values, input.language);
  if (missing.length > 0) return form.refuseMissing(values, missing);
  return form.create(values, form.seen(values, FIGURE_NAMES), { title: form.t("mixerHome.failed") });
}
