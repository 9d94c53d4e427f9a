import { claimedText, runClaim } from "../features/track/claim";
import { type Fields, type PostInput, translator } from "./form-post";

/** Runs the tracking page's one form that changes something: the claim by a deletion note. */
export async function postTrack(input: PostInput, field: Fields): Promise<Response> {
  const outcome = await runClaim(input.api, field);
  const values = { note: field("note"), refundAddress: field("refundAddress") };
  if (outcome.ok) {
    // The orders are answered at once: an address to come back to would carry their secrets.
    const claimed = { ...values, claimed: claimedText(outcome.claimed) };
    return input.render({ ...input, status: 200, submitted: { form: "claim", values: claimed, errors: {} } });
  }
  const t = await translator(input, "order");
  const text = "key" in outcome ? t(outcome.key) : outcome.message || t("error.network");
  const errors = { [outcome.field]: text };
  return input.render({ ...input, status: outcome.status, submitted: { form: "claim", values, errors } });
}
