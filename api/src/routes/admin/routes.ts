import type { Administrator } from "../../admin/administrator";
import type { Authorizations } from "../../admin/authorizations";
import type { Enrolment } from "../../admin/enrolment";
import type { Overview } from "../../admin/overview";
import type { OwnSessions } from "../../admin/own-sessions";
import type { AdminSessions } from "../../admin/sessions";
import type { AuditLog } from "../../audit/log";
import { assert } from "../../core/assert";
import { type ChainId, parseAssetCode } from "../../core/assets";
import { type Problem, problem } from "../../core/errors";
import { type DepositId, depositIdOf, type LegId } from "../../core/ids";
import { isoOf } from "../../core/instant";
import { err, mapOk, ok, type Result } from "../../core/result";
import type { Edge } from "../../http/edge";
import { bearerToken, mount, mountAdmin } from "../../http/mount";
import type { Claim } from "../../idempotency/idempotency";
import type { MissingAsked } from "../../ledger/missing";
import type { LedgerReports } from "../../ledger/reports";
import type { Recovered } from "../../orders/verbs/recover";
import type { OverrideAsked } from "../../payouts/ask-override";
import type { NamedPayout } from "../../payouts/named-payout-store";
import type { StuckPayout } from "../../payouts/stuck-payouts-store";
import type { UnplannedSpend } from "../../payouts/unplanned-store";
import type { Switches } from "../../switches/switches";
import {
  adminLogin,
  adminLogout,
  adminVerify,
  changePassword,
  confirmTotp,
  enrolTotp,
} from "./account-operations";
import { listAudit, verifyAudit } from "./audit-operations";
import { giveAuthorization } from "./authorization-operations";
import { listInvariants, listWallets, readOverview, readTrialBalance } from "./books-operations";
import { bookMissing, resumeChain } from "./chain-operations";
import { listStuckPayouts, overridePayout, readPayout, releasePayout } from "./payout-operations";
import { refundRecovery } from "./recovery-operations";
import type { SwitchWire } from "./schema";
import { endOtherSessions, endSession, listOwnSessions } from "./session-operations";
import { ownSessionWire } from "./session-schema";
import { adoptSpend } from "./spend-operations";
import {
  pauseAsset,
  pausePayouts,
  resumeAsset,
  resumePayouts,
  resumeSigner,
  stopSigner,
} from "./switch-operations";
import {
  auditCheckWire,
  auditEntryWire,
  overviewWire,
  payoutWire,
  recoveredWire,
  stuckPayoutWire,
  switchWire,
  trialBalanceWire,
  unplannedSpendWire,
  walletWire,
} from "./view";

export type AdminServices = {
  sessions: AdminSessions;
  enrolment: Enrolment;
  ownSessions: OwnSessions;
  authorizations: Authorizations;
  /** Changes the own password. Errors: `auth/failed`, `password/…`. */
  changePassword(
    admin: Administrator,
    change: { currentPassword: string; newPassword: string; token: string },
  ): Promise<Result<Administrator, Problem>>;
  audit: AuditLog;
  switches: Switches;
  overview: { read(): Promise<Overview> };
  ledger: LedgerReports;
  /** Resumes a halted chain. Error: `chain/not-halted`. */
  resumeChain(
    chain: ChainId,
    by: { reason: string; admin: string },
  ): Promise<Result<{ chain: ChainId; status: "ok" }, Problem>>;
  stuckPayouts(): Promise<StuckPayout[]>;
  /** Undefined where there is no such payout. */
  payout(legId: LegId): Promise<NamedPayout | undefined>;
  /** Has a payout signed once more that no proof ends. Errors: `override/…`. */
  overridePayout(
    asked: OverrideAsked,
    by: { reason: string; admin: string; idempotency?: Claim | undefined },
  ): Promise<Result<OverrideAsked, Problem>>;
  /** Leaves an approver's one-time code for the signer. Errors: `override/unknown`, `override/paid`. */
  releasePayout(
    legId: LegId,
    given: { code: string; reason: string; admin: string },
  ): Promise<Result<{ legId: LegId }, Problem>>;
  /** Adopts a transaction that we did not sign. Errors: `spend/unknown`, `spend/adopted`. */
  adoptSpend(id: string, by: { reason: string; admin: string }): Promise<Result<UnplannedSpend, Problem>>;
  /** Has coins sent back that came to an address of another network. Errors: `recovery/…`, `address/…`. */
  recover(
    id: DepositId,
    asked: { refundAddress: string; reason: string; admin: string },
  ): Promise<Result<Recovered, Problem>>;
  /** Has missing coins booked out. Errors: `books/nothing-missing`, `books/unplanned-spend`, `books/asked`. */
  bookMissing(
    missing: MissingAsked,
    by: { reason: string; admin: string },
  ): Promise<Result<MissingAsked, Problem>>;
};

