import type { PrivacyCalculateBody, PrivacyCalculation } from "@sotto/openapi";
import { isDecimal } from "@sotto/openapi/decimal";
import { homeMixerForm, missingHomeFields } from "../features/mixer/home-order";
import { homeInput } from "../features/mixer/home-values";
import { isLinkable } from "../features/mixer/linkable";
import { missingMixerFields, mixerForm } from "../features/mixer/mixer-order";
import { FIGURE_NAMES, type SeenFigures } from "../features/mixer/seen";
import { RECEIVE_ADDRESSES_MAX } from "../features/mixer/settings";
import { type MixerValues, mixerInput } from "../features/mixer/values";
import type { ApiResult, SottoApi } from "../lib/api";
import { splitPath } from "../lib/languages";
import type { Fields, PostInput } from "./form-post";
import { type PostedOrder, postedOrder } from "./post-order";

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
  const wasted = seen === null ? await wastedFee(input.api, mixerInput(values, input.language)) : null;
  return wasted === null ? form.create(values, seen) : showWasted(input, form, values, wasted);
}

/** The calculation of a mix that costs a fee and that an observer could link all the same; null where there is none. */
async function wastedFee(
  api: SottoApi,
  asked: PrivacyCalculateBody | null,
): Promise<ApiResult<PrivacyCalculation> | null> {
  const mix = asked === null ? null : await api.calculateMix(asked);
  return mix?.ok === true && isLinkable(mix.value.observer) ? mix : null;
}

/** Shows the warning of such a mix before its fee is paid unseen, from the calculation that is there already. */
function showWasted<Values>(
  { api }: PostInput,
  form: PostedOrder<Values, SeenFigures>,
  values: Values,
  wasted: ApiResult<PrivacyCalculation>,
): Promise<Response> {
  const known = { ...api, calculateMix: async () => wasted };
  return form.again(200, values, { notice: form.t("mixer.linkNotice"), api: known });
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
  const seen = form.seen(values, FIGURE_NAMES);
  const wasted = seen === null ? await wastedFee(input.api, homeInput(values, input.language)) : null;
  if (wasted !== null) return showWasted(input, form, values, wasted);
  return form.create(values, seen, { title: form.t("mixerHome.failed") });
}
