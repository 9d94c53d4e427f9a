import { againstBare } from "../load";
import type { Row } from "../row";

const headers = { accept: "text/html", "accept-language": "en" };

export const homePage: Row = {
  key: "home-page",
  async measure(bench) {
    const server = await (await bench.service()).running();
    const response = await fetch(`${server.base}/`, { headers });
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok || !type.startsWith("text/html")) throw new Error("the home page is not there");
    const load = { paths: [new URL(response.url).pathname], headers, status: 200 };
    return [
      await againstBare(bench, { key: "home-page", load, answer: { body: await response.text(), type } }),
    ];
  },
};
