import { againstBare } from "../load";
import type { Row } from "../row";

export const cachedGet: Row = {
  key: "cached-get",
  inShort: true,
  async measure(bench) {
    const server = await (await bench.service()).running();
    const path = "/api/currencies";
    const response = await fetch(`${server.base}${path}`);
    const answer = { body: await response.text(), type: response.headers.get("content-type") ?? "" };
    return [await againstBare(bench, { key: "cached-get", load: { paths: [path], status: 200 }, answer })];
  },
};
