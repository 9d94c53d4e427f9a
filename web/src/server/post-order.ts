import { createOrder, isMix } from "../features/order-form/create-order";
import type { FieldErrors } from "../features/order-form/errors";
import { type OrderFormKind, refusalErrors } from "../features/order-form/kind";
import { readSeen } from "../features/order-form/seen";
import type { SottoApi } from "../lib/api";
import type { PageName } from "../lib/catalogues";
import { type Fields, type PostInput, seeOther, translator } from "./form-post";

interface Again {
  errors?: FieldErrors;
  notice?: string;
  /** Posted fields that are not values of the form, to be kept as they are. */
  kept?: Record<string, string>;
  /** The service, where some of its answers are known already. */
  api?: SottoApi;
}

/** A plain order form that was posted, and the ways to answer it. */
export type PostedOrder<Values, Seen> = Awaited<ReturnType<typeof postedOrder<Values, Seen>>>;

/** A plain order form that was posted: its fields, and how it is answered. */
export async function postedOrder<Values, Seen>(
  input: PostInput,
  field: Fields,
  kind: OrderFormKind<Values, Seen>,
  catalogue: PageName,
) {
  const t = await translator(input, catalogue);

  /** Shows the form again, filled in. */
  const again = (status: number, values: Values, more: Again = {}) => {
    const { errors = {}, notice, kept = {}, api = input.api } = more;
    return input.render({
      ...input,
      api,
      status,
      submitted: {
        form: kind.name,
        values: { ...kind.write(values), ...kept },
        errors,
        ...(notice === undefined ? {} : { notice }),
      },
    });
  };

  /** Says which fields have to be filled in. */
  const refuseMissing = (values: Values, missing: readonly string[]) =>
    again(422, values, { errors: kind.missingErrors((name) => t(name), missing) });

  /** Creates the order with the form's key and leads to its payment page, or shows the form with the refusal. */
  const create = async (values: Values, seen: Seen | null, heading: FieldErrors = {}): Promise<Response> => {
    const order = kind.order(values, input.language, seen);
    const key = field("idempotencyKey") || input.idempotencyKey;
    const { result, session } = await createOrder(input.api, order, key);
    if (result.ok) {
      const { id } = result.value;
      const path = isMix(order) ? `payment?id=${encodeURIComponent(id)}` : `payment/${id}`;
      return seeOther(`/${input.language}/${path}`);
    }
    const problem = result.error;
    const errors = { ...refusalErrors(kind, (name) => t(name), { problem, values }), ...heading };
    const kept = session === null ? {} : { sessionId: session.sessionId };
    return again(result.error.status || 503, values, { errors, kept });
  };

  /** The figures that the form was shown for exactly these values. */
  const seen = <Name extends string>(values: Values, names: readonly Name[]) =>
    readSeen(field("seen"), kind.shownFor(values), names);

  return { t, intent: field("intent"), values: kind.read(field), seen, again, refuseMissing, create };
}
