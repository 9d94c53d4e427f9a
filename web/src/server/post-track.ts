import { claimedText, runClaim } from "../features/track/claim";
import { lookUp, lookUpText, statusOf } from "../features/track/load";
import { type Fields, type PostInput, translator } from "./form-post";

/** Runs the tracking page's posted forms: the claim by a deletion note, and a search with the end of an address. */
export function postTrack(input: PostInput, field: Fields): Promise<Response> {
  return field("intent") === "search" ? postSearch(input, field) : postClaim(input, field);
}

/** Answers at once: the end of an address must not be part of a page's address, which proxies and browsers keep. */
async function postSearch(input: PostInput, field: Fields): Promise<Response> {
  const data = await lookUp(input.api, { code: field("code"), tail: field("tail") });
  const submitted = { form: "search", values: { data: lookUpText(data) }, errors: {} };
  return input.render({ ...input, status: statusOf(data), submitted });
}

async function postClaim(input: PostInput, field: Fields): Promise<Response> {
  const outcome = await runClaim(input.api, field);
  const values = { note: field("note"), refundAddress: field("refundAddress") };
  if (outcome.ok) {
    // The orders are answered at once: an address to come back to would carry their secrets.
    const claimed = { ...values, claimed: claimedText(outcome.value) };
    return input.render({ ...input, status: 200, submitted: { form: "claim", values: claimed, errors: {} } });
  }
  const t = await translator(input, "order");
  const { error } = outcome;
  const text = "key" in error ? t(error.key) : error.message || t("error.network");
  const errors = { [error.field]: text };
  return input.render({ ...input, status: error.status, submitted: { form: "claim", values, errors } });
}
