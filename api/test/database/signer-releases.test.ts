import { beforeEach, describe, expect, it } from "vitest";
import { codeOfStep, stepAt } from "../../src/admin/totp";
import { useStep } from "../../src/admin/totp-store";
import type { LegRecord } from "../../src/chains/signing-rules";
import { createReleaseCheck } from "../../src/signing/releases";
import {
  clock,
  keys,
  logHooks,
  logOf,
  MINUTE_MS,
  newLeg,
  pass,
  pay,
  place,
  SECRET,
} from "./signer-log-world";

logHooks();
let check: () => Promise<void>;
beforeEach(() => {
  check = createReleaseCheck({ database: place.signer, clock, keys });
});

const give = async (leg: LegRecord, code: string, username = "ana", at = clock.now()) => {
  await place.admin.$client`INSERT INTO payout_releases (leg_id, username, code, asked_at)
    VALUES (${leg.id}, ${username}, ${code}, ${new Date(at).toISOString()})`;
  await check();
};
const codeNow = (): string => codeOfStep(SECRET, stepAt(clock.now()));

describe("an approver's release", () => {
  it("lets one settlement pass, and leaves the caps to the others", async () => {
    const [log, large, other] = [logOf(), await newLeg(5_000n), await newLeg(5_000n)];
    expect(await pay(log, [large])).not.toBe("signed");
    await give(large, codeNow());
    expect(await pay(log, [large, other])).not.toBe("signed");
    expect(await pay(log, [large])).toBe("signed");
    expect(await pay(log, [other])).not.toBe("signed");
    expect(await pay(log, [await newLeg(1_000n)])).toBe("signed");
  });

  it.each([
    ["a code of another time", () => codeOfStep(SECRET, stepAt(clock.now()) - 3), "ana", 0],
    ["a code that was given long ago", codeNow, "ana", 3],
    ["a code of who is no approver", codeNow, "olga", 0],
    ["a code of an unknown account", codeNow, "none", 0],
  ] as const)("is none by %s", async (_, code, username, minutesAgo) => {
    const [log, leg] = [logOf(), await newLeg(5_000n)];
    await give(leg, code(), username, clock.now() - minutesAgo * MINUTE_MS);
    expect(await pay(log, [leg])).toBe("above the signer's cap for one transaction");
  });

  it("is none by a code that has counted before, nor by one that was refused before", async () => {
    const [log, first, second, third] = [
      logOf(),
      await newLeg(5_000n),
      await newLeg(5_000n),
      await newLeg(5_000n),
    ];
    await give(first, codeNow());
    await give(second, codeNow());
    expect(await pay(log, [first])).toBe("signed");
    expect(await pay(log, [second])).not.toBe("signed");
    await give(third, codeOfStep(SECRET, stepAt(clock.now()) + 2));
    pass(30_000);
    await check();
    expect(await pay(log, [third])).not.toBe("signed");
  });
});

describe("a code", () => {
  it("is not guessed: after five wrong codes none is looked at for ten minutes", async () => {
    const [log, leg] = [logOf(), await newLeg(5_000n)];
    const wrong = codeOfStep(SECRET, stepAt(clock.now()) - 9);
    const once = await newLeg(5_000n);
    await give(once, wrong);
    for (let look = 1; look <= 5; look++) await check();
    await give(once, codeNow());
    expect(await pay(log, [once])).toBe("signed");
    pass(11 * MINUTE_MS);
    for (let guess = 1; guess <= 5; guess++) await give(leg, wrong);
    // What is not looked at does not make the wait longer.
    for (let right = 1; right <= 5; right++) {
      pass(1.5 * MINUTE_MS);
      await give(leg, codeNow());
    }
    expect(await pay(log, [leg])).not.toBe("signed");
    pass(3 * MINUTE_MS);
    await give(leg, codeNow());
    expect(await pay(log, [leg])).toBe("signed");
  });

  it("is used up by a login, and uses itself up for logins; one that was used before is no guess", async () => {
    const [log, leg] = [logOf(), await newLeg(5_000n)];
    const step = stepAt(clock.now());
    await place.owner.$client`UPDATE admin_totp SET last_step = ${step} WHERE admin_id = 'ana'`;
    for (let again = 1; again <= 6; again++) await give(leg, codeNow());
    expect(await pay(log, [leg])).not.toBe("signed");
    pass(30_000);
    await give(leg, codeNow());
    expect(await pay(log, [leg])).toBe("signed");
    expect(await useStep(place.admin, "ana", step + 1)).toBe(false);
    expect(await useStep(place.admin, "ana", step + 2)).toBe(true);
    await place.owner.$client`UPDATE admin_totp SET last_step = 0 WHERE admin_id = 'ana'`;
  });

  it("releases nothing of an account that is disabled", async () => {
    const [log, leg] = [logOf(), await newLeg(5_000n)];
    await place.owner.$client`UPDATE admin_users SET disabled_at = now() WHERE id = 'ana'`;
    await give(leg, codeNow());
    await place.owner.$client`UPDATE admin_users SET disabled_at = NULL WHERE id = 'ana'`;
    expect(await pay(log, [leg])).not.toBe("signed");
  });

  it("is shown to no other process", async () => {
    for (const role of ["http", "worker", "admin"] as const)
      await expect(place[role].$client`SELECT code FROM payout_releases`).rejects.toThrow(
        "permission denied",
      );
  });
});

