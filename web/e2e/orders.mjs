export const tron = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";
export const bitcoin = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";

/** Throws when something is not so. */
export function check(isTrue, what) {
  if (!isTrue) throw new Error(what);
}

/** One call of the API beside the pages, with an administrator's token where one is given; anything but a success throws. */
export async function call(base, method, path, body, token) {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  check(response.ok, `${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

/** Makes an order BTC to USDT-TRC20, or what `different` says. */
export function createOrder(base, sendAmount, different = {}) {
  const pair = { sendCurrency: "BTC", receiveCurrency: "USDT-TRC20", receiveAddress: tron };
  return call(base, "POST", "/api/exchanges", { ...pair, sendAmount, ...different });
}

/** Pays an order from the faucet, all of it or an amount, as if from the address `from`; gives the transaction. */
export function payOrder(base, order, { amount = order.sendAmount, from } = {}) {
  const payment = { currency: order.sendCurrency, address: order.depositAddress, amount };
  return call(base, "POST", "/api/simnet/pay", from === undefined ? payment : { ...payment, from });
}

export const cancelOrder = (base, order) => call(base, "POST", `/api/exchanges/${order.id}/cancel`);

/** Refunds an order that waits for the customer's decision. */
export function refundOrder(base, order) {
  const decision = { choice: "refund", refundAddress: bitcoin };
  return call(base, "POST", `/api/exchanges/${order.id}/decision`, decision);
}

/** Mines on a chain whose blocks do not come by themselves. */
export const mine = (base, currency, blocks) => call(base, "POST", "/api/simnet/mine", { currency, blocks });

/** Waits until an order is in a state. */
export async function untilState(base, order, state, ms = 30_000) {
  return untilOrder(base, order, state, (now) => now.state === state, ms);
}

/** Waits until an order is in one of two states, where blocks may take it from the first to the second. */
export async function untilEither(base, order, states, ms = 30_000) {
  return untilOrder(base, order, states.join(" or "), (now) => states.includes(now.state), ms);
}

/** Waits until the order's deposits have that many confirmations. */
export async function untilConfirmed(base, order, confirmations, ms = 30_000) {
  const wanted = `confirmed by ${confirmations} blocks`;
  return untilOrder(base, order, wanted, (now) => now.confirmations >= confirmations, ms);
}

/** Mines on a chain until an order is in a state. */
export async function mineUntil(base, { currency, order, state, ms = 60_000 }) {
  const until = Date.now() + ms;
  for (;;) {
    await mine(base, currency, 1);
    const now = await call(base, "GET", `/api/exchanges/${order.id}`);
    if (now.state === state) return;
    check(Date.now() < until, `the order is ${now.state} and not ${state} after ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Waits until the order's deposits are seen. */
export async function untilSeen(base, order, ms = 30_000) {
  return untilOrder(base, order, "seen", (now) => now.deposits.length > 0, ms);
}

/** Waits until a further payment to the order has an order of its own. */
export async function untilChild(base, order, ms = 30_000) {
  return untilOrder(base, order, "the parent of another", (now) => now.children.length > 0, ms);
}

async function untilOrder(base, order, wanted, isSo, ms) {
  const until = Date.now() + ms;
  for (;;) {
    const now = await call(base, "GET", `/api/exchanges/${order.id}`);
    if (isSo(now)) return now;
    check(Date.now() < until, `the order is ${now.state} and not ${wanted} after ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
