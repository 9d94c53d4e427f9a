import { err, mapOk, ok } from "../../core/result";
import type { Edge } from "../../http/edge";
import { mountAdmin, mountV1, overLimit } from "../../http/mount";
import type { ApiKeys } from "../../integrators/api-keys";
import { acceptedLanguage } from "../../language/accept-language";
import { LIMITS } from "../limits";
import { createApiKey, listApiKeys, revokeApiKey } from "./operations";
import { createExchangeV1, listCurrenciesV1, readExchangeV1, readRateV1 } from "./v1-operations";
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

/** Serves /api/v1 to holders of a key. */
export function mountV1Routes(edge: Edge, v1: V1Verbs): void {
  mountV1(edge, listCurrenciesV1, () => ok(v1.currencies()));
  mountV1(edge, readRateV1, ({ params }) => v1.rate(params.from, params.to));
  mountV1(edge, readExchangeV1, ({ params, acceptLanguage }) =>
    v1.read(params.id, acceptedLanguage(acceptLanguage)),
  );
  mountV1(edge, createExchangeV1, async ({ body, context, acceptLanguage }, integrator) => {
    const refused = overLimit(edge, LIMITS.apiKeyOrders, integrator.id);
    if (refused) return err(refused);
    const language = acceptedLanguage(acceptLanguage);
    const created = await v1.create(body, { ...context, language, integrator });
    // What made no order is not counted as one.
    if (!created.ok) edge.limits.giveBack(LIMITS.apiKeyOrders, integrator.id);
    return created;
  });
}
