import type { Clock, TimeMs } from "../core/ports";
import type { EdgeLog } from "./edge";
import { isNearby } from "./networks";

/** Notices a proxy in front of a service that was not told of one: all its visitors would count as one client. */
export type ProxyWatch = {
  /** Looks at a request of which no forwarded header is believed. */
  look(headers: Headers, socketAddress: string | undefined): void;
  /** Whether such a request came within the last hour from this machine or a private network. */
  isProxyIgnored(): boolean;
};

const FORWARDED = ["x-forwarded-for", "forwarded", "x-real-ip"] as const;
const REMEMBERED_MS = 60 * 60 * 1000;

/**
 * Watches for forwarded headers. A stranger can send them too, so they are only said in the log, once; for a problem of the
 * service's they have to come from where a proxy of the operator's would be.
 */
export function createProxyWatch({ clock, log }: { clock: Clock; log: Pick<EdgeLog, "warn"> }): ProxyWatch {
  let isSaid = false;
  let nearbyAt: TimeMs | undefined;
  return {
    look(headers, socketAddress) {
      const name = FORWARDED.find((header) => headers.has(header));
      if (name === undefined) return;
      if (isNearby(socketAddress ?? "")) nearbyAt = clock.now();
      if (isSaid) return;
      isSaid = true;
      log.warn(
        { header: name },
        "a request has a forwarded header, and SOTTO_BEHIND_PROXY is not set: if a proxy of yours is in front, all its visitors share one client's limits",
      );
    },
    isProxyIgnored: () => nearbyAt !== undefined && clock.now() - nearbyAt < REMEMBERED_MS,
  };
}
