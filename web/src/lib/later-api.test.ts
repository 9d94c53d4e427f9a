import { expect, test } from "vitest";
import { createFakeApi } from "../testing/fake-api";
import { createApi } from "./api-calls";
import { laterApi } from "./later-api";

const loaded = () =>
  createApi({ baseUrl: "http://sotto.test", language: "en", fetch: createFakeApi().handle });

test("the code of the calls is loaded with the first of them, and once", async () => {
  let loads = 0;
  const api = laterApi(async () => {
    loads += 1;
    return loaded();
  });
  expect(await Promise.resolve(api)).toBe(api);
  expect(loads).toBe(0);
  const [currencies, fees] = await Promise.all([api.currencies(), api.fees()]);
  expect(currencies).toMatchObject({ ok: true });
  expect(fees).toMatchObject({ ok: true });
  expect(await api.problems("order/unknown")).toEqual(await loaded().problems("order/unknown"));
  expect(await api.simnet.chains()).toEqual(await loaded().simnet.chains());
  expect(loads).toBe(1);
});

test("where it cannot be loaded the service is silent, and the next call tries again", async () => {
  let isThere = false;
  const api = laterApi(async () => {
    if (!isThere) throw new Error("no network");
    return loaded();
  });
  const silent = { ok: false, error: { status: 0, code: "network" } };
  expect(await api.order("5q0Zt1VZ3mQ2o7h1v0y6Kg")).toMatchObject(silent);
  expect(await api.simnet.chains()).toMatchObject(silent);
  expect(await api.takesOrders()).toBe(true);
  isThere = true;
  expect(await api.currencies()).toMatchObject({ ok: true });
});
