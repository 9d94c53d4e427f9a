export const tron = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";
export const bitcoin = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";

/** Throws when something is not so. */
export function check(isTrue, what) {
  if (!isTrue) throw new Error(what);
}

async function call(base, method, path, body) {
  const response = await fetch(`${base}${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  check(response.ok, `${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

/** Makes an order BTC to USDT-TRC20 beside the pages, to look at a state of it. */
export function createOrder(base, sendAmount) {
  const pair = { sendCurrency: "BTC", receiveCurrency: "USDT-TRC20" };
  return call(base, "POST", "/api/exchanges", { ...pair, sendAmount, receiveAddress: tron });
}

export function payOrder(base, order, amount) {
  const payment = { currency: order.sendCurrency, address: order.depositAddress, amount };
  return call(base, "POST", "/api/simnet/pay", payment);
}

export const cancelOrder = (base, order) => call(base, "POST", `/api/exchanges/${order.id}/cancel`);

export async function untilState(base, order, state, ms = 30_000) {
  const until = Date.now() + ms;
  for (;;) {
    const now = await call(base, "GET", `/api/exchanges/${order.id}`);
    if (now.state === state) return now;
    check(Date.now() < until, `the order is ${now.state} and not ${state} after ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** An order in each state that a visitor may find it in, by the state's name. */
export async function ordersOfEveryState(base) {
  const [waiting, cancelled, asked, done] = await Promise.all(
    ["0.05", "0.06", "0.07", "0.08"].map((amount) => createOrder(base, amount)),
  );
  await cancelOrder(base, cancelled);
  await payOrder(base, asked, "0.0002");
  await payOrder(base, done, done.sendAmount);
  await untilState(base, asked, "action_required");
  await untilState(base, done, "completed");
  return { waiting, cancelled, action_required: asked, completed: done };
}
