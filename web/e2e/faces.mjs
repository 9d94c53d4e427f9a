import { open } from "./browser.mjs";
import { check, createOrder } from "./orders.mjs";

/** What is set in one face and in even lines, in every language. */
export const faces = {
  "figures and addresses keep their faces in Japanese and Chinese, in lines of one length": oneFace,
};

const languages = ["en", "ja", "zh-cn", "zh-tw"];

async function oneFace(page, { base }) {
  const order = await createOrder(base, "0.05");
  await page.setViewportSize({ width: 360, height: 740 });
  for (const language of languages) {
    await open(page, `${base}/${language}/payment/${order.id}`);
    const mixed = await page.locator(".address-end, .display span").evaluateAll((parts) => {
      const face = (element) => getComputedStyle(element).fontFamily;
      return parts.filter((part) => face(part) !== face(part.parentElement)).map((part) => part.textContent);
    });
    check(mixed.length === 0, `${language}: another face than the text around has ${mixed.join(", ")}`);
    const widths = await page.locator("dl a.break-address").evaluate((link) => {
      const range = document.createRange();
      range.selectNodeContents(link);
      return [...range.getClientRects()].map(({ width }) => Math.round(width));
    });
    const [shortest, longest] = [Math.min(...widths), Math.max(...widths)];
    check(widths.length > 1 && longest - shortest < 20, `${language}: the address's lines are ${widths}`);
  }
}
