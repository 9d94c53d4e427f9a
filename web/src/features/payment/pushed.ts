import type { Order } from "../../lib/api";

/** What was pushed of an order, beside what is asked for. */
export interface Pushed {
  push(order: Order): void;
  /** To be called before asking: returns what chooses between the answer and what was pushed meanwhile. */
  beforeAsking(): (answer: Order) => Order;
}

/** Keeps the last push: an answer that was asked for before it may be older, however late it comes. */
export function createPushed(): Pushed {
  let last: Order | null = null;
  let count = 0;
  return {
    push(order) {
      last = order;
      count += 1;
    },
    beforeAsking() {
      const before = count;
      return (answer) => (count > before && last?.id === answer.id ? last : answer);
    },
  };
}
