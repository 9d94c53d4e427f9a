import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import type { SottoClient } from "../../../openapi/src/client";
import { addAdmin } from "../../src/admin/accounts";
import { codeOfStep, stepAt } from "../../src/admin/totp";
import { closeDatabase, openDatabase } from "../../src/db/client";
import { decodeSecret } from "../totp";
import { type ContractWorld, GOOD_ORDER, given } from "./world";

const PASSWORD = "a password of another person";
const reason = { reason: "Looked at by the tests." };

/** Accounts, switches, audit, overview, keys and /api/v1: each called through the generated client, each answer checked. */
export function callAdministration(worldOf: () => ContractWorld): void {
  /** An account of its own, so that nobody else needs its codes. */
  const person = async (username: string, role: "viewer" | "approver"): Promise<void> => {
    const database = openDatabase({ url: worldOf().sotto.databaseUrl, connectionsMax: 1 });
    const clock = { now: () => Date.now() };
    const random = { bytes: (count: number) => randomBytes(count) };
    await addAdmin({ database, clock, random }, { username, password: PASSWORD, role });
    await closeDatabase(database);
  };
  const login = async (username: string, totp?: string): Promise<SottoClient> => {
    const body = { username, password: PASSWORD, ...(totp === undefined ? {} : { totp }) };
    const { data, error } = await worldOf().client.POST("/api/admin/login", { body });
    return worldOf().clientOf({ authorization: `Bearer ${given(data, error?.code).token}` });
  };

  it("one-time codes: begun, confirmed, and asked for from then on", async () => {
    await person("codes", "viewer");
    const admin = await login("codes");
    const wrong = await admin.POST("/api/admin/totp/enrol", { body: { password: "wrong" } });
    expect(wrong.error?.code).toBe("auth/failed");
    const begun = given((await admin.POST("/api/admin/totp/enrol", { body: { password: PASSWORD } })).data);
    const secret = decodeSecret(begun.secret);
    const confirm = (totp: string) => admin.POST("/api/admin/totp/confirm", { body: { totp } });
    expect((await confirm("not one")).error?.code).toBe("totp/code");
    const { recoveryCodes } = given((await confirm(codeOfStep(secret, stepAt(Date.now())))).data);
    expect((await confirm("123456")).error?.code).toBe("totp/enrolled");
    await expect(login("codes")).rejects.toThrow("auth/failed");
    const again = await login("codes", recoveryCodes[0]);
    expect((await again.POST("/api/admin/verify")).data).toEqual({
      valid: true,
      username: "codes",
      role: "viewer",
      totp: true,
    });
  });

  it("switches: turned, seen, and turned back", async () => {
    const admin = await worldOf().admin();
    const asset = (currency: string) => ({ params: { path: { currency } }, body: reason });
    const turned = [
      (await admin.POST("/api/admin/assets/{currency}/pause", asset("xmr"))).data,
      (await admin.POST("/api/admin/payouts/pause", { body: reason })).data,
      (await admin.POST("/api/admin/signer/pause", { body: reason })).data,
    ];
    expect(turned.map((one) => [one?.name, one?.paused])).toEqual([
      ["asset:XMR", true],
      ["payouts", true],
      ["signer", true],
    ]);
    const { switches } = given((await admin.GET("/api/admin/overview")).data);
    expect(switches.filter(({ paused }) => paused)).toHaveLength(3);
    expect((await admin.POST("/api/admin/assets/{currency}/pause", asset("NOPE"))).error?.code).toBe(
      "currency/unknown",
    );
    for (const back of [
      await admin.POST("/api/admin/assets/{currency}/resume", asset("XMR")),
      await admin.POST("/api/admin/payouts/resume", { body: reason }),
      await admin.POST("/api/admin/signer/resume", { body: reason }),
    ])
      expect(back.data).toMatchObject({ paused: false, reason: reason.reason });
  });

  it("the audit log, and what a viewer may not do", async () => {
    await person("looks on", "viewer");
    const viewer = await login("looks on");
    expect((await viewer.POST("/api/admin/payouts/pause", { body: reason })).error?.code).toBe(
      "auth/forbidden",
    );
    const { items } = given((await viewer.GET("/api/admin/audit")).data);
    expect(items[0]).toMatchObject({ admin: "looks on", action: "payouts.pause", outcome: "refused" });
    const check = given((await viewer.GET("/api/admin/audit/verify")).data);
    expect(check).toMatchObject({ valid: true, entries: items[0]?.seq, head: items[0]?.hash });
    const before = await viewer.GET("/api/admin/audit", { params: { query: { cursor: "3" } } });
    expect(given(before.data).items.map(({ seq }) => seq)).toEqual([2, 1]);
  });

  it("keys, and the third-party base", async () => {
    const admin = await worldOf().admin();
    const key = given((await admin.POST("/api/admin/api-keys", { body: { name: "a wallet" } })).data);
    expect(given((await admin.GET("/api/admin/api-keys")).data)[0]).toMatchObject({ id: key.id });
    const v1 = worldOf().clientOf({ "x-api-key": key.secret });
    expect(given((await v1.GET("/api/v1/currencies")).data).data).toHaveLength(20);
    const pair = { params: { path: { from: "btc", to: "ETH" } } };
    expect(given((await v1.GET("/api/v1/exchange-rate/{from}/{to}", pair)).data).data.from).toBe("BTC");
    const created = await v1.POST("/api/v1/exchanges", { body: { ...GOOD_ORDER } });
    const path = { id: given(created.data).data.id };
    const read = await v1.GET("/api/v1/exchanges/{id}", { params: { path } });
    expect(given(read.data).data.id).toBe(path.id);
    const refused = await v1.POST("/api/v1/exchanges", { body: { ...GOOD_ORDER, sendAmount: "0" } });
    expect([refused.response.status, refused.error?.error.code]).toEqual([400, "amount/zero"]);
    const revoke = () => admin.DELETE("/api/admin/api-keys/{id}", { params: { path: { id: key.id } } });
    expect(given((await revoke()).data).revokedAt).toEqual(expect.any(String));
    const ended = await v1.GET("/api/v1/currencies");
    expect([ended.response.status, ended.error?.error.code]).toEqual([401, "auth/api-key"]);
  });
}
