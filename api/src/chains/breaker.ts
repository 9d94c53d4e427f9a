import type { ChainId } from "../core/assets";
import { ChainUnavailable } from "./chain";

export type BreakerOptions = {
  /** Attempts that fail one after the other before the breaker opens. */
  failuresMax: number;
  /** How long it stays open first; doubled at each failed probe up to `openMsMax`. */
  openMs: number;
  openMsMax: number;
};

const BREAKER: BreakerOptions = { failuresMax: 6, openMs: 2_000, openMsMax: 30_000 };

/**
 * Opens after failures in a row and then fails at once, so that a dead node does not hold every caller for its
 * timeout; after a while one probe is let through, whose success closes it again.
 */
export class Breaker {
  private failures = 0;
  private state: "closed" | "open" | "probe" | "probing" = "closed";
  private openMs: number;

  constructor(
    private readonly chain: ChainId,
    private readonly options: BreakerOptions = BREAKER,
  ) {
    this.openMs = options.openMs;
  }

  isOpen(): boolean {
    return this.state === "open" || this.state === "probing";
  }

  async run<Value>(call: () => Promise<Value>): Promise<Value> {
    if (this.isOpen())
      throw new ChainUnavailable(this.chain, "it failed too often, waiting before the next try");
    if (this.state === "probe") this.state = "probing";
    try {
      const value = await call();
      this.close();
      return value;
    } catch (error) {
      this.countFailure();
      throw error;
    }
  }

  private close(): void {
    this.failures = 0;
    this.state = "closed";
    this.openMs = this.options.openMs;
  }

  private countFailure(): void {
    this.failures += 1;
    const probeFailed = this.state === "probing";
    if (this.state === "open" || (!probeFailed && this.failures < this.options.failuresMax)) return;
    if (probeFailed) this.openMs = Math.min(this.openMs * 2, this.options.openMsMax);
    this.state = "open";
    // A timer rather than a clock: nothing here needs to know what time it is.
    setTimeout(() => {
      if (this.state === "open") this.state = "probe";
    }, this.openMs).unref();
  }
}
