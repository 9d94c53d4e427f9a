import {
  Api,
  type CreateExchangeBody,
  type DecisionBody,
  type Order,
  type ProblemCode,
} from "./sotto-api.js";

/** Pays as a customer's wallet does, outside the API. */
type Wallet = {
  pay(asked: { currency: string; address: string; amount: string }): Promise<unknown>;
};

/** What the client knows of a plain order that waits for its payment. That these may be null is in the generated types. */
export const UNPAID = {
  state: "waiting",
  reason: null,
  outcome: null,
  mixing: null,
} as const satisfies Pick<Order, "state" | "reason" | "outcome" | "mixing">;

const POLL_MS = 200;
const POLLS_MAX = 450;

/**
 * A program of an integrator who knows the contract only, on the client that another public generator makes of it. The test
 * beside it generates that client, compiles both and runs them.
 */
export function integrator({ baseUrl, key, wallet }: { baseUrl: string; key: string; wallet: Wallet }) {
  const { api, setSecurityData } = new Api<string>({
    baseUrl,
    securityWorker: (secret) => (secret === null ? {} : { headers: { "X-API-Key": secret } }),
  });
  setSecurityData(key);

  const create = async (wanted: CreateExchangeBody, idempotencyKey: string): Promise<Order> =>
    (await api.v1CreateExchange(wanted, { headers: { "Idempotency-Key": idempotencyKey } })).data.data;

  const until = async (id: string, isSo: (order: Order) => boolean): Promise<Order> => {
    for (let polls = 0; polls < POLLS_MAX; polls++) {
      const order = (await api.v1ReadExchange(id)).data.data;
      if (isSo(order)) return order;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    throw new Error(`the order ${id} did not get there`);
  };

  const pay = async (id: string, amount?: string): Promise<void> => {
    const payment = (await api.v1ReadPayment(id)).data.data;
    const { currency, address } = payment;
    await wallet.pay({ currency, address, amount: amount ?? payment.amount });
  };

  return {
    /** A fixed rate from its quote to its payout. */
    async swap(wanted: CreateExchangeBody, idempotencyKey: string) {
      const { sendCurrency, receiveCurrency, sendAmount } = wanted;
      const pair = { sendCurrency, receiveCurrency, sendAmount, orderType: "fixed" } as const;
      const quote = (await api.v1CalculateExchange(pair)).data.data;
      if (quote.quoteId === null) throw new Error("a fixed rate came without a quote");
      const asked = { ...wanted, orderType: "fixed", quoteId: quote.quoteId } as const;
      const created = await create(asked, idempotencyKey);
      const repeated = await create(asked, idempotencyKey);
      await pay(created.id);
      const ended = await until(created.id, ({ completedAt }) => completedAt !== null);
      return { quote, created, repeated, ended };
    },

    /** Too little is paid, and the customer wants it back. */
    async refund(wanted: CreateExchangeBody, paid: { amount: string; refundAddress: string }) {
      const created = await create(wanted, crypto.randomUUID());
      await pay(created.id, paid.amount);
      const asked = await until(created.id, ({ state }) => state === "action_required");
      const refund = asked.choices.find(({ choice }) => choice === "refund");
      if (refund === undefined) throw new Error("no refund is offered");
      const decision: DecisionBody = {
        choice: refund.choice,
        refundAddress: paid.refundAddress,
        revision: asked.revision,
      };
      const stale = await refusal(
        api.v1DecideExchange(created.id, { ...decision, revision: asked.revision + 1 }),
      );
      await api.v1DecideExchange(created.id, decision);
      const ended = await until(created.id, ({ completedAt }) => completedAt !== null);
      return { created, asked, refund, stale, ended };
    },
  };
}

/** The code of the refusal that a call throws; undefined where it succeeds. */
async function refusal(call: Promise<unknown>): Promise<ProblemCode | undefined> {
  try {
    await call;
    return undefined;
  } catch (answer) {
    const { error } = answer as Awaited<ReturnType<Api<string>["api"]["v1ReadExchange"]>>;
    return error.error.code;
  }
}
