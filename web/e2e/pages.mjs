import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { visit } from "./browser.mjs";
import { check, ordersOfEveryState } from "./orders.mjs";

const axeSource = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const narrow = { width: 320, height: 640 };
const wide = { width: 1280, height: 900 };

/** Every page, and the payment page in each state, in one language and one appearance. */
export function pageChecks() {
  let orders;
  return ["en", "zh-cn"].flatMap((language) =>
    ["light", "dark"].map((colorScheme) => [
      `every page in ${language}, ${colorScheme}: no axe violation, nothing wider than 320 px, no complaint`,
      async (browser, base) => {
        orders ??= await ordersOfEveryState(base);
        await inspectAll(browser, base, { language, colorScheme, orders });
      },
    ]),
  );
}

async function inspectAll(browser, base, { language, colorScheme, orders }) {
  const paths = [
    "",
    "?from=BTC&to=USDT-TRC20&amount=0.00001",
    "/exchange",
    "/track",
    "/track?code=1",
    `/track?code=${orders.completed.trackingCode}`,
    "/payment/AAAAAAAAAAAAAAAAAAAAAA",
    "/nowhere",
    ...Object.values(orders).map(({ id }) => `/payment/${id}`),
  ];
  const found = [];
  const visitor = await visit(browser, base, { colorScheme, reducedMotion: "reduce" });
  try {
    for (const path of paths) {
      await visitor.page.goto(`${base}/${language}${path}`);
      await visitor.page.locator("html[data-hydrated]").waitFor();
      const faults = [...(await axeFaults(visitor.page)), ...(await reflowFaults(visitor.page))];
      faults.push(...visitor.complaints.splice(0));
      if (faults.length > 0) found.push(`/${language}${path}: ${faults.join(", ")}`);
    }
  } finally {
    await visitor.close();
  }
  check(found.length === 0, found.join(" || "));
}

/** Through the protocol, as the content security policy allows no script of ours. */
async function axeFaults(page) {
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    return violations.map(
      ({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(" ")).join("; ")}`,
    );
  });
}

/** WCAG 1.4.10: at 320 CSS pixels nothing needs scrolling sideways. */
async function reflowFaults(page) {
  await page.setViewportSize(narrow);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.setViewportSize(wide);
  return width > narrow.width ? [`${width} px wide in a window of ${narrow.width} px`] : [];
}
