import fc from "fast-check";
import { expect, test } from "vitest";
import { exampleOrder, REFUND_ADDRESS } from "../../../test/orders/example-order";
import { ExampleWorld } from "../../../test/orders/example-world";
import { isOwn, refundable } from "./order";
import { isAwaited } from "./share";

const choice = fc.constantFrom("exchange" as const, "refund" as const);
const orders = fc
  .record({
    orderType: fc.constantFrom("floating" as const, "fixed" as const),
    mismatch: fc.record({ less: choice, more: choice, late: choice }, { requiredKeys: [] }),
    refundAddress: fc.constantFrom(null, REFUND_ADDRESS),
  })
  .map(({ refundAddress, ...terms }) => exampleOrder({ refundAddress, terms }));
const moves = fc.array(
  fc.record({ kind: fc.nat(), a: fc.nat({ max: 10_000 }), b: fc.nat({ max: 10_000 }) }),
  { maxLength: 80, size: "max" },
);

/** What the books owe the customer that the order would not send back, or the other way; "" where they agree. */
function missing({ order, ledger }: ExampleWorld): string {
  const owed = refundable(order);
  const isPlanned = order.legs.some(({ status }) => status !== "reversed");
  const wrong = ["BTC", "ETH", order.terms.receiveAsset].filter((asset) => {
    const units = isPlanned || asset !== owed.asset ? 0n : owed.units;
    return ledger.balance(`customer:${order.terms.book}`, asset) !== units;
  });
  const aside = order.deposits.reduce(
    (sum, { status, units }) => (status === "aside" ? sum + units : sum),
    0n,
  );
  if (ledger.balance("unallocated", "BTC") + ledger.balance("unallocated", "ETH") !== aside)
    wrong.push("what was set aside");
  return wrong.join();
}

/** Whether something is under way that moves the order on, or it waits for somebody. */
function isMoving({ order, commands }: ExampleWorld): boolean {
  const isAsked = (kind: string) => commands.some((command) => command.kind === kind);
  const own = order.deposits.filter(isOwn);
  const isScreened = own.some(({ status, screening }) => status === "credited" && screening === "open");
  const hasLeg = order.legs.some(({ status }) => status === "planned" || status === "sent");
  switch (order.phase.state) {
    case "waiting":
    case "expired":
    case "cancelled":
      return refundable(order).units === 0n;
    case "confirming":
      return isScreened || own.some(({ status }) => status === "pending");
    case "screening":
      return isScreened && isAsked("screen");
    case "exchanging":
      return isAsked("settle") || own.some((deposit) => isAwaited(order, deposit));
    case "refunding":
      return hasLeg || isAsked("plan_refund");
    case "sending":
      return hasLeg;
    case "action_required":
      return refundable(order).units > 0n;
    default:
      return true;
  }
}

test("every unit of the customer is owed, planned, a child's or set aside, and nothing stands still", () => {
  fc.assert(
    fc.property(orders, moves, (order, todo) => {
      const world = new ExampleWorld(order);
      for (const move of todo) {
        const before = world.order;
        world.move(move);
        if (world.order === before) continue;
        expect(missing(world)).toBe("");
        if (!isMoving(world)) throw new Error(`${world.order.phase.state} stands still`);
      }
    }),
    { numRuns: 300 },
  );
});
