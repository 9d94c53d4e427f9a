import { ORDER_STATES, ORDER_STATUSES } from "@sotto/openapi/order-states";
import { expect, test } from "vitest";
import { chosenStatus, readStatus, STATES_OF, stateValue } from "./filter";

test("one field chooses every status and every state, also where they have one name", () => {
  for (const status of ORDER_STATUSES) expect(readStatus(chosenStatus({ status }))).toEqual({ status });
  for (const state of ORDER_STATES) expect(readStatus(chosenStatus({ state }))).toEqual({ state });
  expect(readStatus("")).toEqual({});
  expect(readStatus("state:nothing")).toEqual({});
});

test("a state is chosen where an address names both", () => {
  expect(chosenStatus({ status: "processing", state: "hold" })).toBe(stateValue("hold"));
});

test("each state belongs to one status; one that is a status by itself needs no group", () => {
  const grouped = Object.values(STATES_OF).flat();
  expect(new Set(grouped).size).toBe(grouped.length);
  expect(ORDER_STATES.filter((state) => !grouped.includes(state))).toEqual(["completed"]);
});
