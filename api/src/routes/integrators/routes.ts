import { mapOk, ok } from "../../core/result";
import type { Edge } from "../../http/edge";
import { mountAdmin } from "../../http/mount";
import { mountV1, mountV1Raw } from "../../http/mount-v1";
import type { Streams } from "../../http/streams";
import type { ApiKeys, Integrator } from "../../integrators/api-keys";
import { acceptedLanguage } from "../../language/accept-language";
import { type AddressVerbs, addressValidation } from "../address/validation";
import { STREAMS_OF_KEY_TIMES } from "../limits";
import { orderCallOf } from "../orders/call";
import { orderStream } from "../orders/order-stream";
import { createApiKey, listApiKeys, revokeApiKey } from "./operations";
import {
  calculateExchangeV1,
  cancelExchangeV1,
  createExchangeV1,
  decideExchangeV1,
  deleteExchangeV1,
  listCurrenciesV1,
  readExchangeV1,
  readPaymentV1,
  readRateV1,
  setRefundAddressV1,
  validateAddressV1,
  watchExchangeV1,
} from "./v1-operations";
import type { V1Verbs } from "./verbs";
import { apiKeyWire } from "./view";

/** Serves the keys of /api/v1 to administrators. */
export function mountApiKeyRoutes(edge: Edge, keys: ApiKeys): void {
  mountAdmin(edge, listApiKeys, async () => ok((await keys.list()).map(apiKeyWire)));
  mountAdmin(edge, createApiKey, async ({ body }, { username }) => {
    const { secret, ...key } = await keys.create({ name: body.name, admin: username });
    return ok({ ...apiKeyWire(key), secret });
  });
  mountAdmin(edge, revokeApiKey, async ({ params }, { username }) =>
    mapOk(await keys.revoke({ id: params.id, admin: username }), apiKeyWire),
  );
}

export type V1Services = { v1: V1Verbs; addresses: AddressVerbs; streams: Streams };

/** Serves /api/v1 to holders of a key. */
export function mountV1Routes(edge: Edge, services: V1Services): void {
  const { v1, addresses } = services;
  mountV1(edge, listCurrenciesV1, () => ok(v1.currencies()));
  mountV1(edge, readRateV1, ({ params }) => v1.rate(params.from, params.to));
  mountV1(edge, calculateExchangeV1, ({ body }) => v1.calculate(body));
  mountV1(edge, validateAddressV1, ({ body, acceptLanguage }) =>
    addressValidation(addresses, body, acceptLanguage),
  );
  mountV1(edge, createExchangeV1, (call, integrator) =>
    v1.create(call.body, { ...orderCallOf(call), integrator }),
  );
  mountOwnOrders(edge, services);
}

/** Apart from the handler: a stream keeps it for an hour, and would keep the request with it. */
const keyCheck =
  ({ isKeyLive }: Edge, { id }: Integrator) =>
  () =>
    isKeyLive(id);

function mountOwnOrders(edge: Edge, { v1, streams }: V1Services): void {
  mountV1(edge, readExchangeV1, ({ params: { id }, acceptLanguage }, integrator) =>
    v1.own(id, integrator, async (order) =>
      mapOk(await order.read(id, acceptedLanguage(acceptLanguage)), (read) => read.order),
    ),
  );
  mountV1(edge, readPaymentV1, ({ params: { id }, acceptLanguage }, integrator) =>
    v1.own(id, integrator, (order) => order.payment(id, acceptedLanguage(acceptLanguage))),
  );
  mountV1(edge, decideExchangeV1, (call, integrator) =>
    v1.own(call.params.id, integrator, (order) => order.decide(call.params.id, call.body, orderCallOf(call))),
  );
  mountV1(edge, setRefundAddressV1, (call, integrator) =>
    v1.own(call.params.id, integrator, (order) =>
      order.setRefundAddress(call.params.id, call.body, orderCallOf(call)),
    ),
  );
  mountV1(edge, cancelExchangeV1, (call, integrator) =>
    v1.own(call.params.id, integrator, (order) => order.cancel(call.params.id, orderCallOf(call))),
  );
  mountV1(edge, deleteExchangeV1, ({ params: { id } }, integrator) =>
    v1.own(id, integrator, (order) => order.delete(id)),
  );
  mountV1Raw(edge, watchExchangeV1, (call, integrator) => {
    const own = { key: integrator.id, times: STREAMS_OF_KEY_TIMES };
    const isAllowed = keyCheck(edge, integrator);
    return v1.own(call.params.id, integrator, (order) =>
      orderStream(streams, order, { ...call, id: call.params.id, budgets: [own], isAllowed }),
    );
  });
}
