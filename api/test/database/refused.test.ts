import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { expect, it } from "vitest";
import { SignerRefusal } from "../../src/chains/signer";
import { remoteSigner, type SignerVerbs, serveSigner } from "../../src/chains/signer-process";
import { readStuck } from "../../src/ledger/stuck-store";
import { dispatchOnce } from "../../src/outbox/dispatcher";
import type { OutboxRow } from "../../src/outbox/store";
import { AWAITS_RELEASE, createLegCommands } from "../../src/payouts/commands";
import { attempts, clock, LEG, parts, paymentHooks, place } from "./payment-world";

const WHY = "the destination is not one of the order's";
const refusing = {
  sign: async () => {
    throw new SignerRefusal(WHY);
  },
} satisfies Partial<SignerVerbs> as Partial<SignerVerbs> as SignerVerbs;

paymentHooks();

it("a payout that the signer refuses waits, and both processes say in words why", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sotto-refused-"));
  const socket = { path: join(folder, "s"), secret: "s".repeat(32) };
  const said: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void said.push(line) });
  const close = await serveSigner(socket, refusing, log);
  try {
    const commands = createLegCommands({ ...parts(), log, signer: remoteSigner(socket) });
    const command = { kind: "send_leg", legId: LEG } as const;
    for (let time = 1; time <= 2; time++) {
      const outcome = await commands.send_leg(command, {} as OutboxRow);
      expect(outcome).toEqual({ done: false, why: `the signer refused: ${WHY}` });
    }
    expect(await attempts()).toEqual([]);
    expect(said.map((line) => JSON.parse(line).msg)).toEqual([
      "the signer refused",
      "the signer refused a payout",
      "the signer refused",
      "the signer refused a payout",
    ]);
    for (const line of said) expect(JSON.parse(line).refusal).toBe(WHY);
  } finally {
    await close();
    rmSync(folder, { recursive: true });
  }
});

it("a payout above a cap is shown at once among what is stuck, and says which cap", async () => {
  const why = "above the signer's cap for an hour";
  const signer = {
    sign: async () => {
      throw new SignerRefusal(why, "release");
    },
  } satisfies Partial<SignerVerbs> as Partial<SignerVerbs> as SignerVerbs;
  const folder = mkdtempSync(join(tmpdir(), "sotto-refused-"));
  const socket = { path: join(folder, "s"), secret: "s".repeat(32) };
  const log = pino({ level: "silent" });
  const close = await serveSigner(socket, signer, log);
  await place.owner.$client`
    INSERT INTO outbox (key, kind, order_id, payload, created_at, next_attempt_at)
    SELECT 'k', 'send_leg', order_id, ${`{"kind": "send_leg", "legId": "${LEG}"}`}::text::jsonb, now(), '2026-01-01' FROM payout_legs`;
  try {
    const handlers = createLegCommands({ ...parts(), log, signer: remoteSigner(socket) });
    await dispatchOnce({ database: place.worker, handlers, clock, log });
    const { first } = await readStuck(place.admin);
    expect(first).toMatchObject([
      { kind: "leg", name: LEG, awaits: "release", detail: `${AWAITS_RELEASE}: ${why}` },
    ]);
  } finally {
    await place.owner.$client`DELETE FROM outbox`;
    await close();
    rmSync(folder, { recursive: true });
  }
});
