import { INTENTS, type Intent, runPaymentAction } from "../features/payment/actions";
import { failureTexts } from "../features/payment/failure";
import { noteText } from "../features/payment/note-text";
import { type Fields, type PostInput, seeOther, translator } from "./form-post";

/** Runs one of the payment page's plain forms; null for a form that the page does not have. */
export async function postPayment(input: PostInput, id: string, field: Fields): Promise<Response | null> {
  const intent: Intent | undefined = INTENTS.find((known) => known === field("intent"));
  if (intent === undefined || (intent === "faucet" && input.network !== "simnet")) return null;
  const key = field("idempotencyKey") || input.idempotencyKey;
  const result = await runPaymentAction(input.api, id, { intent, field, language: input.language }, key);
  if (result.ok) {
    // The note is given once, so it is answered at once: a page to come back to would have to keep it.
    if ("note" in result.value) {
      const values = { intent, note: noteText(result.value.note) };
      return input.render({ ...input, status: 200, submitted: { form: "payment", values, errors: {} } });
    }
    const { notice, transactionTime, look } = result.value;
    const query = new URLSearchParams({ notice });
    if (transactionTime !== null) query.set("at", transactionTime);
    if (look !== null) query.set("looked", look.at);
    if (look !== null && look.height !== null) query.set("block", String(look.height));
    if (field("refresh") === "off") query.set("refresh", "off");
    return seeOther(`/${input.language}/payment/${id}?${query}`);
  }
  const { field: name, refusal } = result.error;
  const t = await translator(input, "order");
  const { title, text } = failureTexts((key) => t(key), intent, refusal);
  const values = {
    intent,
    choice: field("choice"),
    refundAddress: field("refundAddress"),
    amount: field("amount"),
    txHash: field("txHash"),
    delayMinutes: field("delayMinutes"),
    confirm: field("confirm"),
    refresh: field("refresh"),
  };
  const { status } = refusal;
  return input.render({
    ...input,
    status: status === 0 ? 503 : status,
    submitted: { form: "payment", values, errors: { form: title, [name]: text } },
  });
}