/** Serves the administrators' accounts, audit log and switches, the reads of the books, and the resuming of chains. */
export function mountAdminRoutes(edge: Edge, services: AdminServices): void {
  const { audit, overview, ledger } = services;
  mountAccountRoutes(edge, services);
  mountSessionRoutes(edge, services);
  mountSwitchRoutes(edge, services);
  mountAdmin(edge, listAudit, async ({ query }) => {
    const page = await audit.list(query.cursor);
    return page.ok ? ok({ ...page.value, items: page.value.items.map(auditEntryWire) }) : page;
  });
  mountAdmin(edge, verifyAudit, async () => ok(auditCheckWire(await audit.verify())));
  mountAdmin(edge, readOverview, async () => ok(overviewWire(await overview.read())));
  mountAdmin(edge, listInvariants, async () => ok((await ledger.checks.now()).invariants));
  mountAdmin(edge, readTrialBalance, async () => ok((await ledger.trialBalance()).map(trialBalanceWire)));
  mountAdmin(edge, listWallets, async () => ok((await ledger.wallets()).map(walletWire)));
  mountAdmin(edge, resumeChain, ({ params, body }, admin) =>
    services.resumeChain(params.chain, { reason: body.reason, admin: admin.username }),
  );
  mountAdmin(edge, listStuckPayouts, async () => ok((await services.stuckPayouts()).map(stuckPayoutWire)));
  mountAdmin(edge, readPayout, async ({ params }) => {
    const payout = await services.payout(params.leg as LegId);
    return payout === undefined ? err(problem("override/unknown")) : ok(payoutWire(payout));
  });
  mountAdmin(edge, overridePayout, async ({ params, body, context }, admin) =>
    mapOk(
      await services.overridePayout(
        { legId: params.leg as LegId, txId: body.txHash },
        { reason: body.reason, admin: admin.username, idempotency: context.idempotency },
      ),
      ({ legId, txId }) => ({ leg: legId, txHash: txId }),
    ),
  );
  mountAdmin(edge, releasePayout, async ({ params, body }, admin) =>
    mapOk(
      await services.releasePayout(params.leg as LegId, { ...body, admin: admin.username }),
      ({ legId }) => ({ leg: legId }),
    ),
  );
  mountAdmin(edge, adoptSpend, async ({ params, body }, admin) =>
    mapOk(
      await services.adoptSpend(params.id, { reason: body.reason, admin: admin.username }),
      unplannedSpendWire,
    ),
  );
  mountAdmin(edge, refundRecovery, async ({ params, body }, admin) =>
    mapOk(await services.recover(depositIdOf(params.id), { ...body, admin: admin.username }), recoveredWire),
  );
  mountAdmin(edge, bookMissing, async ({ params, body }, admin) => {
    const asset = parseAssetCode(params.currency);
    if (asset === undefined) {
      await audit.refused(admin, "books.book-missing", "currency/unknown");
      return err(problem("currency/unknown"));
    }
    const by = { reason: body.reason, admin: admin.username };
    const asked = await services.bookMissing({ asset, amount: body.amount }, by);
    return asked.ok ? ok({ currency: asset, amount: asked.value.amount }) : asked;
  });
}

