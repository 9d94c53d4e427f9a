import fc from "fast-check";
import { expect, test } from "vitest";
import { type AttemptEvent, type AttemptState, nextAttemptState } from "./attempt";

const STATES: readonly AttemptState[] = [
  "signed",
  "broadcasting",
  "sent",
  "mined",
  "superseded",
  "final",
  "reverted",
  "dead",
  "doubled",
];
const EVENTS: readonly AttemptEvent[] = [
  "broadcast_begun",
  "accepted",
  "mined",
  "unmined",
  "final",
  "reverted",
  "superseded",
  "dead",
  "doubled",
  "revived",
];
const next = (state: AttemptState, event: AttemptEvent) => {
  const outcome = nextAttemptState(state, event);
  return outcome.ok ? outcome.value : null;
};

test("the whole table", () => {
  const table = Object.fromEntries(STATES.map((state) => [state, EVENTS.map((event) => next(state, event))]));
  const chain = ["final", "reverted", "superseded", "dead", null];
  const ends = ["final", "reverted", null, "dead"];
  const never = Array(10).fill(null);
  expect(table).toEqual({
    signed: ["broadcasting", "sent", "mined", null, ...chain, null],
    broadcasting: ["broadcasting", "sent", "mined", null, ...chain, null],
    sent: ["sent", "sent", "mined", null, ...chain, null],
    mined: [null, null, "mined", "sent", ...ends, null, null],
    superseded: [null, null, null, null, ...ends, "doubled", "broadcasting"],
    final: never,
    reverted: never,
    dead: never,
    doubled: never,
  });
});

test("nothing leads back to unsigned, and what is over stays over", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...EVENTS)), (events) => {
      let state: AttemptState = "signed";
      for (const event of events) {
        const after: AttemptState = next(state, event) ?? state;
        if (after !== state) expect(after).not.toBe("signed");
        if (["final", "reverted", "dead", "doubled"].includes(state)) expect(after).toBe(state);
        state = after;
      }
    }),
  );
});
