import type { ApiResult, SottoApi } from "./api";

const unreached: ApiResult<never> = {
  ok: false,
  error: { status: 0, code: "network", message: "", errors: [] },
};

/**
 * The service's calls, whose code is loaded with the first of them: a page that comes with its data is alive before. What
 * cannot be loaded is a silent service, and is tried again with the next call.
 */
export function laterApi(load: () => Promise<SottoApi>): SottoApi {
  let loading: Promise<SottoApi> | null = null;
  const loaded = () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  const simnet = laterCalls(async () => (await loaded()).simnet);
  return laterCalls<SottoApi>(loaded, {
    simnet,
    takesOrders: () =>
      loaded().then(
        (api) => api.takesOrders(),
        () => true,
      ),
  });
}

/** The calls by their names; `known` are those that are there already. */
function laterCalls<Calls extends object>(loaded: () => Promise<Calls>, known: Partial<Calls> = {}): Calls {
  return new Proxy(known as Calls, {
    get: (calls, name) => {
      // Promises and tools ask so what kind of object this is.
      if (name in calls || typeof name === "symbol" || name === "then") return Reflect.get(calls, name);
      return (...given: unknown[]) =>
        loaded().then(
          (api) => (api as Record<string, (...given: unknown[]) => unknown>)[name]?.(...given),
          () => unreached,
        );
    },
  });
}
