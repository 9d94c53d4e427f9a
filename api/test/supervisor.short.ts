import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mnemonicToSeed } from "@scure/bip39";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unsealWords } from "../src/chains/seed-file";
import { closeDatabase, openDatabase } from "../src/db/client";
import { urlAs } from "../src/db/logins";
import { findRunningEmbedded } from "../src/db/running-embedded";
import { servePeers } from "../src/peers/peer";
import { waitFor } from "./api-client";
import { bundleServer } from "./bundle";
import { childrenOf, inMemory, isAlive, type Process, reads, uidOf } from "./children";
import { freePort, type ServerProcess, spawnServer, startServer } from "./server";

const NODE_URL = "http://user:of-the-node@127.0.0.1:8545";
const PASSPHRASE = "a passphrase that only the signer may know";
const ROLES = ["http", "admin", "worker", "signer"] as const;

let folder: string;
let bundle: string;
let server: ServerProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sotto-supervisor-"));
  chmodSync(folder, 0o711);
  bundle = await bundleServer();
  server = await start();
}, 240_000);
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const start = (): Promise<ServerProcess> =>
  startServer({
    dataDir: join(folder, "data"),
    bundle,
    env: { SOTTO_SEED_PASSPHRASE: PASSPHRASE, SOTTO_ETH_RPC_URL: NODE_URL },
  });

function childOf(role: string): Process {
  const child = childrenOf(server.pid).find((one) => one.role === role);
  if (child === undefined) throw new Error(`no process of the role ${role}`);
  return child;
}

const swap = async (): Promise<string> => {
  const made = await server.api.create({
    sendCurrency: "BTC",
    receiveCurrency: "LTC",
    sendAmount: "0.01",
    receiveAddress: "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9",
  });
  await server.api.pay({ currency: "BTC", address: made.depositAddress, amount: "0.01" });
  return made.id;
};

describe("the supervisor", () => {
  it("runs each role as a process of its own, with its own secrets only", async () => {
    const children = childrenOf(server.pid);
    expect(children.map(({ role }) => role).sort()).toEqual([...ROLES].sort());
    const ready = [...server.output().matchAll(/"role":"(\w+)"[^\n]*"msg":"ready"/g)].map(([, role]) => role);
    expect(ready.sort()).toEqual([...ROLES].sort());
    const owner = readFileSync(join(folder, "data/owner.password"), "utf8").trim();
    const superuser = readFileSync(join(folder, "data/postgres.password"), "utf8").trim();
    for (const { role, environment } of children) {
      for (const secret of [owner, superuser]) expect(environment.includes(secret), role).toBe(false);
      expect(environment.includes(PASSPHRASE), role).toBe(role === "signer");
      expect(environment.includes(NODE_URL), role).toBe(role === "worker");
      // The login of each, and of no other.
      expect(/(?:^|\0)DATABASE_URL=postgres:\/\/sotto_(\w+):/.exec(environment)?.[1]).toBe(role);
    }
  });

  it("has a user of the system for each, where it is root and they can read the program", async (context) => {
    const isRoot = process.getuid?.() === 0;
    if (!isRoot || server.output().includes("the processes run as root")) return context.skip();
    const users = childrenOf(server.pid).map(({ pid, role }) => [role, uidOf(pid)] as const);
    expect(new Set(users.map(([, uid]) => uid)).size).toBe(4);
    expect(users.every(([, uid]) => uid !== 0)).toBe(true);
    const seed = statSync(join(folder, "data/signer/seed.json"));
    const own = Object.fromEntries(users);
    expect([seed.uid, seed.mode & 0o077]).toEqual([own.signer, 0]);
    for (const file of [
      ...["signer/seed.json", "owner.password", "postgres.password"].map((name) =>
        join(folder, "data", name),
      ),
      ...["admin", "worker", "signer"].map((role) => `/proc/${childOf(role).pid}/environ`),
      `/proc/${server.pid}/environ`,
    ])
      expect([file, reads(0, file), reads(own.http ?? 0, file)]).toEqual([file, true, false]);
  });

  it("starts a process again that was killed, and every order continues", async () => {
    const id = await swap();
    for (const role of ["worker", "signer", "http"]) {
      const { pid } = childOf(role);
      process.kill(pid, "SIGKILL");
      await waitFor(`another ${role}`, 30_000, async () =>
        childrenOf(server.pid).some((one) => one.role === role && one.pid !== pid),
      );
    }
    await waitFor("the public process", 60_000, () =>
      server.api.health().then(
        () => true,
        () => false,
      ),
    );
    await server.api.untilState(id, ["completed"], 120_000);
    const admin = childOf("admin").pid;
    process.kill(admin, "SIGKILL");
    await waitFor("the administrators' process", 60_000, async () => {
      const answer = await fetch(`${server.api.origin}/api/admin/overview`);
      return answer.status === 401;
    });
    expect((await server.api.health()).status).toBe("ok");
  }, 240_000);

  it("leaves nothing behind when it is killed itself", async () => {
    const pids = childrenOf(server.pid).map(({ pid }) => pid);
    server.signal("SIGKILL");
    await server.ended;
    await waitFor("the end of its processes", 20_000, async () => !pids.some(isAlive));
    server = await start();
    expect((await server.api.health()).database).toBe("ok");
  }, 240_000);
});

