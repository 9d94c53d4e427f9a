import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { initCluster } from "../../src/db/embedded-init";
import { runServer } from "../../src/db/embedded-server";
import { ownUser } from "../../src/db/own-users";
import { whyNotRun } from "../system-programs";
import { makeCertificates } from "./certificates";

/** Where Debian's packages put the oldest PostgreSQL that Sotto works with. */
const NATIVE = "/usr/lib/postgresql/15";

export const whyNoPostgres15 = (what: string): string | undefined =>
  whyNotRun(what, existsSync(join(NATIVE, "bin/postgres")), "Debian: apt-get install postgresql-15");

/** The host of the server's certificate; its address, 127.0.0.1, is not in it. */
const HOST = "localhost";

/** Debian's PostgreSQL on loopback, which lets in only who has a password and comes by TLS. */
export type DebianServer = {
  /** The file of the authority that issued the server's certificate, and that of one that did not. */
  root: string;
  otherRoot: string;
  /** The folder of its files. */
  cluster: string;
  /** As its superuser, by TLS. */
  superuserUrl: string;
  /** The URL of a database as a user; `host` is the certificate's where absent. */
  urlOf(options: {
    database: string;
    user: string;
    password: string;
    host?: string;
    tls?: Readonly<Record<string, string>>;
  }): string;
  stop(): Promise<void>;
};

/** Makes a cluster in a folder of its own and starts it; as root under a user without rights. `stop` removes it. */
export async function startDebianServer(): Promise<DebianServer> {
  const folder = mkdtempSync(join(tmpdir(), "sotto-postgres-15-"));
  try {
    // The processes of a server that root starts read the authority's file as users of their own.
    chmodSync(folder, 0o755);
    return await startIn(folder);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

async function startIn(folder: string): Promise<DebianServer> {
  const user = process.getuid?.() === 0 ? ownUser("database") : undefined;
  if (user) chownSync(folder, user.uid, user.gid);
  const place = { cluster: join(folder, "cluster"), native: NATIVE, outside: false, ...(user && { user }) };
  const password = randomBytes(16).toString("hex");
  await initCluster({ place, password, fsync: false });
  const { root, key, certificate } = makeCertificates(folder, HOST);
  if (user) chownSync(key, user.uid, user.gid);
  const other = mkdtempSync(join(folder, "other-"));
  chmodSync(other, 0o755);
  const { root: otherRoot } = makeCertificates(other, HOST);
  appendFileSync(
    join(place.cluster, "postgresql.conf"),
    `\nssl = on\nssl_cert_file = '${certificate}'\nssl_key_file = '${key}'\n`,
  );
  writeFileSync(join(place.cluster, "pg_hba.conf"), "hostssl all all 127.0.0.1/32 scram-sha-256\n");
  const server = await runServer({ place, fsync: false, connectionsMax: 100 });
  const urlOf: DebianServer["urlOf"] = (options) => {
    const tls = options.tls ?? { sslmode: "verify-full", sslrootcert: root };
    const host = `${options.host ?? HOST}:${server.port}`;
    const query = new URLSearchParams(tls).toString();
    return `postgres://${options.user}:${options.password}@${host}/${options.database}?${query}`;
  };
  return {
    root,
    otherRoot,
    cluster: place.cluster,
    superuserUrl: urlOf({ database: "postgres", user: "postgres", password }),
    urlOf,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
