import { beforeEach, expect, it } from "vitest";
import { listStuckPayouts } from "../../src/payouts/stuck-payouts-store";
import { ask, honour, overrides, strandedPayment } from "./override-world";
import { bitcoin, clock, paymentHooks, place } from "./payment-world";

paymentHooks();
beforeEach(() => place.owner.$client.unsafe("UPDATE reserves SET held = 0, planned = 0"));

it("an override is possible for a payment that was cancelled once and signed again", async () => {
  const first = await strandedPayment();
  await place.owner.$client`
    WITH a AS (
      INSERT INTO payout_attempts (kind, chain, asset, destination, units, fee_units_max, state, raw, tx_id, next_check_at, created_at)
      VALUES ('cancel', 'bitcoin', 'BTC', 'hot', 1, 1, 'final', '00', 'cancelled', now(), now() - interval '3 hours') RETURNING id
    ) INSERT INTO attempt_legs (attempt_id, ordinal, leg_id, chain, owner, destination, units, live)
      SELECT a.id, 0, l.id, 'bitcoin', l.owner, 'hot', 1, false FROM a, payout_legs l`;
  const [listed] = await listStuckPayouts(place.admin, clock.now());
  expect(listed).toMatchObject({ canOverride: true });
  expect(await ask(first)).toBe("asked");
  await honour(bitcoin);
  expect(await overrides()).toEqual(["honoured"]);
});

it("an override is refused where another transaction took the place of the one that was given up", async () => {
  const first = await strandedPayment();
  await ask(first);
  await place.owner.$client`UPDATE payout_attempts SET state = 'signed'`;
  await honour(bitcoin);
  expect(await overrides()).toEqual(["refused"]);
});