/** All that a process must not know of another, by its name. */
async function secretsOfAll(): Promise<Record<string, string | Uint8Array>> {
  const read = (name: string): string => readFileSync(join(folder, "data", name), "utf8").trim();
  const words = await unsealWords({ text: read("signer/seed.json"), passphrase: PASSPHRASE });
  const logins = ROLES.map((role) => {
    const [, password] = /sotto_\w+:([^@]+)@/.exec(childOf(role).environment) ?? [];
    if (password === undefined) throw new Error(`no password of ${role}`);
    return [`login of ${role}`, password] as const;
  });
  return {
    ...Object.fromEntries(logins),
    ...{ owner: read("owner.password"), superuser: read("postgres.password") },
    ...{ words, seed: await mnemonicToSeed(words) },
    ...{ passphrase: PASSPHRASE, node: "of-the-node" },
  };
}

describe("the memory of a process", () => {
  it("has its own secrets and those of no other", async (context) => {
    const secrets = await secretsOfAll();
    const held = ROLES.map((role) => [role, inMemory(childOf(role).pid, secrets)] as const);
    if (held.some(([, names]) => names === null))
      return context.skip("this system lets us look into no other process");
    // What the signer makes of the words and the seed may be all that it still has.
    const lasting = (names: readonly string[] | null) =>
      names?.filter((name) => name !== "words" && name !== "seed");
    const [http, admin, worker, signer] = held;
    expect([http, admin, worker, [signer?.[0], lasting(signer?.[1] ?? null)]]).toEqual([
      ["http", ["login of http"]],
      ["admin", ["login of admin"]],
      ["worker", ["login of worker", "node"]],
      ["signer", ["login of signer", "passphrase"]],
    ]);
  });
});

describe("a process that is started by hand", () => {
  const secret = "x".repeat(40);
  const secrets = { SOTTO_ADMIN_SECRET: secret, SOTTO_SIGNER_SECRET: secret };
  const ended = async (env: Record<string, string>) => {
    const one = spawnServer({
      ...{ dataDir: join(folder, "by-hand"), bundle, port: await freePort() },
      env: { ...secrets, ...env },
    });
    return { code: await one.ended, output: one.output() };
  };
  const asUser = (login: string, password: string): string => {
    const found = findRunningEmbedded(join(folder, "data"));
    if (found.state !== "running") throw new Error("the database does not run");
    return urlAs(found.url, { login, password });
  };
  const passwordOf = (name: string): string =>
    readFileSync(join(folder, `data/${name}.password`), "utf8").trim();

  it("says that it waits for the signer", async () => {
    const worker = spawnServer({
      ...{ dataDir: join(folder, "no-signer"), bundle, port: 0 },
      env: { ...secrets, SOTTO_ROLE: "worker", DATABASE_URL: asUser("sotto_worker", "unasked") },
    });
    await waitFor("a line", 30_000, async () => worker.output().includes("the signer does not answer yet"));
    await worker.stop();
  }, 120_000);

  it("takes no missing URL", async () => {
    const without = await ended({ SOTTO_ROLE: "http" });
    expect(without.code).toBe(1);
    expect(without.output).toContain("DATABASE_URL: a process of the role http needs its own login");
  }, 120_000);

  it.each(ROLES)("refuses the owner of the database (%s)", async (role) => {
    const DATABASE_URL = asUser("sotto", passwordOf("owner"));
    // The worker asks for the signer first.
    const socket = { path: join(folder, "signer.sock"), secret };
    const end = await servePeers(socket, async () => Response.json([]));
    const env = { SOTTO_ROLE: role, DATABASE_URL, SOTTO_SIGNER_SOCKET: socket.path };
    const { code, output } = await ended(env);
    await end();
    expect([code, output]).toEqual([1, expect.stringContaining("DATABASE_URL: its user may make roles")]);
    expect(output).toMatch(/owns something.*A process of the role \w+ takes the login/);
  });

  it("refuses a superuser, and a login that may become another", async () => {
    const url = asUser("postgres", passwordOf("postgres"));
    const superuser = await ended({ SOTTO_ROLE: "http", DATABASE_URL: url });
    expect([superuser.code, superuser.output]).toEqual([1, expect.stringContaining("is a superuser")]);
    const owner = openDatabase({ url, connectionsMax: 1 });
    await owner.$client.unsafe("CREATE ROLE half LOGIN PASSWORD 'half'; GRANT sotto_worker TO half");
    await closeDatabase(owner);
    const half = await ended({ SOTTO_ROLE: "http", DATABASE_URL: asUser("half", "half") });
    expect([half.code, half.output]).toEqual([1, expect.stringContaining("is a member of another role")]);
  });
});
