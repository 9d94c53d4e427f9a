import { claimedText, runClaim } from "../features/track/claim";
import { type Fields, type PostInput, translator } from "./form-post";

/** Runs the tracking page's one form that changes something: the claim by a deletion note. */
export async function postTrack(input: PostInput, field: Fields): Promise<Response> {
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
