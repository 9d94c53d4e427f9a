import { beforeEach, describe, expect, it, vi } from "vitest";
import { codeOfStep, stepAt } from "../../src/admin/totp";
import type { SigningLog } from "../../src/chains/local-signer";
import { SignerRefusal } from "../../src/chains/signer";
import type { LegRecord } from "../../src/chains/signing-rules";
import { createTimeWatch, type TimeWatch } from "../../src/health/time-watch";
import { watchReleases } from "../../src/signing/releases";
import { checkWhileTrusted, countWhileTrusted } from "../../src/signing/trusted-time";
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
  rowsOf,
  SECRET,
} from "./signer-log-world";

logHooks();

const DAY_MS = 24 * 60 * MINUTE_MS;
let monotonicMs = 0;
let time: TimeWatch;
let log: SigningLog;
beforeEach(() => {
  const silent = { warn() {}, error() {} };
  time = createTimeWatch({ log: silent, wall: clock.now, monotonic: () => monotonicMs });
  log = countWhileTrusted(logOf(), time);
});

/** Time goes by, and the signer's clock with it. */
function wait(ms: number): void {
  pass(ms);
  monotonicMs += ms;
}

const refusalOf = (leg: LegRecord): Promise<unknown> =>
  pay(log, [leg]).catch((error: unknown) => (error instanceof SignerRefusal ? error.kind : error));

describe("the caps, while the signer's clock is wrong", () => {
  it("are not filled by a payment of another time, which is signed once the clock is right", async () => {
    const leg = await newLeg(1_000n);
    pass(15 * DAY_MS);
    expect(await refusalOf(leg)).toBe("clock");
    expect(await rowsOf(leg)).toEqual([]);
    pass(-15 * DAY_MS);
    expect(await refusalOf(leg)).toBe("signed");
    wait(3 * DAY_MS);
    expect(await refusalOf(await newLeg(1_000n))).toBe("signed");
  });

  it("are not emptied by a clock that jumps on", async () => {
    expect(await refusalOf(await newLeg(1_000n))).toBe("signed");
    expect(await refusalOf(await newLeg(500n))).toBe("signed");
    pass(DAY_MS + MINUTE_MS);
    expect(await refusalOf(await newLeg(1n))).toBe("clock");
    pass(-DAY_MS - MINUTE_MS);
    expect(await refusalOf(await newLeg(1n))).toBe("above the signer's cap for an hour");
    wait(DAY_MS + MINUTE_MS);
    expect(await refusalOf(await newLeg(1n))).toBe("signed");
  });
});

it("a code is not looked at while the signer's clock is wrong, and is when it is right", async () => {
  const leg = await newLeg(5_000n);
  const code = codeOfStep(SECRET, stepAt(clock.now()));
  const said: string[] = [];
  const silent = { error: (_: unknown, text?: string) => void said.push(text ?? "") };
  const looks = vi.fn(time.isTrusted);
  const parts = checkWhileTrusted({ database: place.signer, clock, keys, log: silent }, { isTrusted: looks });
  await place.admin.$client`INSERT INTO payout_releases (leg_id, username, code, asked_at)
    VALUES (${leg.id}, 'ana', ${code}, ${new Date(clock.now()).toISOString()})`;
  const verdicts = () => place.owner.$client`SELECT outcome FROM signer_verdicts`;
  pass(2 * MINUTE_MS);
  const stop = watchReleases({ ...parts, isAwaited: () => true }, 10);
  try {
    await vi.waitFor(() => expect(looks.mock.calls.length).toBeGreaterThan(5), 60_000);
    expect(await verdicts()).toEqual([]);
    expect(said).toEqual([]);
    pass(-2 * MINUTE_MS);
    await vi.waitFor(async () => expect(await verdicts()).toEqual([{ outcome: "released" }]), 60_000);
  } finally {
    await stop();
  }
  expect(await refusalOf(leg)).toBe("signed");
});
