import { expect, test } from "vitest";
import {
  exampleOrder,
  final,
  MINUTE_MS,
  play,
  screened,
  seen,
  settle,
} from "../../../test/orders/example-order";
import { exampleContext as context } from "../../../test/orders/example-view";
import { orderWire, type ViewContext } from "./view";

test("counts the confirmations of what it was decided on, not of what comes later", () => {
  const later = seen(7n, { id: "d2" });
  const row = (id: string, height: number) => [id, { chain: "bitcoin", height, required: 2 }] as const;
  const deposits = new Map([row("d1", 99), row("d2", 100)]) as unknown as ViewContext["deposits"];
  const cursors = new Map([["bitcoin", { tipHeight: 100 }]]) as unknown as ViewContext["cursors"];
  const confirmationsOf = (...events: Parameters<typeof play>[1][]) =>
    orderWire(play(exampleOrder(), ...events).order, { ...context, deposits, cursors }).confirmations;
  expect(confirmationsOf(seen(), later)).toBe(1);
  expect(confirmationsOf(seen(), final(), screened(), settle(), later)).toBe(2);
  const refund = { type: "decision", at: screened().at + MINUTE_MS, market: null, choice: "refund" } as const;
  const refunded = { ...refund, refundAddress: "1A", revision: null, receiveUnitsMin: null };
  const less = [seen(50_000n), final(), screened()] as const;
  expect(confirmationsOf(...less, refunded, later)).toBe(2);
});
