import type { Logger } from "pino";
import type { SigningLog } from "../chains/local-signer";
import { SignerRefusal } from "../chains/signer";
import type { Clock } from "../core/ports";
import type { TimeWatch } from "../health/time-watch";

type Trust = Pick<TimeWatch, "isTrusted">;

/**
 * Returns a log with caps that counts nothing while the clock is wrong: a payment of a wrong time would fill the caps until
 * that time is over, and after a jump the caps would be empty. The payment is asked for again, and counts once the clock is
 * right.
 */
export const countWhileTrusted = (log: SigningLog, time: Trust): SigningLog => ({
  ...log,
  async note(signed) {
    if (!time.isTrusted()) throw new SignerRefusal("the signer's clock is wrong", "clock");
    await log.note(signed);
  },
});

/** Returns the parts of the check of one-time codes, which looks at none while the clock is wrong. */
export const checkWhileTrusted = <Parts extends { clock: Clock; log: Pick<Logger, "error"> }>(
  parts: Parts,
  time: Trust,
): Parts => ({
  ...parts,
  clock: {
    now: () => {
      if (!time.isTrusted()) throw new Error("the signer's clock is wrong");
      return parts.clock.now();
    },
  },
  // The watch has said once what is wrong.
  log: { error: (...said: [object, string]) => (time.isTrusted() ? parts.log.error(...said) : undefined) },
});
