// A mix whose plan only the signer can read, while its signer and then every process is killed.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { waitFor } from "./api-client";
import { bundleServer } from "./bundle";
import { childrenOf } from "./children";
import { type ServerProcess, startServer } from "./server";
import { addressOf } from "./simulation/people";

/** A minute of a mix's delay. */
const MINUTE_MS = 6_000;
const DELAY_MINUTES = 5;
const RECEIVERS = [0, 1, 2].map((no) => addressOf("bitcoin", `of a mix ${no}`));

let folder: string;
let bundle: string;
let server: ServerProcess;

const start = (): Promise<ServerProcess> => startServer({ dataDir: join(folder, "data"), bundle, env: {} });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sotto-restarted-"));
  chmodSync(folder, 0o711);
  bundle = await bundleServer({ numbers: { "mixer/plan": { MINUTE_MS } } });
  server = await start();
}, 240_000);
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const signer = (): number | undefined => childrenOf(server.pid).find(({ role }) => role === "signer")?.pid;

it("is paid by its plan, in its own time", async () => {
  const mix = await server.api.create({
    ...{ sendCurrency: "BTC", receiveCurrency: "BTC", sendAmount: "0.05" },
    receiveAddress: RECEIVERS[0] ?? "",
    receiveAddresses: RECEIVERS,
    privacySettings: {
      ...{ mixingRounds: 2, delayMinutes: DELAY_MINUTES, useRandomAmounts: true, privacyLevel: "basic" },
    },
  });
  await server.api.pay({ currency: "BTC", address: mix.depositAddress, amount: "0.05" });
  await server.api.untilState(mix.id, ["mixing"], 120_000);
  const killed = signer();
  if (killed === undefined) throw new Error("there is no signer");
  process.kill(killed, "SIGKILL");
  await waitFor("another signer", 60_000, async () => ![undefined, killed].includes(signer()));
  expect(await server.api.read(mix.id)).toMatchObject({ state: "mixing", payouts: [] });
  server.signal("SIGKILL");
  await server.ended;
  server = await start();
  const ended = await server.api.untilState(mix.id, ["completed", "hold"], 180_000);
  expect([ended.state, ended.reason]).toEqual(["completed", null]);
  // Without its plan it would be paid to one address.
  expect(ended.payouts.length).toBeGreaterThanOrEqual(RECEIVERS.length);
}, 400_000);
