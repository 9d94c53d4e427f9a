import jsQR from "jsqr";
import { open } from "./browser.mjs";
import { bitcoin, call, check, createOrder, tron } from "./orders.mjs";

/** The picture to pay by, read by another library than the one that draws it. */
export const qr = {
  "the QR code of a payment says what the wallet is to pay, for Bitcoin, Monero and a token": readable,
  "where the QR code cannot be read there is a placeholder of its size": missing,
};

const ORDERS = [
  { sendCurrency: "BTC", amount: "0.1", uri: ({ depositAddress }) => `bitcoin:${depositAddress}?amount=0.1` },
  {
    sendCurrency: "XMR",
    amount: "2.5",
    uri: ({ depositAddress }) => `monero:${depositAddress}?tx_amount=2.5`,
  },
  {
    sendCurrency: "USDT-TRC20",
    amount: "150",
    receive: { receiveCurrency: "BTC", receiveAddress: bitcoin },
    uri: ({ depositAddress }) => depositAddress,
  },
];
const PICTURE = "img[src$='payment.svg']";

async function readable(page, { base }) {
  for (const { sendCurrency, amount, uri, receive } of ORDERS) {
    const pair = receive ?? { receiveCurrency: "USDT-TRC20", receiveAddress: tron };
    const order = await createOrder(base, amount, { sendCurrency, ...pair });
    await open(page, `${base}/en/payment/${order.id}`);
    await page.locator(PICTURE).scrollIntoViewIfNeeded();
    const { data, width, height } = await page.locator(PICTURE).evaluate(pixels);
    const text = jsQR(new Uint8ClampedArray(data), width, height)?.data;
    check(text === uri(order), `the picture for ${sendCurrency} says ${text}, and not ${uri(order)}`);
    const { paymentUri } = await call(base, "GET", `/api/exchanges/${order.id}/payment`);
    check([paymentUri ?? order.depositAddress, uri(order)].includes(text), `the service says ${paymentUri}`);
  }
}

/** The picture as large as it is shown. */
async function pixels(image) {
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.clientWidth;
  canvas.height = image.clientHeight;
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
  return { data: [...data], width, height };
}

async function missing(page, { base }) {
  const order = await createOrder(base, "0.1");
  const address = `${base}/en/payment/${order.id}`;
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.unroute("**/payment.svg");
    await open(page, address);
    const tile = page.locator(".qr-tile");
    await page.locator(PICTURE).waitFor();
    const there = await tile.boundingBox();
    // What a service worker fetches is not the page's request.
    await page.evaluate(async () => {
      for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
    });
    await page.route("**/payment.svg", (route) =>
      route.fulfill({ status: 200, contentType: "image/svg+xml", body: "<svg" }),
    );
    await open(page, address);
    await tile.getByText("The QR code couldn’t be loaded").waitFor();
    check((await page.locator(PICTURE).count()) === 0, "the broken picture is shown");
    const instead = await tile.boundingBox();
    check(JSON.stringify(there) === JSON.stringify(instead), `the placeholder is ${JSON.stringify(instead)}`);
    check(there.width === there.height && there.width > 150, `the QR code is ${JSON.stringify(there)}`);
  }
}
