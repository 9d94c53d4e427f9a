import lighthouse, { desktopConfig } from "lighthouse";
import { chromium } from "playwright-core";
import { findChromium, quietFlags } from "../e2e/browser.mjs";
import { createOrder } from "../e2e/orders.mjs";
import { close } from "../e2e/report.mjs";
import { freePort, startServer } from "../e2e/server.mjs";

/**
 * `pnpm lighthouse [runs]`: Lighthouse's four scores of home, exchange, payment and FAQ, as a phone and as a desk
 * has them, on the built product; each figure is the median of the runs (3). Fails below the scores in `least`, and where a
 * page's largest content is painted later than `lcpMsMax`.
 */
const least = { performance: 97, accessibility: 100, "best-practices": 100, seo: 100 };
const lcpMsMax = 1_800;
const runs = Number(process.argv[2] ?? 3);
/** The pages' paths, with an order's id. */
const paths = {
  home: () => "/en",
  exchange: () => "/en/exchange",
  payment: (id) => `/en/payment/${id}`,
  faq: () => "/en/faq",
};
const forms = { mobile: undefined, desktop: desktopConfig };
/** The order's page asks search engines to stay away, which Lighthouse would count as a fault. */
const unlisted = { payment: ["is-crawlable"] };
const metrics = {
  FCP: "first-contentful-paint",
  LCP: "largest-contentful-paint",
  TBT: "total-blocking-time",
  CLS: "cumulative-layout-shift",
};

const executablePath = findChromium();
if (executablePath === undefined || !Number.isInteger(runs) || runs < 1) {
  console.error(
    "Chromium is needed (Debian: apt-get install chromium, or CHROMIUM_PATH), and 1 run or more.",
  );
  close({ passed: 0, failed: 1 });
  process.exit();
}
// Search engines want whole addresses, which the pages have where the operator has said theirs.
const server = await startServer({ isPublic: true });
const rows = [];
const faults = [];
try {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath,
    args: [...quietFlags, `--remote-debugging-port=${port}`],
  });
  try {
    const { id } = await createOrder(server.base, "0.05");
    for (const [name, pathOf] of Object.entries(paths)) {
      for (const form of Object.keys(forms)) {
        await measure({ name, form, url: server.base + pathOf(id), port });
      }
    }
  } finally {
    await browser.close();
  }
} finally {
  await server.stop();
}
console.table(rows);
for (const { page, form, text } of faults) console.log(`${page}, ${form}: ${text}`);
// A page counts once in each form, however many of its figures are not good enough.
const faulty = new Set(faults.map(({ page, form }) => `${page}, ${form}`)).size;
close({ passed: Object.keys(paths).length * Object.keys(forms).length - faulty, failed: faulty });

async function measure({ name, form, url, port }) {
  const results = [];
  for (let run = 0; run < runs; run++) {
    const flags = {
      port,
      logLevel: "error",
      enableErrorReporting: false,
      skipAudits: unlisted[name] ?? null,
    };
    const { lhr } = await recorded(() => lighthouse(url, flags, forms[form]));
    if (lhr.runtimeError !== undefined) {
      faults.push({ page: name, form, text: `not measured: ${lhr.runtimeError.message}` });
      return;
    }
    results.push(lhr);
  }
  const scores = Object.keys(least).map((category) => [
    category,
    Math.round(median(results.map(({ categories }) => categories[category].score)) * 100),
  ]);
  const times = Object.fromEntries(
    Object.entries(metrics).map(([short, audit]) => [
      short,
      Number(
        median(results.map(({ audits }) => audits[audit].numericValue)).toFixed(short === "CLS" ? 3 : 0),
      ),
    ]),
  );
  // Lighthouse's own measure of this machine at that moment: a busy one makes scripts, and so the pages, slower.
  const speed = Math.round(median(results.map(({ environment }) => environment.benchmarkIndex)));
  rows.push({ page: name, form, ...Object.fromEntries(scores), ...times, speed });
  if (times.LCP > lcpMsMax)
    faults.push({ page: name, form, text: `LCP ${times.LCP} ms is later than ${lcpMsMax} ms` });
  for (const [category, score] of scores) {
    if (score >= least[category]) continue;
    const causes = causesOf(results[0], category).join("; ");
    faults.push({ page: name, form, text: `${category} ${score} is below ${least[category]}: ${causes}` });
  }
}

function median(figures) {
  return figures.sort((a, b) => a - b)[Math.floor(figures.length / 2)];
}

/** The audits that cost a category points, the dearest first, each with what it says. */
function causesOf({ categories, audits }, category) {
  return categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 0.9)
    .sort((a, b) => b.weight * (1 - audits[b.id].score) - a.weight * (1 - audits[a.id].score))
    .map(({ id }) => `${id} ${audits[id].displayValue ?? audits[id].title}`);
}

/** Lighthouse asks to be run again where the browser's trace lacks the page's start, as on a busy machine. */
async function recorded(run) {
  const first = await run();
  return first.lhr.runtimeError === undefined ? first : run();
}
