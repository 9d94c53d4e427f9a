import { describe, expect, it } from "vitest";
import { ADMIN_ROLES, mayAct } from "../../src/admin/roles";
import type { Operation } from "../../src/http/operation";
import { OPERATIONS } from "../../src/routes/contract";
import { type Answer, call, session, sotto, turn } from "./world";

const operations = OPERATIONS.filter(({ security }) => security === "bearer");
/** The path with something in every place, and the body that the contract gives as its example. */
const ask = ({ method, path, bodyExample }: Operation, token?: string): Promise<Answer> =>
  call(method.toUpperCase(), pathOf(path), {
    ...(token === undefined ? {} : { token }),
    ...(method === "post" ? { body: bodyExample ?? {} } : {}),
  });
const pathOf = (path: string): string =>
  path
    .replace("{currency}", "XMR")
    .replace("{chain}", "monero")
    .replace(/\{\w+\}/, path.includes("loan") ? "999999" : "5q0Zt1VZ3mQ2o7h1v0y6Kg");

/** What each role may do, of every operation of administrators. */
export function testRoles(): void {
  describe("roles", () => {
    it("are named by every operation below /api/admin but the login, and by no other", () => {
      for (const { operationId, path, role } of OPERATIONS) {
        const isAdmins = path.startsWith("/api/admin/") && operationId !== "adminLogin";
        expect([operationId, role !== undefined]).toEqual([operationId, isAdmins]);
      }
      expect(operations.length).toBeGreaterThan(20);
    });

    it.each(operations.map((operation) => [operation.operationId, operation] as const))(
      "%s: not without a valid token, not below its role, and from it on",
      async (_, operation) => {
        for (const role of ADMIN_ROLES) {
          const revoked = await session(role);
          await call("POST", "/api/admin/logout", { token: revoked });
          const invalid = {
            none: undefined,
            "made up": "t".repeat(43),
            expired: await session(role, "-1 s"),
            idle: await session(role, "8 hours", "30 minutes"),
            revoked,
          };
          for (const [kind, token] of Object.entries(invalid)) {
            const { status, body } = await ask(operation, token);
            expect([kind, status, body.code]).toEqual([kind, 401, "auth/required"]);
          }
          const { status, body } = await ask(operation, await session(role));
          const needed = operation.role;
          if (needed !== undefined && mayAct({ held: role, needed })) {
            expect(["auth/required", "auth/forbidden", "route/unknown"]).not.toContain(body.code);
            expect(status).toBeLessThan(500);
          } else {
            expect([status, body.code]).toEqual([403, "auth/forbidden"]);
          }
        }
      },
    );

    it("allow nothing but a change of the password while it is a generated one", async () => {
      const { sql } = sotto();
      await sql`UPDATE admin_users SET must_change_password = true WHERE id = 'id-approver'`;
      const open: string[] = [];
      for (const operation of operations) {
        const { status, body } = await ask(operation, await session("approver"));
        if (body.code === "password/change-required") expect(status).toBe(403);
        else open.push(operation.operationId);
      }
      await sql`UPDATE admin_users SET must_change_password = false WHERE id = 'id-approver'`;
      expect(open.sort()).toEqual(["adminLogout", "adminVerify", "changePassword"]);
    });

    it("record what they do not allow", async () => {
      await turn("payouts", "pause", "viewer");
      await turn("signer", "resume", "operator");
      const rows = await sotto()
        .sql`SELECT admin, action, outcome, reason FROM admin_audit ORDER BY seq DESC LIMIT 2`;
      expect(rows.map((row) => ({ ...row }))).toEqual([
        { admin: "the operator", action: "signer.resume", outcome: "refused", reason: "auth/forbidden" },
        { admin: "the viewer", action: "payouts.pause", outcome: "refused", reason: "auth/forbidden" },
      ]);
    });

    it("leave everything as it was for what follows", async () => {
      for (const what of ["payouts", "signer", "assets/XMR"])
        expect((await turn(what, "resume")).status).toBe(200);
    });
  });
}
