import { open, visit } from "./browser.mjs";
import { axeFaults, reflowFaults, wordingFaults } from "./inspect.mjs";
import { check } from "./orders.mjs";

/** The languages' prefixes and what `html lang` has to say under them. */
const tags = { en: "en", "zh-cn": "zh-CN", "zh-tw": "zh-TW", es: "es", fr: "fr", ja: "ja" };
const tracked = ["waiting", "action_required", "refunded", "expired", "completed"];
const paid = [
  "waiting",
  "tron_waiting",
  "confirming",
  "tron_detected",
  "mixing",
  "sending",
  "action_required",
  "refund_known",
  "hold",
  "refunded",
  "expired",
  "cancelled",
  "completed",
];
const WHOLE_IN_PARTS = 4;
const tokenKey = "sotto-admin-token";

/**
 * Every route, and the payment page in each state, in English and in one of the five other languages, or, with `isFull`,
 * in all of them. A page is loaded once a language. In English all of axe's rules look at it, at every other page in the
 * light appearance, else in the dark; in the others, whose colours are the same, all rules but those about colours.
 * `isFull` asks for all rules in both appearances in every language. The appearance comes from the system in every other
 * language, else from the switch.
 */
export function pageChecks(isFull) {
  return Object.keys(tags).flatMap((language, index) => {
    const isWhole = isFull || language === "en";
    const themes = index % 4 < 2 ? ["light", "dark"] : ["dark", "light"];
    const look = { themes, isSystem: index % 2 === 0, isWhole, isFull };
    const share = isWhole ? "every page" : "every fifth page";
    const title = `${share} in ${language}${isWhole ? `, light ${isFull ? "and" : "or"} dark` : ""}`;
    // In parts, so that each ends in a check's time also on a machine under load.
    const parts = isWhole ? WHOLE_IN_PARTS : 1;
    return Array.from({ length: parts }, (_, part) => [
      `${title}${parts === 1 ? "" : ` (${part + 1} of ${parts})`}: no axe violation, nothing wider than 320 px, no complaint`,
      (browser, { base, orders, token }) => {
        const everywhere = allPages(orders).filter((_, page) => isWhole || isTurn(page, index));
        const pages = [...everywhere, ...consolePages(orders, token, isFull ? undefined : language)];
        const wanted = pages.filter((_, page) => page % parts === part);
        return inspectAll(browser, base, { language, look, pages: wanted });
      },
    ]);
  });
}

/** Which of the five other languages a page is looked at in: in turn, so that each has its share. */
const isTurn = (page, language) => (page + language) % 5 === 0;

/** A page: its path below the language, and what is special about it. */
function allPages(orders) {
  return [
    { path: "" },
    { path: "?form=mixer" },
    { path: "?form=mixer&from=BTC&to=USDT-TRC20&amount=0.1" },
    { path: "?from=BTC&to=USDT-TRC20&amount=0.00001" },
    { path: "/exchange" },
    { path: "/exchange?from=USDT-TRC20&to=XMR&amount=500" },
    { path: "/about" },
    { path: "/faq", opens: true },
    { path: "/api-docs", opens: true },
    { path: "/contact" },
    { path: "/privacy" },
    { path: "/terms" },
    { path: "/currencies" },
    { path: "/telegram" },
    { path: "/privacy-mixer" },
    { path: "/privacy-mixer?from=BTC&to=USDT-TRC20&amount=0.1" },
    { path: "/track" },
    { path: "/track?code=1" },
    { path: "/track?code=000000001" },
    ...tracked.map((state) => ({ path: `/track?code=${orders[state].trackingCode}` })),
    { path: "/payment/AAAAAAAAAAAAAAAAAAAAAA" },
    { path: `/payment?id=${orders.waiting.id}` },
    ...paid.map((state) => ({ path: `/payment/${orders[state].id}` })),
    { path: "/admin", shows: "main [name=username]" },
    { path: "/simnet" },
    { path: "/simnet/blocks/tron" },
    { path: `/simnet/tx/${orders.completed.deposits[0].txHash}` },
    { path: `/simnet/address/${orders.completed.depositAddress}` },
    { path: "/simnet/tx/0" },
    { path: "/nowhere" },
    { path: "/offline", scripts: false },
  ];
}

/** Where the console is looked at in each run; with `--full` in every language. */
const consoleLanguages = ["en", "ja"];

/** The console's parts with what an administrator finds in them. */
function consolePages(orders, token, language) {
  if (language !== undefined && !consoleLanguages.includes(language)) return [];
  const parts = [
    { path: "/admin", shows: "#switches", isWordy: true },
    { path: "/admin?tab=orders", shows: "main ol li" },
    { path: `/admin?tab=orders&order=${orders.hold.trackingCode}`, shows: "#ledger", isWordy: true },
    { path: "/admin?tab=orders&order=000000001", shows: "main h2 ~ div p" },
    { path: "/admin?tab=loans", shows: "main ol li", isWordy: true },
    { path: "/admin?tab=books", shows: "main details" },
    { path: "/admin?tab=keys", shows: "#key-name" },
    { path: "/admin?tab=audit", shows: "main ol li" },
    { path: "/admin?tab=account", shows: "#enrol-password", isWordy: true },
  ];
  // The second language shows whether the words fit; what differs by little else is looked at once.
  const wanted = language === undefined || language === "en" ? parts : parts.filter(({ isWordy }) => isWordy);
  return wanted.map((part) => ({ ...part, token, opens: true }));
}

async function inspectAll(browser, base, { language, look, pages }) {
  const found = [];
  const options = look.isSystem ? { colorScheme: look.themes[0] } : {};
  const visitor = await visit(browser, base, { ...options, reducedMotion: "reduce" });
  try {
    let held;
    for (const [index, wanted] of pages.entries()) {
      if (wanted.token !== held) await keepToken(visitor.page, wanted.token);
      held = wanted.token;
      const faults = await inspectOne(visitor.page, base, { language, look: turned(look, index), wanted });
      faults.push(...visitor.complaints.splice(0));
      if (faults.length > 0) found.push(`/${language}${wanted.path}: ${faults.join(", ")}`);
    }
  } finally {
    await visitor.close();
  }
  check(found.length === 0, found.join("\n      "));
}

/** The appearances in turn, where each page is looked at in one of them. */
const turned = (look, index) => (index % 2 === 0 ? look : { ...look, themes: look.themes.toReversed() });

async function inspectOne(page, base, { language, look, wanted }) {
  const [first, second] = look.themes;
  const { path, shows, opens = false, scripts = true } = wanted;
  await open(page, `${base}/${language}${path}`, scripts);
  if (shows !== undefined) await page.locator(shows).first().waitFor();
  if (opens) {
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("main details")) details.open = true;
    });
  }
  await turn(page, look, first);
  const faults = [
    ...(await wordingFaults(page, tags[language])),
    ...(await axeFaults(page, { colours: look.isWhole })),
  ];
  faults.push(...(await reflowFaults(page)));
  if (look.isFull) {
    await turn(page, look, second);
    faults.push(...(await axeFaults(page)).map((fault) => `${second}: ${fault}`));
  }
  return faults;
}

/** Light or dark, by what the system asks for or by what the visitor chose. */
async function turn(page, { isSystem }, theme) {
  if (isSystem) return page.emulateMedia({ colorScheme: theme });
  return page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen;
  }, theme);
}

/** Logs the administrator in for the pages that follow, or out; the page before is one of the service's. */
function keepToken(page, token) {
  return page.evaluate(
    ([key, value]) => {
      if (value === undefined) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    },
    [tokenKey, token],
  );
}
