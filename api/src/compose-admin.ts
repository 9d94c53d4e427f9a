import { createAuthorizations } from "./admin/authorizations";
import { createEnrolment } from "./admin/enrolment";
import { createOverview } from "./admin/overview";
import { createOwnSessions } from "./admin/own-sessions";
import { changePassword } from "./admin/password-change";
import { resumeChain } from "./admin/resume-chain";
import { createAdminSessions } from "./admin/sessions";
import { createAuditLog } from "./audit/log";
import { type AnsweringDeps, addressChecks, composeExchange, inTrustedTime } from "./compose-http";
import { createApiKeys } from "./integrators/api-keys";
import { askToBookMissing } from "./ledger/missing";
import { createLedgerReports } from "./ledger/reports";
import { SIMULATED } from "./market/rates";
import { recover } from "./orders/verbs/recover";
import { adoptSpend } from "./payouts/adoption";
import { overridePayout } from "./payouts/ask-override";
import { releasePayout } from "./payouts/ask-release";
import { loadNamedPayout } from "./payouts/named-payout-store";
import { listStuckPayouts } from "./payouts/stuck-payouts-store";
import type { PeerCall } from "./peers/peer";
import { createAdminApp } from "./routes/administration";
import { createSwitches } from "./switches/switches";

/** Builds what administrators use: accounts, the audit log, the switches, the reads of the books and the integrators' keys. */
export async function composeAdmin(
  deps: AnsweringDeps & { /** Whether what moves money needs a one-time code. */ codesRequired: boolean },
): Promise<PeerCall> {
  const { config, database, prices, clock, random, notifier } = deps;
  const opened = createAdminSessions({ database, clock, random, isDelayLifted: config.limitsLifted });
  const timed = inTrustedTime(deps.time);
  const sessions = { ...opened, login: timed(opened.login) };
  const codes = createAuthorizations({ database, clock, random, isRequired: deps.codesRequired });
  const enrolment = createEnrolment({ database, clock, random, sessions });
  const ledger = createLedgerReports({ database, clock, assets: deps.assets, log: deps.log });
  const { orders, loans } = await composeExchange(deps);
  return createAdminApp({
    clock,
    log: deps.log,
    publicUrl: config.publicUrl,
    orders,
    loans,
    apiKeys: createApiKeys({ database, clock, random }),
    sessions,
    enrolment: { enrol: timed(enrolment.enrol), confirm: timed(enrolment.confirm) },
    authorizations: { ...codes, give: timed(codes.give) },
    ownSessions: createOwnSessions({ database, clock }),
    changePassword: (admin, change) => changePassword({ database, clock, sessions }, admin, change),
    audit: createAuditLog({ database, clock }),
    switches: createSwitches({ database, clock, prices, notifier }),
    overview: createOverview({
      database,
      clock,
      prices,
      assets: deps.assets,
      chains: [...deps.chains.keys()],
      rateSource: SIMULATED,
      ledger,
    }),
    ledger,
    resumeChain: (chain, by) => resumeChain({ database, clock, notifier }, chain, by),
    payout: (legId) => loadNamedPayout(database, legId),
    stuckPayouts: () => listStuckPayouts(database, clock.now()),
    overridePayout: (asked, by) => overridePayout({ database, clock, notifier }, asked, by),
    releasePayout: (legId, given) => releasePayout({ database, clock }, legId, given),
    adoptSpend: (id, by) => adoptSpend({ database, clock, notifier }, id, by),
    recover: (id, asked) =>
      recover({ database, clock, random, prices, notifier, checks: addressChecks(deps) }, id, asked),
    bookMissing: (missing, by) => askToBookMissing({ database, clock }, missing, by),
  });
}
