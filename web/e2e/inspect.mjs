import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const axeSource = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const narrow = { width: 320, height: 640 };
const wide = { width: 1280, height: 900 };
const descriptionLengthMin = 20;
/** The rules of axe that depend on nothing but colours. */
const colourRules = ["color-contrast", "link-in-text-block"];

/**
 * What axe finds on the page as it is now, by all its rules or by all but those about colours. Its source goes in through
 * the protocol, as the content security policy allows no script of ours.
 */
export async function axeFaults(page, { colours = true } = {}) {
  if (await page.evaluate(() => globalThis.axe === undefined)) await page.evaluate(axeSource);
  const options = colours
    ? {}
    : { rules: Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])) };
  return page.evaluate(async (options) => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"], ...options });
    return violations.map(
      ({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(" ")).join("; ")}`,
    );
  }, options);
}

/** WCAG 1.4.10: at 320 CSS pixels nothing needs scrolling sideways; names what sticks out. */
export async function reflowFaults(page) {
  await page.setViewportSize(narrow);
  const faults = await page.evaluate((widest) => {
    const { scrollWidth } = document.documentElement;
    if (scrollWidth <= widest) return [];
    const out = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > widest + 0.5,
    );
    const names = out.slice(-3).map((element) => `${element.tagName.toLowerCase()}.${element.className}`);
    return [`${scrollWidth} px wide in a window of ${widest} px (${names.join("; ")})`];
  }, narrow.width);
  await page.setViewportSize(wide);
  return faults;
}

/** What a page says of itself to those who do not see it: its language, title and description, and no empty name. */
export function wordingFaults(page, tag) {
  return page.evaluate(
    ([wanted, shortest]) => {
      const faults = [];
      const { lang } = document.documentElement;
      if (lang !== wanted) faults.push(`html lang is "${lang}" and not "${wanted}"`);
      if (document.title.trim() === "") faults.push("no title");
      const description = document.querySelector("meta[name=description]")?.getAttribute("content") ?? "";
      if (description.trim().length < shortest) faults.push(`a description of "${description}"`);
      if (document.querySelectorAll("h1").length !== 1) faults.push("not one h1");
      const names = ["title", "aria-label", "aria-valuetext", "aria-roledescription", "placeholder"];
      for (const name of names) {
        for (const element of document.querySelectorAll(`[${name}]`)) {
          if (element.getAttribute(name).trim() === "") {
            faults.push(`an empty ${name} at ${element.outerHTML.slice(0, 120)}`);
          }
        }
      }
      for (const name of ["aria-labelledby", "aria-describedby", "aria-controls"]) {
        for (const element of document.querySelectorAll(`[${name}]`)) {
          const missing = element
            .getAttribute(name)
            .split(/\s+/)
            .filter((id) => document.getElementById(id) === null);
          if (missing.length > 0) faults.push(`${name} names nothing: ${missing.join(" ")}`);
        }
      }
      // Each text by itself: put together, the words of neighbours would run into one.
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { parentElement, data } = texts.currentNode;
        if (parentElement.closest("script, style, code, pre") !== null) continue;
        const raw = /\{\w+, (plural|number|select)|\bundefined\b|\bNaN\b|\[object /.exec(data)?.[0];
        if (raw !== undefined) faults.push(`the page shows "${raw}"`);
      }
      return faults;
    },
    [tag, descriptionLengthMin],
  );
}
