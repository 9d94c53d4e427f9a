import { button, open } from "./browser.mjs";
import { emptyPicture, film, noPicture, picture } from "./camera.mjs";
import { axeFaults } from "./inspect.mjs";
import { check, tron } from "./orders.mjs";

const litecoin = "ltc1qcr8te4kr609gcawutmrza0j4xv80jy8zk7f3f7";

/** With a camera that the visitor allows. */
export const camera = {
  "the camera reads a payment request: address, coin and amount": request,
  "the camera reads what is no address; Escape ends it": noAddress,
};

/** Without one. */
export const noCamera = {
  "a refused camera is reported, and an image of the code does as well": refused,
};

async function openScanner(page, base) {
  await open(page, `${base}/en`);
  await page.evaluate(() => {
    const devices = navigator.mediaDevices;
    const ask = devices.getUserMedia.bind(devices);
    globalThis.tracks = [];
    devices.getUserMedia = async (wanted) => {
      const stream = await ask(wanted);
      globalThis.tracks.push(...stream.getTracks());
      return stream;
    };
    // A camera that reads its code at once closes the dialog before anybody outside the page could see it.
    globalThis.opened = new Promise((resolve) => {
      new MutationObserver(() => {
        if (document.querySelector("dialog[open]") !== null) resolve(true);
      }).observe(document, { subtree: true, childList: true, attributes: true });
    });
  });
  await button(page, "Scan a QR code").click();
  await page.waitForFunction(() => globalThis.opened);
}

/** The camera's light is off: it was on, and every track has ended. */
async function cameraIsOff(page) {
  const isOff = await page
    .waitForFunction(
      () =>
        globalThis.tracks.length > 0 && globalThis.tracks.every(({ readyState }) => readyState === "ended"),
      null,
      { timeout: 15_000 },
    )
    .then(() => true)
    .catch(() => false);
  check(isOff, "the camera was not on, or is still");
}

const address = (page) => page.inputValue("[name=receiveAddress]");

/** Waits until the form has an address; the dialog is gone then. */
async function untilFilled(page, wanted) {
  await page
    .waitForFunction(() => document.querySelector("[name=receiveAddress]").value !== "")
    .catch(() => null);
  check((await address(page)) === wanted, `the address is "${await address(page)}" and not "${wanted}"`);
  await page.locator("body > dialog").waitFor({ state: "detached" });
}

async function request(page, { base, cameraFile }) {
  await film(cameraFile, `litecoin:${litecoin}?amount=2.5`);
  await openScanner(page, base);
  await untilFilled(page, litecoin);
  check((await page.inputValue("[name=receiveCurrency]")) === "LTC", "the coin was not taken over");
  check((await page.inputValue("[name=receiveAmount]")) === "2.5", "the amount was not taken over");
  await cameraIsOff(page);
  await page.getByText("Address scanned").first().waitFor();
}

async function noAddress(page, { base, cameraFile }) {
  await film(cameraFile, "https://example.org/hello there");
  await openScanner(page, base);
  await page.locator("dialog[open] [role=status]", { hasText: "https://example.org/hello" }).waitFor();
  const faults = await axeFaults(page);
  check(faults.length === 0, `axe: ${faults.join(", ")}`);
  await page.keyboard.press("Escape");
  await page.locator("body > dialog").waitFor({ state: "detached" });
  await cameraIsOff(page);
  check((await address(page)) === "", "an address came from nowhere");
  const opener = button(page, "Scan a QR code");
  check(await opener.evaluate((element) => document.activeElement === element), "the focus is lost");
}

async function refused(page, { base, cameraFile }) {
  // Without a film there is no camera to refuse.
  await film(cameraFile, "https://example.org/");
  await openScanner(page, base);
  await page.locator("dialog[open] [role=alert]", { hasText: "Cannot access the camera" }).waitFor();
  const upload = page.locator("dialog[open] input[type=file]");
  const answer = (text) => page.locator("dialog[open] [role=status]", { hasText: text }).waitFor();
  await upload.setInputFiles(emptyPicture);
  await answer("No QR code was found");
  await upload.setInputFiles(noPicture);
  await answer("isn’t an image we can read");
  await upload.setInputFiles(picture("https://example.org/"));
  await answer("contains no address");
  await upload.setInputFiles(picture(tron));
  await untilFilled(page, tron);
}