it("a payment whose record is in doubt waits for a release, also without caps", async () => {
  const log = logOf({ transaction: null, hour: null, day: null });
  const leg = { ...(await newLeg(1n)), doubt: "the rate is far above the order's quote" };
  expect(await pay(log, [leg])).toBe("the rate is far above the order's quote");
  await give(leg, codeNow());
  expect(await pay(log, [leg])).toBe("signed");
});

describe("a settlement that was signed, and whose transaction was never recorded", () => {
  const WHY = "it was signed before, and that was never recorded";
  const none = { transaction: null, hour: null, day: null };

  it("is signed again with the same nonce or coin, and otherwise by an approver's release, once", async () => {
    const [log, leg] = [logOf(), await newLeg(5n)];
    expect(await pay(log, [leg], "t1", ["a", "b"])).toBe("signed");
    expect(await pay(log, [leg], "t2", ["b", "c"])).toBe("signed");
    expect(await pay(log, [leg], "t3", ["c", "d"])).toBe(WHY);
    expect(await pay(log, [leg], "t3", ["d"])).toBe(WHY);
    await give(leg, codeNow());
    expect(await pay(log, [leg], "t3", ["d"])).toBe("signed");
    expect(await pay(log, [leg], "t4", ["e"])).toBe(WHY);
    expect(await pay(logOf(), [await newLeg(1n), leg], "t5", ["e"])).toBe(WHY);
  });

  it("is signed again once it is recorded: its own rules speak then", async () => {
    const [log, leg] = [logOf(), await newLeg(5n)];
    await pay(log, [leg], "t1", ["a"]);
    expect(await pay(log, [{ ...leg, recorded: ["t1"] }], "t2", ["b"])).toBe("signed");
    expect(await pay(log, [{ ...leg, recorded: ["t1"] }], "t3", ["c"])).toBe(WHY);
    expect(await pay(log, [{ ...leg, recorded: ["t2", "t1"] }], "t3", ["c"])).toBe("signed");
  });

  it("is signed again once another payment that is final has used its coin", async () => {
    const [log, leg, other] = [logOf(), await newLeg(5n), await newLeg(5n)];
    await pay(log, [leg], "stray", ["the coin", "more"]);
    expect(await pay(log, [leg], "t2", ["another"])).toBe(WHY);
    await pay(log, [other], "taker", ["the coin"]);
    expect(await pay(log, [leg], "t2", ["another"])).toBe(WHY);
    const attempt = (state: string) => place.owner.$client`
      INSERT INTO payout_attempts (kind, chain, asset, destination, units, fee_units_max, state, raw, tx_id, next_check_at, created_at)
      VALUES ('legs', 'bitcoin', 'BTC', 'theirs', 1, 1, ${state}, 'raw', 'taker', now(), now())`;
    await place.owner.$client`ALTER TABLE payout_attempts DISABLE TRIGGER ALL`;
    await attempt("mined");
    expect(await pay(log, [leg], "t2", ["another"])).toBe(WHY);
    await place.owner.$client`UPDATE payout_attempts SET state = 'final' WHERE tx_id = 'taker'`;
    expect(await pay(log, [leg], "t2", ["another"])).toBe("signed");
  });

  it("holds up no other settlement", async () => {
    await pay(logOf(), [await newLeg(5n)], "t1", ["a"]);
    expect(await pay(logOf(), [await newLeg(5n)], "t2", ["b"])).toBe("signed");
  });

  it("is signed again where there are no caps: on networks whose coins are worth nothing", async () => {
    const [log, leg] = [logOf(none), await newLeg(5n)];
    await pay(log, [leg], "t1", ["a"]);
    expect(await pay(log, [leg], "t2", ["b"])).toBe("signed");
  });
});
