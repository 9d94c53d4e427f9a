import { open } from "./browser.mjs";
import { check } from "./orders.mjs";

/** The contact page, where the operator has a mail address. */
export const contact = {
  "the contact form opens the mail client with subject and message, and sends nothing": write,
};

async function write(page, { base }) {
  await open(page, `${base}/en/contact`);
  const posts = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") posts.push(request.url());
  });
  await page.getByLabel("What is it about?").selectOption({ label: "A transaction or an order" });
  await page.getByLabel("Your e-mail address").fill("me@visitor.example");
  await page.getByLabel("Message").fill("Where is it?\nThanks & bye");
  const mail = new URL(
    await page.getByRole("link", { name: "Open in the mail program" }).getAttribute("href"),
  );
  check(mail.protocol === "mailto:" && mail.pathname === "support@sotto.example", `it writes to ${mail}`);
  const subject = mail.searchParams.get("subject");
  check(subject === "[Sotto] A transaction or an order", `the subject is ${subject}`);
  const body = mail.searchParams.get("body");
  check(
    body === "Where is it?\r\nThanks & bye\r\n\r\nReply to: me@visitor.example",
    `the message is ${body}`,
  );
  await page.getByLabel("Message").press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForTimeout(500);
  check(posts.length === 0, `it posts to ${posts.join(" ")}`);
  check(page.url() === `${base}/en/contact`, `the page is ${page.url()}`);
}
