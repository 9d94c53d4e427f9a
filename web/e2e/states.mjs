import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  bitcoin,
  call,
  cancelOrder,
  createOrder,
  mine,
  payOrder,
  refundOrder,
  untilSeen,
  untilState,
} from "./orders.mjs";
import { addApprover, admin, startServer } from "./server.mjs";

/** A made-up source that is on the server's screening list. */
const listed = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
/** The reference of the loan that needs a second person. */
export const bigLoan = "payroll-0001";
/** For payments, in seconds: long enough for a journey's on a busy machine, short enough to wait for; or for the API's only. */
const WINDOW_S = { journeys: 45, api: 20 };
const fromTron = { sendCurrency: "USDT-TRC20", receiveCurrency: "BTC", receiveAddress: bitcoin };

/** Makes the data folder in `folder`, and the settings of the two servers that use it one after the other. */
export async function prepareData(folder) {
  const lists = join(folder, "lists");
  await mkdir(lists, { recursive: true });
  await writeFile(join(lists, "list.txt"), `# date: 2026-01-31\n${listed}\n`);
  const env = {
    SOTTO_SCREENING_DIR: lists,
    SOTTO_SUPPORT_EMAIL: "support@sotto.example",
    SOTTO_SUPPORT_HANDLE: "@sotto_example",
    SOTTO_BOT_HANDLE: "sotto_example_bot",
  };
  return { dataDir: join(folder, "data"), env };
}

/**
 * Starts a server with quick blocks and a short payment window. `hasOrders` asks for orders that are brought to their
 * ends meanwhile: `ended` resolves to them by the state's name. `hasJourneys`: a journey pays on it too.
 */
export async function startQuick({ dataDir, env }, { hasOrders, hasJourneys }) {
  const windowSeconds = hasJourneys ? WINDOW_S.journeys : WINDOW_S.api;
  const server = await startServer({
    dataDir,
    env: { ...env, SIMNET_BLOCK_MS: "100", SOTTO_PAYMENT_WINDOW_S: String(windowSeconds) },
  });
  const ended = hasOrders ? endedOrders(server.base, windowSeconds) : Promise.resolve({});
  // The failure is reported where `ended` is awaited; until then it must not count as unhandled.
  ended.catch(() => undefined);
  return { ...server, ended };
}

/**
 * Starts a server on the same data that mines no block unless it is asked to, with an order in each state that a
 * visitor may find it in, by the state's name; `ended` are those of the quick server, which has stopped.
 */
export async function startStill({ dataDir, env }, ended) {
  const { base, stop } = await startServer({ dataDir, env: { ...env, SIMNET_BLOCK_MS: "3600000" } });
  try {
    const running = await runningOrders(base);
    const { token } = await call(base, "POST", "/api/admin/login", admin);
    await addApprover(dataDir);
    await lend(base, token);
    return { base, stop, orders: { ...ended, ...running }, token };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A loan that only a second person can let the reserve pay, and one that is paid elsewhere. */
async function lend(base, token) {
  const common = { currency: "BTC", exchangeRate: "60000" };
  const big = { ...common, amount: "0.5", receiveAddress: bitcoin, reference: bigLoan };
  for (const body of [big, { ...common, amount: "0.001" }])
    await call(base, "POST", "/api/admin/loan-orders", body, token);
}

/** Orders that stay as they are, whatever the chains do. */
async function endedOrders(base, windowSeconds) {
  const reach = async (sendAmount, state, act, different, ms) => {
    const order = await createOrder(base, sendAmount, different);
    await act(order);
    return untilState(base, order, state, ms);
  };
  const pay = (order) => payOrder(base, order);
  const payLittle = (order) => payOrder(base, order, { amount: "0.0002" });
  const payListed = (order) => payOrder(base, order, { from: listed });
  const refund = async (order) => {
    await payLittle(order);
    await untilState(base, order, "action_required");
    await refundOrder(base, order);
  };
  const mix = { privacySettings: { mixingRounds: 3, delayMinutes: 60 } };
  const wanted = {
    completed: reach("0.05", "completed", pay),
    refunded: reach("0.06", "refunded", refund),
    action_required: reach("0.07", "action_required", payLittle),
    refund_known: reach("0.075", "action_required", payLittle, { refundAddress: bitcoin }),
    hold: reach("0.08", "hold", payListed),
    mixing: reach("0.09", "mixing", pay, mix),
    cancelled: reach("0.095", "cancelled", (order) => cancelOrder(base, order)),
    expired: reach("0.1", "expired", async () => undefined, {}, 2 * windowSeconds * 1000),
  };
  const orders = await Promise.all(Object.values(wanted));
  return Object.fromEntries(Object.keys(wanted).map((name, index) => [name, orders[index]]));
}

/** Orders that wait for a payment or for blocks, and one for an administrator's decision. */
async function runningOrders(base) {
  const [waiting, tron_waiting, confirming, tron_detected, sending, hold_to_decide] = await Promise.all([
    createOrder(base, "0.05"),
    createOrder(base, "500", fromTron),
    createOrder(base, "0.06"),
    createOrder(base, "600", fromTron),
    createOrder(base, "0.07"),
    createOrder(base, "0.085", { refundAddress: bitcoin }),
  ]);
  await Promise.all([payOrder(base, sending), payOrder(base, hold_to_decide, { from: listed })]);
  await Promise.all([untilSeen(base, sending), untilSeen(base, hold_to_decide)]);
  await mine(base, "BTC", 2);
  await Promise.all([untilState(base, sending, "sending"), untilState(base, hold_to_decide, "hold")]);
  for (const order of [confirming, tron_detected]) {
    await payOrder(base, order);
    await untilSeen(base, order);
    await mine(base, order.sendCurrency, 1);
    await untilState(base, order, "confirming");
  }
  return { waiting, tron_waiting, confirming, tron_detected, sending, hold_to_decide };
}
