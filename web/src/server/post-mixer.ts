import { isDecimal } from "@sotto/openapi/decimal";
import {
  homeFieldNames,
  homeMixOrder,
  homeShownFor,
  missingHomeFields,
  readHomeValues,
} from "../features/mixer/home-values";
import { figureNames } from "../features/mixer/seen";
import { receiveAddressesMax } from "../features/mixer/settings";
import {
  type MixerValues,
  missingMixerFields,
  mixerFieldNames,
  mixerFields,
  mixerOrder,
  readMixerValues,
  shownFor,
} from "../features/mixer/values";
import { createOrder } from "../features/order-form/create-order";
import { fieldErrors } from "../features/order-form/errors";
import { readSeen } from "../features/order-form/seen";
import { splitPath } from "../lib/languages";
import type { SubmittedForm } from "../lib/page-state";
import { type Fields, type PostInput, seeOther, translator } from "./form-post";

/** Runs the plain forms of the mixer page and of the home page's mixer tab; null for every other post. */
export function postMixer(input: PostInput, field: Fields): Promise<Response> | null {
  const { rest } = splitPath(input.url.pathname);
  if (rest === "/privacy-mixer") return postMixerPage(input, field);
  if (rest === "/" && input.url.searchParams.get("form") === "mixer") return postHomeMixer(input, field);
  return null;
}

async function postMixerPage(input: PostInput, field: Fields): Promise<Response> {
  const t = await translator(input, "mixer");
  const values = await withSession(input, readMixerValues(field));
  const again = (status: number, shown: MixerValues, errors: Record<string, string> = {}) =>
    renderAgain(input, status, { form: "mixer", values: mixerFields(shown), errors });
  const intent = field("intent");
  const chosen = intent.startsWith("amount:") ? intent.slice("amount:".length) : "";
  if (isDecimal(chosen)) return again(200, { ...values, sendAmount: chosen });
  if (intent === "add-address") return again(200, withAddress(values));
  const texts = { sendAmount: t("mixer.amountRequired"), receiveAddress: t("mixer.addressRequired") };
  const missing = missingMixerFields(values, input.language).filter(
    (name) => intent !== "calculate" || name === "sendAmount",
  );
  const errors = Object.fromEntries(missing.map((name) => [name, texts[name]]));
  if (missing.length > 0) return again(422, values, errors);
  if (intent === "calculate") return again(200, values);
  const order = mixerOrder(values, input.language, readSeen(field("seen"), shownFor(values), figureNames));
  const key = field("idempotencyKey") || input.idempotencyKey;
  const { result, session } = await createOrder(input.api, order, key);
  if (result.ok) return toPayment(input, result.data.id);
  const { problem } = result;
  const fallback = problem.code === "network" ? t("error.network") : t("mixer.createFailedText");
  const shown = session === null ? values : { ...values, sessionId: session.sessionId };
  return again(problem.status || 503, shown, fieldErrors(problem, fallback, mixerFieldNames));
}

/** Where no script opened a session, the server does at the first post; a failure is quiet (specification, section 8). */
async function withSession(input: PostInput, values: MixerValues): Promise<MixerValues> {
  if (values.sessionId !== "") return values;
  const session = await input.api.openPrivacySession();
  return session.ok ? { ...values, sessionId: session.data.sessionId } : values;
}

function withAddress(values: MixerValues): MixerValues {
  const receiveAddresses = [...values.receiveAddresses, ""].slice(0, receiveAddressesMax);
  return { ...values, receiveAddresses };
}

async function postHomeMixer(input: PostInput, field: Fields): Promise<Response> {
  const t = await translator(input, "mixer");
  const values = readHomeValues(field);
  const again = (status: number, errors: Record<string, string>) =>
    renderAgain(input, status, { form: "home-mixer", values: { ...values }, errors });
  if (field("intent") === "calculate") return again(200, {});
  const missing = missingHomeFields(values, input.language);
  if (missing.length > 0) {
    const marks = Object.fromEntries(missing.map((name) => [name, ""]));
    return again(422, { ...marks, title: t("mixerHome.missingTitle"), form: t("mixerHome.missingText") });
  }
  const order = homeMixOrder(
    values,
    input.language,
    readSeen(field("seen"), homeShownFor(values), figureNames),
  );
  const { result } = await createOrder(input.api, order, field("idempotencyKey") || input.idempotencyKey);
  if (result.ok) return toPayment(input, result.data.id);
  const { problem } = result;
  const fallback = problem.code === "network" ? t("error.network") : t("mixerHome.failedText");
  return again(problem.status || 503, {
    ...fieldErrors(problem, fallback, homeFieldNames),
    title: t("mixerHome.failed"),
  });
}

function renderAgain(input: PostInput, status: number, submitted: SubmittedForm): Promise<Response> {
  return input.render({ ...input, status, submitted });
}

function toPayment(input: PostInput, id: string): Response {
  return seeOther(`/${input.language}/payment?id=${encodeURIComponent(id)}`);
}