function mountAccountRoutes(
  edge: Edge,
  services: Pick<AdminServices, "sessions" | "enrolment" | "changePassword">,
): void {
  const { sessions, enrolment } = services;
  mount(edge, adminLogin, async ({ body }) => {
    const session = await sessions.login(body);
    if (!session.ok) return session;
    const { admin, expiresAt, ...tokens } = session.value;
    const until = isoOf(expiresAt);
    return ok({ success: true as const, ...tokens, expiresAt: until, ...accountOf(admin) });
  });
  mountAdmin(edge, adminVerify, ({ body, headers }, admin) =>
    body.token === undefined || body.token === tokenOf(headers)
      ? ok({ valid: true as const, ...accountOf(admin) })
      : err(problem("auth/required")),
  );
  mountAdmin(edge, adminLogout, async ({ headers }, admin) => {
    await sessions.logout(tokenOf(headers), admin);
    return ok({ valid: false as const });
  });
  mountAdmin(edge, changePassword, async ({ body, headers }, admin) =>
    mapOk(await services.changePassword(admin, { ...body, token: tokenOf(headers) }), (changed) => ({
      valid: true as const,
      ...accountOf(changed),
    })),
  );
  mountAdmin(edge, enrolTotp, async ({ body }, admin) =>
    mapOk(await enrolment.enrol(admin, body.password), ({ expiresAt, ...enrolled }) => ({
      ...enrolled,
      expiresAt: isoOf(expiresAt),
    })),
  );
  mountAdmin(edge, confirmTotp, ({ body, headers }, admin) =>
    enrolment.confirm(admin, body.totp, tokenOf(headers)),
  );
}

function mountSessionRoutes(
  edge: Edge,
  { ownSessions, authorizations }: Pick<AdminServices, "ownSessions" | "authorizations">,
): void {
  mountAdmin(edge, giveAuthorization, async ({ body: { operations, code } }, admin) => {
    const listed = operations.flatMap(({ operation, subjects }) =>
      subjects.map((subject) => ({ operation, subject })),
    );
    return mapOk(await authorizations.give(admin, { operations: listed, code }), (given) => ({
      authorization: given.id,
      hash: given.hash,
      expiresAt: isoOf(given.expiresAt),
    }));
  });
  mountAdmin(edge, listOwnSessions, async ({ headers }, admin) =>
    ok((await ownSessions.list(admin, tokenOf(headers))).map(ownSessionWire)),
  );
  mountAdmin(edge, endSession, ({ params }, admin) => ownSessions.end(admin, params.id));
  mountAdmin(edge, endOtherSessions, async ({ headers }, admin) =>
    ok(await ownSessions.endOthers(admin, tokenOf(headers))),
  );
}

const accountOf = ({ username, role, totp, mustChangePassword }: Administrator) => ({
  username,
  role,
  totp,
  mustChangePassword,
});

function tokenOf(headers: Headers): string {
  const token = bearerToken(headers);
  assert(token, "an authenticated call bears a token");
  return token;
}

function mountSwitchRoutes(edge: Edge, { switches, audit }: Pick<AdminServices, "switches" | "audit">): void {
  const turn = (name: "payouts" | "signer", paused: boolean) => {
    return async ({ body }: { body: { reason: string } }, { username }: Administrator) =>
      ok(switchWire(await switches.turn({ name, paused, reason: body.reason, admin: username })));
  };
  mountAdmin(edge, pausePayouts, turn("payouts", true));
  mountAdmin(edge, resumePayouts, turn("payouts", false));
  mountAdmin(edge, stopSigner, turn("signer", true));
  mountAdmin(edge, resumeSigner, turn("signer", false));
  const turnAsset = (paused: boolean) => {
    return async (
      { params, body }: { params: { currency: string }; body: { reason: string } },
      admin: Administrator,
    ): Promise<Result<SwitchWire, Problem>> => {
      const asset = parseAssetCode(params.currency);
      if (asset === undefined) {
        await audit.refused(admin, paused ? "asset.pause" : "asset.resume", "currency/unknown");
        return err(problem("currency/unknown"));
      }
      const { reason } = body;
      const turn = { name: `asset:${asset}`, paused, reason, admin: admin.username } as const;
      return ok(switchWire(await switches.turn(turn)));
    };
  };
  mountAdmin(edge, pauseAsset, turnAsset(true));
  mountAdmin(edge, resumeAsset, turnAsset(false));
}
