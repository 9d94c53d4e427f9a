import { execFile } from "node:child_process";
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { closeDatabase, type Database, openDatabase } from "../../src/db/client";
import { connectServer } from "../../src/db/connect";
import { waitFor } from "../api-client";
import { bundleServer } from "../bundle";
import { type DebianServer, startDebianServer, whyNoPostgres15 } from "../postgres/debian";
import { freePort, spawnServer, startServer } from "../server";

const whyNot = whyNoPostgres15("The tests on Debian's PostgreSQL 15");
/** On a server with the documented rights, which is reached by TLS only. */
const on15 = it.skipIf(whyNot !== undefined);
const PASSWORD = "of-a-plain-owner";

let folder: string;
let bundle: string;
let server: DebianServer;
let superuser: Database;
beforeAll(async () => {
  if (whyNot !== undefined) return;
  folder = mkdtempSync(join(tmpdir(), "sotto-on-15-"));
  chmodSync(folder, 0o711);
  bundle = await bundleServer();
  server = await startDebianServer();
  superuser = openDatabase({ url: server.superuserUrl, connectionsMax: 1 });
  // Exactly what docs/operating.md asks for.
  await superuser.$client.unsafe(`CREATE ROLE plain LOGIN CREATEROLE CREATEDB PASSWORD '${PASSWORD}'`);
  await superuser.$client.unsafe("CREATE DATABASE exchange OWNER plain");
});
afterAll(async () => {
  if (superuser) await closeDatabase(superuser);
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Tls = { host?: string; sslmode?: string; root?: string };
const urlOf = ({ host, sslmode = "verify-full", root }: Tls = {}): string =>
  server.urlOf({
    ...{ database: "exchange", user: "plain", password: PASSWORD },
    ...(host && { host }),
    tls: { sslmode, ...(root && { sslrootcert: root }) },
  });

/** What a process that is expected to end says. */
async function endOf(env: Record<string, string>) {
  const one = spawnServer({ dataDir: join(folder, "data"), bundle, port: await freePort(), env });
  const code = await one.ended;
  return { code, output: one.output() };
}

on15(
  "starts whole, swaps, and forgets the order",
  async () => {
    const env = { DATABASE_URL: urlOf({ root: server.root }) };
    const running = await startServer({ dataDir: join(folder, "data"), bundle, env });
    try {
      const { api } = running;
      const made = await api.create({
        sendCurrency: "BTC",
        receiveCurrency: "LTC",
        sendAmount: "0.01",
        receiveAddress: "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9",
      });
      await api.pay({ currency: "BTC", address: made.depositAddress, amount: "0.01" });
      await api.untilState(made.id, ["completed"], 90_000);
      await waitFor("the deletion", 60_000, async () => (await api.forget(made.id)) !== null);
      await expect(api.read(made.id)).rejects.toMatchObject({ status: 404 });
      // Every process came by its own login.
      const logins = await superuser.$client<{ usename: string }[]>`
      SELECT DISTINCT usename FROM pg_stat_activity JOIN pg_stat_ssl USING (pid) WHERE ssl AND usename <> 'postgres'`;
      const roles = ["admin", "http", "signer", "simnet", "worker"].map((role) => `exchange_${role}`);
      expect(logins.map(({ usename }) => usename).sort()).toEqual(roles);
      expect(running.output()).not.toMatch(/"level":[56]0/);
    } finally {
      await running.stop();
    }
  },
  240_000,
);

on15(
  "leaves the owner without CREATEROLE, who can bring the database up to date again",
  async () => {
    const [owner] = await superuser.$client`SELECT rolcreaterole FROM pg_roles WHERE rolname = 'plain'`;
    expect(owner).toEqual({ rolcreaterole: false });
    const DATABASE_URL = urlOf({ root: server.root });
    expect(await endOf({ SOTTO_ROLE: "migrate", DATABASE_URL })).toEqual({ code: 0, output: "" });
    const program = await bundleServer({}, "sotto-api");
    const env = { PATH: process.env.PATH, DATA_DIR: join(folder, "data"), DATABASE_URL };
    const { stdout } = await promisify(execFile)(process.execPath, [program, "admin", "list"], { env });
    expect(stdout).toContain("admin");
  },
  120_000,
);

on15(
  "connects as far as sslmode says, and says why not",
  async () => {
    const tries = async (tls: Tls): Promise<string> => {
      const options = { databaseUrl: urlOf(tls), dataDir: folder, log: () => {} };
      const { stop } = await connectServer(options).catch((error: Error) => ({ stop: error }));
      if (stop instanceof Error) {
        const { message, cause } = stop;
        expect(`${message} ${cause} ${stop.stack}`).not.toContain(PASSWORD);
        return cause instanceof Error ? cause.message : message;
      }
      await stop();
      return "connected";
    };
    const { root, otherRoot } = server;
    const address = { host: "127.0.0.1" };
    expect(await tries({ root: otherRoot })).toContain("The database server's certificate is refused");
    expect(await tries({ root, ...address })).toContain("is not for the host that the URL names");
    expect(await tries({ root, ...address, sslmode: "verify-ca" })).toBe("connected");
    expect(await tries({ root: otherRoot, sslmode: "verify-ca" })).toContain("certificate is refused");
    // As libpq has it: with a root, `require` is `verify-ca`.
    expect(await tries({ root: otherRoot, sslmode: "require" })).toContain("certificate is refused");
    expect(await tries({ ...address, sslmode: "require" })).toBe("connected");
    expect(await tries({ sslmode: "prefer" })).toBe("connected");
    expect(await tries({ sslmode: "disable" })).toContain("no encryption");
    expect(await tries({ root: join(folder, "none.pem") })).toContain("there is no file");
  },
  60_000,
);

on15(
  "says at the start that a certificate is refused, without the password",
  async () => {
    const { code, output } = await endOf({
      SOTTO_ROLE: "migrate",
      DATABASE_URL: urlOf({ root: server.otherRoot }),
    });
    expect(code).toBe(1);
    expect(output).toMatch(/^Sotto did not start: The database server's certificate is refused/m);
    expect(output).not.toContain(PASSWORD);
    expect(output).not.toMatch(/\n\s+at /);
  },
  60_000,
);

on15(
  "says at the start which processes cannot read the authority's file",
  async (context) => {
    const closed = join(folder, "closed.pem");
    copyFileSync(server.root, closed);
    chmodSync(closed, 0o600);
    if (process.getuid?.() !== 0) return context.skip("only root starts processes as other users");
    const { code, output } = await endOf({ DATABASE_URL: urlOf({ root: closed }) });
    if (output.includes("the processes run as root"))
      return context.skip("no other user can read the program");
    expect(code).toBe(1);
    expect(output).toContain("cannot be read by the users of the processes http, admin, worker, signer");
    expect(output).not.toContain(PASSWORD);
  },
  120_000,
);
