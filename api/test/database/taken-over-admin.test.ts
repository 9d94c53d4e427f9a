import { expect, it } from "vitest";
import { CREATED_AT, exampleDeposit, exampleMixer, SEND_UNITS } from "../orders/example-order";
import { place, settledHooks } from "./settled-world";
import { DENIED, failureOf, insertAs, newOrder } from "./taken-over-world";

settledHooks();

/** Has the administrators' login move an order on that is on hold for this reason. */
async function move(reason: string, state: string): Promise<string | null> {
  const held = newOrder({
    phase: { state: "hold", reason, since: CREATED_AT } as never,
    deposits: [exampleDeposit({ status: "credited", screening: "clear", units: SEND_UNITS })],
    terms: { mixer: exampleMixer(2) },
  });
  await insertAs("owner", held, { timer: null });
  return failureOf(
    place.admin.$client`
      UPDATE orders SET state = ${state}, version = version + 1, updated_at = now(),
        body = jsonb_set(body, '{phase}', jsonb_build_object('state', ${state}::text))
      WHERE id = ${held.id}`,
  );
}

it("a mix is mixed again by an administrator only where its plan was lost", async () => {
  expect(await move("mix_key_lost", "mixing")).toBeNull();
  for (const reason of ["listed", "unknown_source", "payout_failed", "fee_above_cap"])
    expect([reason, await move(reason, "mixing")]).toEqual([reason, DENIED]);
});

it.each(["completed", "refunded", "expired", "waiting"])(
  "no held order is called %s by an administrator",
  async (state) => {
    expect(await move("mix_key_lost", state)).toBe(DENIED);
  },
);
