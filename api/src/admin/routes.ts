import { assert } from "../core/assert";
import { ok } from "../core/result";
import type { Edge } from "../http/edge";
import { bearerToken, mount, mountAdmin } from "../http/mount";
import {
  adminLogin,
  adminLogout,
  adminVerify,
  listInvariants,
  listWallets,
  readTrialBalance,
  resumeChain,
} from "./operations";
import type { AdminSessions } from "./sessions";
import type { ChainVerbs, LedgerVerbs } from "./verbs";

/** Serves the administrators' login, the reads of the books, and the resuming of chains. */
export function mountAdminRoutes(
  edge: Edge,
  services: { sessions: AdminSessions; ledger: LedgerVerbs; chains: ChainVerbs },
): void {
  const { sessions, ledger, chains } = services;
  mount(edge, adminLogin, async ({ body }) => {
    const session = await sessions.login(body);
    if (!session.ok) return session;
    const { token, admin, expiresAt } = session.value;
    const { username, role, totp } = admin;
    const until = new Date(expiresAt).toISOString();
    return ok({ success: true as const, token, expiresAt: until, username, role, totp });
  });
  mountAdmin(edge, adminVerify, (_, { username, role, totp }) =>
    ok({ valid: true as const, username, role, totp }),
  );
  mountAdmin(edge, adminLogout, async ({ headers }) => {
    const token = bearerToken(headers);
    assert(token, "an authenticated call bears a token");
    await sessions.logout(token);
    return ok({ valid: false as const });
  });
  mountAdmin(edge, listInvariants, async () => ok(await ledger.invariants()));
  mountAdmin(edge, readTrialBalance, async () => ok(await ledger.trialBalance()));
  mountAdmin(edge, listWallets, async () => ok(await ledger.wallets()));
  mountAdmin(edge, resumeChain, ({ params, body }, admin) =>
    chains.resume(params.chain, { reason: body.reason, admin: admin.username }),
  );
}
